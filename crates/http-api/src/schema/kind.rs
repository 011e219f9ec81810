//! The types of fields in JSON Schema.

use forms::field_value::CENTS_MAX;
use forms::form_type::{Choice, FieldType};
use forms::{Decimal, Value};
use serde_json::{Map, Value as Json, json};

/// A text without the control characters that no viewer shows.
pub(crate) const TEXT: &str = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$";

/// An address with letters of any alphabet, which the format `email` (RFC 5321) does not have. Its
/// parentheses are escaped since browsers ask for that where an input has it as its `pattern`.
const EMAIL: &str = r#"^[^\s@<>,;:"\(\)\[\]\\]{1,64}@[^\s@]+\.[^\s@]+$"#;

/// The shape of ISO 13616.
const IBAN: &str = "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$";

/// The schema of a field's value. Only formats that validators know without being told: a strict
/// one refuses a schema with any other.
pub(super) fn schema(kind: &FieldType) -> Map<String, Json> {
    let schema = match kind {
        FieldType::Text { max_length, .. } => {
            json!({"type": "string", "maxLength": max_length, "pattern": TEXT})
        }
        // The hint is that of the paper form, which shows days in its own way.
        FieldType::Date { .. } => {
            json!({"type": "string", "format": "date", "$comment": "In JSON as YYYY-MM-DD."})
        }
        // Without `multipleOf`: ordinary validators divide in floating point, and 0.07 fails.
        FieldType::Money => {
            let comment = "At most two decimal places.";
            json!({
                "type": "number", "minimum": 0, "maximum": money_max(), "$comment": comment,
            })
        }
        FieldType::Integer { min, max } => {
            json!({"type": "integer", "minimum": min, "maximum": max})
        }
        FieldType::Boolean => json!({"type": "boolean"}),
        FieldType::Choice { choices, multiple } if *multiple => {
            json!({"type": "array", "uniqueItems": true, "items": choice(choices)})
        }
        FieldType::Choice { choices, .. } => choice(choices),
        FieldType::Email => {
            let comment = "Single dots between other signs, letters, digits and hyphens behind \
                the @.";
            json!({"type": "string", "maxLength": 254, "pattern": EMAIL, "$comment": comment})
        }
        FieldType::Iban => {
            let comment = "An IBAN without blanks, with the right check digits.";
            json!({"type": "string", "pattern": IBAN, "$comment": comment})
        }
    };
    match schema {
        Json::Object(members) => members,
        _ => Map::new(),
    }
}

/// The same where data without the value is not complete.
pub(super) fn required(kind: &FieldType) -> Map<String, Json> {
    let mut schema = schema(kind);
    let (name, condition) = match kind {
        FieldType::Text { .. } => ("pattern", json!(not_blank())),
        FieldType::Boolean => ("const", json!(true)),
        FieldType::Choice { multiple, .. } if *multiple => ("minItems", json!(1)),
        FieldType::Date { .. }
        | FieldType::Money
        | FieldType::Integer { .. }
        | FieldType::Choice { .. }
        | FieldType::Email
        | FieldType::Iban => return schema,
    };
    schema.insert(name.to_owned(), condition);
    schema
}

/// A text of characters that are taken, at least one of which is not a space.
pub(crate) fn not_blank() -> String {
    let taken = TEXT.trim_start_matches('^').trim_end_matches("*$");
    format!("^{taken}*{}{taken}*$", taken.replacen("[^", "[^\\s", 1))
}

/// The largest amount of money.
pub(crate) fn money_max() -> Json {
    data_json::to_json(&Value::Number(Decimal::from_cents(CENTS_MAX)))
}

/// The schema of a table's cell: one without a value is null, except texts and boxes.
pub(super) fn cell(kind: &FieldType) -> Map<String, Json> {
    match kind {
        FieldType::Text { .. } | FieldType::Boolean => schema(kind),
        FieldType::Date { .. }
        | FieldType::Money
        | FieldType::Integer { .. }
        | FieldType::Choice { .. }
        | FieldType::Email
        | FieldType::Iban => {
            let filled = Json::Object(schema(kind));
            Map::from_iter([("anyOf".to_owned(), json!([filled, {"type": "null"}]))])
        }
    }
}

/// `enum` for programs, `oneOf` with the labels for people.
fn choice(choices: &[Choice]) -> Json {
    let keys: Vec<&str> = choices.iter().map(|choice| choice.key.as_str()).collect();
    let labelled: Vec<Json> = choices
        .iter()
        .map(|choice| json!({"const": choice.key, "title": choice.label}))
        .collect();
    json!({"type": "string", "enum": keys, "oneOf": labelled})
}
