//! What a PDF held beyond the fields of its form type: names with texts, kept so that nothing that
//! was typed in is lost.

use crate::field_value::ValueError;
use crate::form_type::{OTHER_FIELDS, OTHER_NAME_LENGTH_MAX};
use crate::ignorable::is_seen;
use crate::value::Value;
use crate::{Data, Fault, field_value};

/// At most so many other fields.
pub const OTHER_FIELDS_MAX: usize = 500;

/// Longest value of another field, in characters.
pub const VALUE_LENGTH_MAX: usize = 10_000;

/// Most bytes of all other fields together, names included: as much as a client can send at once.
/// A filled form prints all of them, so what one request has put there costs each later one.
pub(super) const OTHER_FIELDS_BYTES_MAX: usize = 1_048_576;

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

/// The canonical text of another field; `None` where it is blank.
pub fn check(name: &str, text: &str) -> Result<Option<Value>, ValueError> {
    if name.chars().count() > OTHER_NAME_LENGTH_MAX {
        return Err(format!(
            "has a name of more than {OTHER_NAME_LENGTH_MAX} characters, choose a shorter one"
        ));
    }
    field_value::check_text(text, VALUE_LENGTH_MAX)
}

/// The fault of holding more other fields, or more in them, than can be kept.
pub fn too_many(data: &Data) -> Option<Fault> {
    let Some(Value::Object(others)) = data.at(OTHER_FIELDS) else {
        return None;
    };
    let count = others.len();
    if count > OTHER_FIELDS_MAX {
        let problem = format!("has {count} members, at most {OTHER_FIELDS_MAX} can be kept");
        return Some(Fault::new(OTHER_FIELDS, problem));
    }
    let bytes_of = |(name, value): (&String, &Value)| match value {
        Value::Text(text) => name.len() + text.len(),
        _ => name.len(),
    };
    let bytes: usize = others.iter().map(bytes_of).sum();
    let problem = || {
        format!(
            "has names and texts of {bytes} bytes together, at most {OTHER_FIELDS_BYTES_MAX} can \
             be kept"
        )
    };
    (bytes > OTHER_FIELDS_BYTES_MAX).then(|| Fault::new(OTHER_FIELDS, problem()))
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

    /// Each of them is allowed by itself, and a client can send them one after another.
    #[test]
    fn other_fields_have_a_bound_together_to_the_byte() {
        let of_bytes = |bytes: usize| {
            let texts = (0..OTHER_FIELDS_MAX).map(|number| {
                let name = format!("{number:03}");
                let left = bytes.saturating_sub(number * VALUE_LENGTH_MAX);
                let length = left.min(VALUE_LENGTH_MAX).saturating_sub(name.len());
                (name, Value::text("x".repeat(length)))
            });
            let members = texts.filter(|(_, text)| *text != Value::text(""));
            let others = Value::Object(members.collect());
            Data::from_checked([(OTHER_FIELDS.to_owned(), others)].into_iter().collect())
        };
        assert_eq!(too_many(&of_bytes(OTHER_FIELDS_BYTES_MAX)), None);
        let fault = too_many(&of_bytes(OTHER_FIELDS_BYTES_MAX + 1)).unwrap();
        assert!(fault.problem.contains("1048577 bytes together"));
    }
}
