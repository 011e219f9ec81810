//! Free text. Every character is kept but for line ends, which become `\n`.

use super::ValueError;
use crate::Value;

/// The text in canonical form; `None` where it is nothing but white space.
pub(crate) fn check(text: &str, length_max: usize) -> Result<Option<Value>, ValueError> {
    let text = normalised_text(text)?;
    let length = text.chars().count();
    if length > length_max {
        return Err(format!(
            "has {length} characters, give at most {length_max}"
        ));
    }
    Ok((!text.trim().is_empty()).then_some(Value::Text(text)))
}

/// The text with `\n` for every line end that Unicode knows (UAX 14, class BK, CR, LF, NL). Other
/// control characters show in no viewer and are refused.
pub fn normalised_text(text: &str) -> Result<String, ValueError> {
    let mut normalised = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' => {
                characters.next_if_eq(&'\n');
                normalised.push('\n');
            }
            '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => normalised.push('\n'),
            '\n' | '\t' => normalised.push(character),
            control if control.is_control() => {
                return Err(format!(
                    "holds the control character U+{:04X}, remove it",
                    u32::from(control)
                ));
            }
            other => normalised.push(other),
        }
    }
    Ok(normalised)
}
