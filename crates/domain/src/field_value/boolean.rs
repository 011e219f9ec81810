//! Boxes. Off is false, any other appearance state is true.

use super::{Problem, quoted};
use crate::Value;
use crate::form_content::{FormField, FormFieldKind};

const YES: [&str; 7] = ["ja", "yes", "true", "x", "✓", "✔", "☒"];
const NO: [&str; 4] = ["nein", "no", "false", "☐"];

/// The state of a box; of a text field the word in it.
pub(super) fn read(field: &FormField) -> Result<Value, Problem> {
    let on = match (field.kind, field.values.as_slice()) {
        (_, []) => false,
        (FormFieldKind::CheckBox | FormFieldKind::Radio, _) => true,
        (_, [text]) => read_text(text)?,
        _ => return Err("holds several values, give one".to_owned()),
    };
    Ok(Value::Boolean(on))
}

/// The word for a state.
pub(super) fn read_text(text: &str) -> Result<bool, Problem> {
    let word = text.trim().to_lowercase();
    match word.as_str() {
        "" => Ok(false),
        word if YES.contains(&word) => Ok(true),
        word if NO.contains(&word) => Ok(false),
        _ => Err(format!(
            "{} is neither yes nor no, give ja or nein",
            quoted(text)
        )),
    }
}

/// The word that stands where a form has no box.
pub(super) fn write(on: bool) -> &'static str {
    if on { "Ja" } else { "Nein" }
}
