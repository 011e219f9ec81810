//! Where each value goes: into a field of the template, onto a continuation page, or both where it
//! does not fit.

mod button;

use forms::FormType;
use forms::form_type::{FieldRef, FieldType};
use forms::writing::{WrittenChoice, WrittenContent, WrittenField};

use crate::appearance::{Options, fit_options, text_box};
use crate::blank::{Blank, FieldKind, TemplateField, Widget};
use crate::continuation::{Cell, ContinuationEntry, NewField};
use crate::fit::{Division, TextLayout, fit};
use crate::font::FontSet;

/// Where each written field goes.
#[derive(Default)]
pub(crate) struct PlacementPlan {
    /// What goes into fields of the template.
    pub(crate) fields: Vec<FieldPlacement>,
    /// What stands on continuation pages, in the order of the form.
    pub(crate) entries: Vec<ContinuationEntry>,
}

/// A value for a field of the template.
pub(crate) struct FieldPlacement {
    /// The position of the value among the written fields.
    pub(crate) written: usize,
    pub(crate) field: usize,
    pub(crate) value: FieldValue,
    /// The position of the entry with the whole text, where a widget cannot show it.
    pub(crate) entry: Option<usize>,
}

/// What a field holds and shows.
pub(crate) struct FieldValue {
    pub(crate) stored: StoredValue,
    /// The number of cells in which it is shown, if the field is a comb and every character has a
    /// cell.
    pub(crate) cells: Option<usize>,
    pub(crate) appearances: Vec<WidgetAppearance>,
}

/// What is written as the value of a field.
pub(crate) enum StoredValue {
    Text(String),
    /// Export values, and the places of those that are options of the field.
    Chosen(Vec<String>, Vec<usize>),
    /// The name of an appearance state.
    State(Vec<u8>),
}

pub(crate) enum WidgetAppearance {
    Whole(TextLayout),
    Options(Options),
    Elsewhere,
    State,
}

/// Decides for each written field where it goes.
pub(crate) fn place(
    form_type: &FormType,
    blank: &Blank,
    fonts: &FontSet,
    written: &[WrittenField],
) -> PlacementPlan {
    let mut placing = PlacementPlan::default();
    for (number, field) in written.iter().enumerate() {
        let mut is_known = false;
        let mut entry = None;
        let targets = || blank.fields_named(&field.template_name);
        for (position, target) in targets() {
            is_known = true;
            let value = value(fonts, target, &field.content).or_else(|| {
                let mut others = targets().map(|(_, other)| other);
                others.find_map(|other| button::value_of_other(target, other, &field.content))
            });
            let is_shown = value.as_ref().is_some_and(|value| value.is_shown(target));
            if !is_shown && entry.is_none() {
                entry = Some(placing.entries.len());
                placing.entries.push(text_entry(number, field, None, None));
            }
            placing.fields.extend(value.map(|value| FieldPlacement {
                written: number,
                field: position,
                value,
                entry,
            }));
        }
        if !is_known {
            let cell = cell(form_type, &field.path);
            let new = Some(new_field(field));
            placing.entries.push(text_entry(number, field, new, cell));
        }
    }
    placing
}

impl FieldValue {
    /// Whether a person finds the whole value in the field itself.
    fn is_shown(&self, field: &TemplateField) -> bool {
        let mut visible = field
            .widgets
            .iter()
            .zip(&self.appearances)
            .filter(|(widget, _)| widget.is_visible);
        let is_unseen = matches!(&self.stored, StoredValue::State(state) if field.is_unseen(state));
        field.is_visible()
            && !is_unseen
            && visible.all(|(_, appearance)| !matches!(appearance, WidgetAppearance::Elsewhere))
    }
}

/// What a field of the template takes of a content; `None` where it has nothing to hold it.
fn value(fonts: &FontSet, field: &TemplateField, content: &WrittenContent) -> Option<FieldValue> {
    match (field.kind, content) {
        (FieldKind::Text, content) => Some(text_value(fonts, field, content.shown())),
        (FieldKind::Combo | FieldKind::List, WrittenContent::Choice(choices)) => {
            Some(chosen_value(fonts, field, choices))
        }
        (FieldKind::Combo | FieldKind::List, content) => {
            let text = content.shown();
            let choice = WrittenChoice {
                export: text.clone(),
                label: text,
            };
            Some(chosen_value(fonts, field, &[choice]))
        }
        (FieldKind::Button, content) => button::value(field, content),
        (FieldKind::Other, _) => None,
    }
}

fn text_value(fonts: &FontSet, field: &TemplateField, text: String) -> FieldValue {
    let cells = field
        .cells()
        .filter(|cells| text.encode_utf16().count() <= *cells && !text.contains('\n'));
    let division = match cells {
        Some(cells) => Division::Cells(cells),
        None if field.is_multiline() => Division::Lines,
        None => Division::OneLine,
    };
    let appearance = |widget| text_appearance(fonts, widget, division, &text);
    FieldValue {
        cells,
        appearances: field.widgets.iter().map(appearance).collect(),
        stored: StoredValue::Text(text),
    }
}

fn text_appearance(
    fonts: &FontSet,
    widget: &Widget,
    division: Division,
    text: &str,
) -> WidgetAppearance {
    let area = text_box(widget);
    fit(fonts.family(), area, division, text)
        .map_or(WidgetAppearance::Elsewhere, WidgetAppearance::Whole)
}

fn chosen_value(fonts: &FontSet, field: &TemplateField, choices: &[WrittenChoice]) -> FieldValue {
    let place_of = |choice: &WrittenChoice| {
        let by_export = field
            .options
            .iter()
            .position(|option| option.export == choice.export);
        by_export.or_else(|| {
            field
                .options
                .iter()
                .position(|option| option.display == choice.label)
        })
    };
    let mut indexes: Vec<usize> = choices.iter().filter_map(place_of).collect();
    indexes.sort_unstable();
    let shown: Vec<&str> = choices
        .iter()
        .map(|choice| {
            place_of(choice).map_or(&*choice.label, |place| &*field.options[place].display)
        })
        .collect();
    // Viewers know an option by what the template exports for it.
    let exports = choices.iter().map(|choice| match place_of(choice) {
        Some(place) => field.options[place].export.clone(),
        None => choice.export.clone(),
    });
    let exports = exports.collect();
    let appearance = |widget: &Widget| match (field.kind, fit_options(fonts, field, widget)) {
        (FieldKind::List, Some(options)) if indexes.len() == choices.len() => {
            WidgetAppearance::Options(options)
        }
        (FieldKind::List, _) => text_appearance(fonts, widget, Division::Lines, &shown.join("\n")),
        _ => text_appearance(fonts, widget, Division::OneLine, &shown.join(", ")),
    };
    FieldValue {
        cells: None,
        appearances: field.widgets.iter().map(appearance).collect(),
        stored: StoredValue::Chosen(exports, indexes),
    }
}

fn text_entry(
    written: usize,
    field: &WrittenField,
    new: Option<NewField>,
    cell: Option<Cell>,
) -> ContinuationEntry {
    ContinuationEntry {
        written,
        section: field.section.clone(),
        label: field.label.clone(),
        text: field.content.shown(),
        name: field.template_name.clone(),
        field: new,
        cell,
    }
}

fn new_field(field: &WrittenField) -> NewField {
    NewField {
        choices: match &field.content {
            WrittenContent::Choice(choices) => choices.clone(),
            _ => Vec::new(),
        },
    }
}

/// The place in a table, so that the cells of a row stand side by side.
fn cell(form_type: &FormType, path: &str) -> Option<Cell> {
    let FieldRef::Cell { table, row, column } = form_type.place(path)? else {
        return None;
    };
    let position = table
        .columns
        .iter()
        .position(|other| other.key == column.key)?;
    let share = |kind: &FieldType| match kind {
        FieldType::Text { .. } | FieldType::Email | FieldType::Choice { .. } | FieldType::Iban => {
            3.0
        }
        FieldType::Date { .. }
        | FieldType::Money
        | FieldType::Integer { .. }
        | FieldType::Boolean => 1.0,
    };
    Some(Cell {
        table: table.path.clone(),
        headings: table
            .columns
            .iter()
            .map(|column| column.label.clone())
            .collect(),
        shares: table
            .columns
            .iter()
            .map(|column| share(&column.kind))
            .collect(),
        numbers: table
            .columns
            .iter()
            .map(|column| matches!(column.kind, FieldType::Money | FieldType::Integer { .. }))
            .collect(),
        row,
        column: position,
    })
}
