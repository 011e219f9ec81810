//! A single field: its label and its widgets.

use forms::field_value::IBAN_LENGTH_MAX;
use forms::form_type::{Choice, Field, FieldType};
use forms::words::TemplateWords;

use super::item::{self, Item, Typesetter, WidgetBox, WidgetKind};
use super::style;

/// More options than this are chosen from a combo box.
const RADIO_BUTTONS_MAX: usize = 14;

/// How much room the label of a field of this width takes above its box.
pub(super) fn label_height(field: &Field, width: f32, setter: Typesetter<'_>) -> f32 {
    if field.kind == FieldType::Boolean {
        return 0.0;
    }
    let label = label(field);
    let lines = setter.lines(item::LABEL, &label, width).len();
    style::LABEL_HEIGHT + style::LABEL_PITCH * lines.saturating_sub(1) as f32
}

/// Adds label and widgets of a field and gives their height. The label ends just above its box,
/// which begins at `top`.
pub(super) fn add(
    field: &Field,
    (x, top, width): (f32, f32, f32),
    setter: Typesetter<'_>,
    items: &mut Vec<Item>,
) -> f32 {
    if field.kind == FieldType::Boolean {
        return add_check_box(field, (x, width), setter, items);
    }
    let label = label(field);
    let lines = setter.lines(item::LABEL, &label, width);
    let above = style::LABEL_PITCH * lines.len().saturating_sub(1) as f32;
    let mut y = top - style::LABEL_HEIGHT + 8.5 - above;
    for line in lines {
        items.push(Item::text(x, y, item::LABEL, line));
        y += style::LABEL_PITCH;
    }
    if let FieldType::Choice {
        choices,
        multiple: false,
    } = &field.kind
        && choices.len() <= RADIO_BUTTONS_MAX
    {
        return top + add_radio_buttons(field, (x, top, width), choices, setter, items);
    }
    let (kind, height) = widget_kind(&field.kind);
    items.push(widget((field, setter.words), (x, top, width, height), kind));
    top + height
}

/// The widget of a field without a box of its own kind, and how tall it is.
pub(super) fn widget_kind(kind: &FieldType) -> (WidgetKind, f32) {
    let line = |length_max, to_the_right| WidgetKind::Line {
        length_max,
        to_the_right,
    };
    match kind {
        FieldType::Text {
            max_length,
            multiline: true,
        } => (
            WidgetKind::Area {
                length_max: *max_length,
            },
            (60.0 + *max_length as f32 * 0.048).min(284.0),
        ),
        FieldType::Text { max_length, .. } => (line(Some(*max_length), false), style::BOX_HEIGHT),
        FieldType::Choice {
            choices,
            multiple: true,
        } => {
            let height = 14.0 * choices.len().clamp(2, 8) as f32 + 6.0;
            let options = options(choices);
            (WidgetKind::List { options }, height)
        }
        FieldType::Choice { choices, .. } => {
            let options = options(choices);
            (WidgetKind::Combo { options }, style::BOX_HEIGHT)
        }
        FieldType::Iban => (
            WidgetKind::Comb {
                cells: IBAN_LENGTH_MAX,
            },
            style::BOX_HEIGHT,
        ),
        FieldType::Money => (line(None, true), style::BOX_HEIGHT),
        FieldType::Boolean => (WidgetKind::CheckBox, style::MARK_SIDE),
        FieldType::Date { .. } | FieldType::Integer { .. } | FieldType::Email => {
            (line(None, false), style::BOX_HEIGHT)
        }
    }
}

fn options(choices: &[Choice]) -> Vec<(String, String)> {
    let option = |choice: &Choice| (choice.export().to_owned(), choice.label.clone());
    choices.iter().map(option).collect()
}

fn add_check_box(
    field: &Field,
    (x, width): (f32, f32),
    setter: Typesetter<'_>,
    items: &mut Vec<Item>,
) -> f32 {
    let place = (x, 2.0, style::MARK_SIDE, style::MARK_SIDE);
    items.push(widget((field, setter.words), place, WidgetKind::CheckBox));
    let indent = style::MARK_SIDE + 7.0;
    let label = label(field);
    let text_style = item::OPTION;
    let mut y = 11.0;
    for line in setter.lines(text_style, &label, width - indent) {
        items.push(Item::text(x + indent, y, text_style, line));
        y += style::OPTION_PITCH;
    }
    y - 8.0
}

/// Radio buttons in as many columns as the widest option allows; gives their height.
fn add_radio_buttons(
    field: &Field,
    (x, top, width): (f32, f32, f32),
    choices: &[Choice],
    setter: Typesetter<'_>,
    items: &mut Vec<Item>,
) -> f32 {
    let indent = style::MARK_SIDE + 6.0;
    let text_style = item::OPTION;
    let widths = choices.iter().map(|choice| {
        setter
            .family
            .width(text_style.weight, &choice.label, text_style.size)
    });
    let widest = widths.fold(0.0_f32, f32::max);
    let columns = ((width / (indent + widest + 14.0)) as usize).clamp(1, choices.len().max(1));
    let column_width = width / columns as f32;
    let mut height = 0.0;
    for row in choices.chunks(columns) {
        let mut lines_max = 1;
        for (column, choice) in row.iter().enumerate() {
            let left = x + column_width * column as f32;
            let state = choice.export().to_owned();
            let place = (left, top + height + 1.0, style::MARK_SIDE, style::MARK_SIDE);
            items.push(widget(
                (field, setter.words),
                place,
                WidgetKind::Radio { state },
            ));
            let room = column_width - indent;
            let lines = setter.lines(text_style, &choice.label, room);
            lines_max = lines_max.max(lines.len());
            let mut y = top + height + 10.0;
            for line in lines {
                items.push(Item::text(left + indent, y, text_style, line));
                y += style::OPTION_PITCH;
            }
        }
        height += style::OPTION_HEIGHT + style::OPTION_PITCH * (lines_max - 1) as f32;
    }
    height
}

fn widget(
    (field, words): (&Field, &TemplateWords),
    (x, y, width, height): (f32, f32, f32, f32),
    kind: WidgetKind,
) -> Item {
    Item::Field(WidgetBox {
        x,
        y,
        width,
        height,
        path: field.path.clone(),
        tooltip: tooltip(field, words),
        required: field.required,
        kind,
    })
}

fn label(field: &Field) -> String {
    let mark = if field.required { " *" } else { "" };
    format!("{}{mark}", field.label)
}

fn tooltip(field: &Field, words: &TemplateWords) -> String {
    let required = if field.required {
        format!(" ({})", words.required)
    } else {
        String::new()
    };
    let hint = field.hint.as_ref().map(|hint| format!(": {hint}"));
    format!("{}{required}{}", field.label, hint.unwrap_or_default())
}
