//! A ready definition for any fillable PDF.
//!
//! Keys are made from the PDF's own names, labels from its tooltips, sections from its pages. Of
//! types only what the PDF itself says is taken: boxes, options, date formats, lengths; nothing is
//! guessed from a field's name. `[names]` leads from the PDF's field names to the paths.

mod key;

use std::collections::{BTreeMap, HashSet};

use forms::FormContent;
use forms::field_value::date;
use forms::form_content::{FormField, FormFieldKind};
use forms::form_type::{Choice, Entry, Field, FieldType, FormType, Section, Width};
use forms::validation::VALUE_LENGTH_MAX;
use forms::words;

use self::key::{Keys, camel_case};
use crate::definition_text;

/// A text field without a length of its own takes so many characters.
const LINE_LENGTH: usize = 1_000;

/// Longer labels are instructions; a form type keeps their beginning.
const LABEL_LENGTH_MAX: usize = 200;

/// The text of a `form.toml` for a PDF with these contents. `name` becomes its key and title. A PDF
/// without fields that a form type could have gives `None`.
pub fn inspect(name: &str, content: &FormContent) -> Option<String> {
    let FormContent::Fields(form_fields, _) = content else {
        return None;
    };
    let mut keys = Keys::default();
    let mut names = BTreeMap::new();
    let mut pages: BTreeMap<usize, Vec<Entry>> = BTreeMap::new();
    let mut left_out = Vec::new();
    for form_field in in_reading_order(form_fields) {
        if form_field.kind.is_annotation() {
            continue;
        }
        if let Some(reason) = reason_to_leave_out(form_field) {
            left_out.push(reason);
            continue;
        }
        let field = field(form_field, &mut keys);
        if field.path != form_field.name {
            names.insert(form_field.name.clone(), field.path.clone());
        }
        let page = form_field.place.map_or(0, |place| place.page);
        pages.entry(page).or_default().push(Entry::Field(field));
    }
    if pages.is_empty() {
        return None;
    }
    let section = |(page, entries): (usize, Vec<Entry>)| Section {
        title: words::page(page + 1),
        entries,
    };
    let form_type = FormType {
        key: form_type_key(name),
        title: name.to_owned(),
        version: 1,
        language: "de".to_owned(),
        introduction: None,
        sections: pages.into_iter().map(section).collect(),
        names,
    };
    let comment: String = left_out
        .iter()
        .map(|reason| {
            format!(
                "# left out, since {}\n",
                reason.replace(char::is_control, " ")
            )
        })
        .collect();
    Some(comment + &definition_text(&form_type))
}

/// Why a field of the PDF can be no field of a form type. One without a name cannot be told from
/// others that have none either.
fn reason_to_leave_out(form_field: &FormField) -> Option<String> {
    let page = form_field.place.map_or(0, |place| place.page) + 1;
    match form_field.kind {
        FormFieldKind::Signature | FormFieldKind::PushButton => {
            Some(format!("it holds no text: {}", form_field.name))
        }
        _ if form_field.name.is_empty() => Some(format!("it has no name: a field on page {page}")),
        _ => None,
    }
}

/// As a person meets them: page by page, from top to bottom, fields of one line from left to right.
/// Fields without a place come last.
fn in_reading_order(form_fields: &[FormField]) -> Vec<&FormField> {
    const LINE_HEIGHT: f32 = 8.0;
    let mut ordered: Vec<&FormField> = form_fields.iter().collect();
    let position = |field: &FormField| {
        field.place.map_or((usize::MAX, 0, 0), |place| {
            (
                place.page,
                (place.top / LINE_HEIGHT) as i64,
                place.left as i64,
            )
        })
    };
    ordered.sort_by_key(|field| position(field));
    ordered
}

fn field(form_field: &FormField, keys: &mut Keys) -> Field {
    let tooltip = form_field
        .tooltip
        .as_deref()
        .map(str::trim)
        .filter(|tooltip| !tooltip.is_empty());
    let label: String = tooltip
        .unwrap_or(&form_field.name)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let kind = kind(form_field);
    Field {
        path: keys.unique(&form_field.name),
        label: label
            .chars()
            .filter(|character| !character.is_control())
            .take(LABEL_LENGTH_MAX)
            .collect(),
        // A box that must be on is no field that must be filled in.
        required: form_field.required && kind != FieldType::Boolean,
        kind,
        not_before: None,
        hint: None,
        width: Width::Full,
    }
}

/// The type of a field, of which what stands in it now is a value: some forms begin with a date
/// that is none, or with an option that they do not offer.
fn kind(form_field: &FormField) -> FieldType {
    let kind = kind_of_template(form_field);
    let is_button = matches!(
        form_field.kind,
        FormFieldKind::CheckBox | FormFieldKind::Radio
    );
    if is_button || kind.read(form_field).is_ok() {
        kind
    } else {
        text(form_field)
    }
}

/// The type that the PDF itself tells.
fn kind_of_template(form_field: &FormField) -> FieldType {
    match form_field.kind {
        FormFieldKind::CheckBox | FormFieldKind::Radio if form_field.options.len() > 1 => {
            choice(form_field, false)
        }
        FormFieldKind::CheckBox | FormFieldKind::Radio => FieldType::Boolean,
        // An editable combo box may hold any text, so its options are only proposals.
        FormFieldKind::Choice if !form_field.options.is_empty() && !form_field.editable => {
            choice(form_field, form_field.multiple)
        }
        _ => match form_field
            .date_format
            .as_deref()
            .filter(|format| date::is_format(format))
        {
            Some(format) => FieldType::Date {
                format: format.to_owned(),
            },
            None => text(form_field),
        },
    }
}

/// A text as long as the field takes, or longer where one stands in it already.
fn text(form_field: &FormField) -> FieldType {
    let multiline = form_field.kind == FormFieldKind::Text && form_field.multiple;
    let usual = if multiline {
        VALUE_LENGTH_MAX
    } else {
        LINE_LENGTH
    };
    let lengths = form_field.values.iter().map(|value| value.chars().count());
    FieldType::Text {
        max_length: lengths.fold(form_field.max_length.unwrap_or(usual), usize::max),
        multiline,
    }
}

fn choice(form_field: &FormField, multiple: bool) -> FieldType {
    let mut keys = Keys::default();
    let mut exports = HashSet::new();
    let options = form_field.options.iter().filter(|option| {
        !option.export.trim().is_empty() && exports.insert(option.export.as_str())
    });
    let choices = options.map(|option| {
        let shown = if option.display.trim().is_empty() {
            &option.export
        } else {
            &option.display
        };
        let key = keys.unique(shown);
        let export = (key != option.export).then(|| option.export.clone());
        Choice {
            key,
            label: shown.clone(),
            export,
        }
    });
    FieldType::Choice {
        choices: choices.collect(),
        multiple,
    }
}

fn form_type_key(name: &str) -> String {
    let words = camel_case(name);
    let snake = words.chars().fold(String::new(), |mut snake, character| {
        if character.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
        snake
    });
    let short: String = snake.chars().take(40).collect();
    if short.is_empty() {
        "form".to_owned()
    } else {
        short
    }
}

#[cfg(test)]
mod tests;
