//! What a PDF held beyond the fields of its form type: names with texts, kept so that nothing that
//! was typed in is lost.

use crate::field_value::ValueError;
use crate::form_type::OTHER_FIELDS;
use crate::ignorable::is_ignorable;
use crate::value::Value;
use crate::{Data, Fault, field_value};

/// At most so many other fields.
pub const OTHER_FIELDS_MAX: usize = 500;

/// Longest name of another field, in characters.
pub const NAME_LENGTH_MAX: usize = 500;

/// Longest value of another field, in characters.
pub const VALUE_LENGTH_MAX: usize = 10_000;

/// The canonical value of a JSON member of `otherFields`.
pub(super) fn accept(name: &str, value: &Value) -> Result<Option<Value>, ValueError> {
    match value {
        Value::Null => Ok(None),
        Value::Text(_) if !is_seen(name) => {
            Err("has a name that shows nothing, give it one that can be read".to_owned())
        }
        Value::Text(text) => check(name, text),
        other => Err(format!("is {}, give a text", other.kind())),
    }
}

/// Whether a name shows anything: printed above its text it is the only sign that a field begins.
pub fn is_seen(name: &str) -> bool {
    let is_blank =
        |letter: char| letter.is_whitespace() || letter.is_control() || is_ignorable(letter);
    !name.chars().all(is_blank)
}

/// The canonical text of another field; `None` where it is blank.
pub(crate) fn check(name: &str, text: &str) -> Result<Option<Value>, ValueError> {
    if name.chars().count() > NAME_LENGTH_MAX {
        return Err(format!(
            "has a name of more than {NAME_LENGTH_MAX} characters"
        ));
    }
    field_value::check_text(text, VALUE_LENGTH_MAX)
}

/// The fault of holding more other fields than can be kept.
pub(crate) fn too_many(data: &Data) -> Option<Fault> {
    let Some(Value::Object(others)) = data.at(OTHER_FIELDS) else {
        return None;
    };
    let problem = || {
        format!(
            "has {} members, at most {OTHER_FIELDS_MAX} can be kept",
            others.len()
        )
    };
    (others.len() > OTHER_FIELDS_MAX).then(|| Fault::new(OTHER_FIELDS, problem()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_shows_nothing_names_no_other_field_but_can_be_taken_away() {
        for name in ["", " ", "\u{200B}", "\u{A0}\u{FEFF}\t"] {
            let refused = accept(name, &Value::text("x")).unwrap_err();
            assert!(refused.contains("a name that shows nothing"), "{refused}");
            assert_eq!(accept(name, &Value::Null), Ok(None));
        }
        assert!(accept("–", &Value::text("x")).is_ok());
    }
}
