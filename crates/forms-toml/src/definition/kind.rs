//! The `type` of a field with the members that go with it.

use forms::field_value::date;
use forms::form_type::{Choice, FieldType};

use super::fault::{DefinitionFault, Place};
use super::raw::RawOptions;

/// The `max_length` of a text that gives none, in characters.
const TEXT_LENGTH_DEFAULT: usize = 1_000;

/// The largest whole number that every JSON reader keeps exact (RFC 8259, section 6).
pub(crate) const INTEGER_MAX: i64 = 9_007_199_254_740_991;

/// The words of `type`.
const KINDS: &str = "text, date, money, integer, boolean, choice, email or iban";

pub(super) fn parse(
    path: &str,
    place: &Place,
    mut options: RawOptions,
    faults: &mut Vec<DefinitionFault>,
) -> Option<FieldType> {
    let Some(kind) = options.kind.take() else {
        let sentence = format!("{path}: type is missing, give {KINDS}");
        faults.push(place.member("type").fault(sentence));
        return None;
    };
    let parsed = match kind.as_str() {
        "text" => FieldType::Text {
            max_length: options.max_length.take().unwrap_or(TEXT_LENGTH_DEFAULT),
            multiline: options.multiline.take().unwrap_or(false),
        },
        "date" => FieldType::Date {
            format: options
                .format
                .take()
                .unwrap_or_else(|| date::GERMAN.to_owned()),
        },
        "money" => FieldType::Money,
        "integer" => FieldType::Integer {
            min: options.min.take().unwrap_or(0),
            max: options.max.take().unwrap_or(INTEGER_MAX),
        },
        "boolean" => FieldType::Boolean,
        "choice" => FieldType::Choice {
            choices: choices(&mut options),
            multiple: options.multiple.take().unwrap_or(false),
        },
        "email" => FieldType::Email,
        "iban" => FieldType::Iban,
        other => {
            let sentence = format!("{path}: type {other:?} is unknown, give {KINDS}");
            faults.push(place.member("type").fault(sentence));
            return None;
        }
    };
    for member in left_over(&options) {
        let sentence = format!("{path}: {member} does not go with type {kind}");
        faults.push(place.member(member).fault(sentence));
    }
    Some(parsed)
}

fn choices(options: &mut RawOptions) -> Vec<Choice> {
    let raw = options.choices.take().unwrap_or_default();
    raw.into_iter()
        .map(|choice| Choice {
            key: choice.key,
            label: choice.label,
            export: choice.export,
        })
        .collect()
}

fn left_over(options: &RawOptions) -> Vec<&'static str> {
    let members = [
        ("max_length", options.max_length.is_some()),
        ("multiline", options.multiline.is_some()),
        ("min", options.min.is_some()),
        ("max", options.max.is_some()),
        ("format", options.format.is_some()),
        ("choices", options.choices.is_some()),
        ("multiple", options.multiple.is_some()),
    ];
    members
        .into_iter()
        .filter(|(_, given)| *given)
        .map(|(member, _)| member)
        .collect()
}
