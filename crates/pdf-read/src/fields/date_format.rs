//! The date format that a field's script asks for (Acrobat JavaScript: `AFDate_FormatEx`,
//! `AFDate_Format` and their `Keystroke` twins).
//!
//! The script is only searched for these calls, never run.

use ports::PdfError;

use super::tree::Terminal;
use crate::document::{Dictionary, Document, Object};
use crate::text_string;

/// What the numbers of `AFDate_Format` stand for.
const NUMBERED: [&str; 14] = [
    "m/d",
    "m/d/yy",
    "mm/dd/yy",
    "mm/yy",
    "d-mmm",
    "d-mmm-yy",
    "dd-mmm-yy",
    "yy-mm-dd",
    "mmm-yy",
    "mmmm-yy",
    "mmm d, yyyy",
    "mmmm d, yyyy",
    "m/d/yy h:MM tt",
    "m/d/yy HH:MM",
];

/// The format, from the script that formats the value or else from the one that checks what is
/// typed.
pub(super) fn of(document: &dyn Document, terminal: &Terminal) -> Result<Option<String>, PdfError> {
    let widgets = terminal.widgets.iter().map(|widget| &widget.dictionary);
    for dictionary in std::iter::once(&terminal.own).chain(widgets) {
        let actions = document.dictionary(dictionary, b"AA")?;
        for trigger in [&b"F"[..], b"K"] {
            let action = document.dictionary(&actions, trigger)?;
            if let Some(format) = script(document, &action)?.as_deref().and_then(format) {
                return Ok(Some(format));
            }
        }
    }
    Ok(None)
}

/// The text of a script. One that cannot be read says nothing about dates.
fn script(document: &dyn Document, action: &Dictionary) -> Result<Option<String>, PdfError> {
    let bytes = match document.get(action, b"JS")? {
        Object::String(bytes) => bytes,
        Object::Stream(dictionary, id) => document
            .stream_bytes(&dictionary, id)
            .unwrap_or_default()
            .into(),
        _ => return Ok(None),
    };
    Ok(text_string::decode(&bytes).ok())
}

fn format(script: &str) -> Option<String> {
    for call in ["AFDate_FormatEx(", "AFDate_KeystrokeEx("] {
        if let Some(argument) = argument(script, call) {
            let quote = argument
                .chars()
                .next()
                .filter(|quote| matches!(quote, '"' | '\''))?;
            let format = argument[1..].split(quote).next()?;
            return (!format.is_empty()).then(|| format.to_owned());
        }
    }
    for call in ["AFDate_Format(", "AFDate_Keystroke("] {
        if let Some(argument) = argument(script, call) {
            let digits: String = argument.chars().take_while(char::is_ascii_digit).collect();
            let index: usize = digits.parse().ok()?;
            return NUMBERED.get(index).map(|format| (*format).to_owned());
        }
    }
    None
}

fn argument<'script>(script: &'script str, call: &str) -> Option<&'script str> {
    script.split_once(call).map(|(_, rest)| rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::format;

    #[test]
    fn the_format_is_found_in_acrobat_scripts() {
        for (script, expected) in [
            (r#"AFDate_FormatEx("dd.mm.yyyy");"#, Some("dd.mm.yyyy")),
            ("AFDate_KeystrokeEx( 'yyyy-mm-dd' )", Some("yyyy-mm-dd")),
            ("if (x) { AFDate_Format(2); }", Some("mm/dd/yy")),
            ("AFDate_Format(99)", None),
            ("AFNumber_Format(2, 0)", None),
            ("AFDate_FormatEx(", None),
            ("AFDate_FormatEx(ä)", None),
        ] {
            assert_eq!(format(script).as_deref(), expected, "{script}");
        }
    }
}
