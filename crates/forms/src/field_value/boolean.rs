//! Boxes. Off is false, any other appearance state is true, unless there are several: then words
//! decide.

use super::{ValueError, quoted};
use crate::form_content::{FormField, FormFieldKind};
use crate::{Value, words};

/// Spellings, in lower case where they have one.
const YES: [&str; 7] = ["ja", "yes", "true", "x", "✓", "✔", "☒"];
const NO: [&str; 6] = ["nein", "no", "false", "off", "aus", "☐"];

/// The state of a box; of a text field the word in it.
pub(super) fn read(field: &FormField) -> Result<Value, ValueError> {
    let on = match (field.kind, field.values.as_slice()) {
        (_, []) => false,
        (FormFieldKind::CheckBox | FormFieldKind::Radio, [state]) => is_on(field, state)?,
        (_, [text]) => read_text(text)?,
        _ => return Err("holds several values, give one".to_owned()),
    };
    Ok(Value::Boolean(on))
}

/// What the state of a box says. Buttons for yes and no are one field with two states. A lone box
/// is a field of its own, and its mark means that it is on, also where forms have one box for yes
/// and another one, whose state is called no, beside it.
fn is_on(field: &FormField, state: &str) -> Result<bool, ValueError> {
    let option = field.options.iter().find(|option| option.export == state);
    let shown = option.map_or(state, |option| option.display.as_str());
    let says = |words: &[&str]| {
        [state, shown]
            .iter()
            .any(|word| words.contains(&word.trim().to_lowercase().as_str()))
    };
    match (says(&YES), says(&NO), field.options.len()) {
        (_, _, 1) | (true, false, _) | (false, false, 0) => Ok(true),
        (false, true, 2..) => Ok(false),
        _ => Err(unclear(shown)),
    }
}

pub(super) fn read_text(text: &str) -> Result<bool, ValueError> {
    let word = text.trim().to_lowercase();
    match word.as_str() {
        "" => Ok(false),
        word if YES.contains(&word) => Ok(true),
        word if NO.contains(&word) => Ok(false),
        _ => Err(unclear(text)),
    }
}

/// The word that stands where a form has no box.
pub(crate) fn write(on: bool) -> &'static str {
    if on { words::YES } else { words::NO }
}

fn unclear(text: &str) -> ValueError {
    format!("{} is neither yes nor no, give ja or nein", quoted(text))
}
