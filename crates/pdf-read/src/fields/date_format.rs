//! The date format that a field's script asks for (Acrobat JavaScript: `AFDate_FormatEx`,
//! `AFDate_Format` and their `Keystroke` twins).
//!
//! The script is only searched for these calls, never run.

use std::collections::HashMap;
use std::rc::Rc;

use ports::PdfError;

use super::tree::Terminal;
use crate::document::{Document, Id, Object};
use crate::limits::{SCRIPT_BYTES_MAX, TOTAL_SCRIPT_BYTES_MAX};
use crate::steps::step;
use crate::text_string;

/// Searching so many bytes is one step.
const BYTES_OF_A_STEP: usize = 64;

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

/// The formats of all scripts of a file. Each script is unpacked and searched once, however many
/// fields share it.
#[derive(Default)]
pub(super) struct DateFormats {
    known: HashMap<ScriptPlace, Option<String>>,
    /// Kept, so that no other string comes to lie where one of them was.
    strings: Vec<Rc<[u8]>>,
    total_bytes: usize,
}

/// What tells one script from another.
#[derive(PartialEq, Eq, Hash)]
enum ScriptPlace {
    /// Where the bytes of a string lie.
    Address(usize),
    Stream(Id),
}

impl DateFormats {
    /// The format, from the script that formats the value or else from the one that checks what is
    /// typed.
    pub(super) fn find(
        &mut self,
        document: &dyn Document,
        terminal: &Terminal,
    ) -> Result<Option<String>, PdfError> {
        let widgets = terminal.widgets.iter().map(|widget| &widget.dictionary);
        for dictionary in std::iter::once(&terminal.own).chain(widgets) {
            let actions = document.dictionary(dictionary, b"AA")?;
            for trigger in [&b"F"[..], b"K"] {
                let action = document.dictionary(&actions, trigger)?;
                let script = document.get(&action, b"JS")?;
                if let Some(format) = self.of_script(document, &script)? {
                    return Ok(Some(format));
                }
            }
        }
        Ok(None)
    }

    /// One that cannot be read, or is longer than any that only formats, says nothing about dates.
    fn of_script(
        &mut self,
        document: &dyn Document,
        script: &Object,
    ) -> Result<Option<String>, PdfError> {
        let place = match script {
            Object::String(bytes) => ScriptPlace::Address(bytes.as_ptr().addr()),
            Object::Stream(_, id) => ScriptPlace::Stream(*id),
            _ => return Ok(None),
        };
        if let Some(known) = self.known.get(&place) {
            return Ok(known.clone());
        }
        let bytes = match script {
            Object::String(bytes) => {
                self.strings.push(Rc::clone(bytes));
                Some(Rc::clone(bytes))
            }
            Object::Stream(dictionary, id) => {
                let bytes = document.stream_bytes_within(dictionary, *id, SCRIPT_BYTES_MAX);
                bytes.ok().map(Rc::from)
            }
            _ => None,
        };
        // Of one that breaks off it is not known how much of it was unpacked.
        let length = bytes.as_ref().map_or(SCRIPT_BYTES_MAX, |bytes| bytes.len());
        self.total_bytes = self.total_bytes.saturating_add(length);
        if self.total_bytes > TOTAL_SCRIPT_BYTES_MAX {
            return Err(PdfError::TooComplex(format!(
                "more than {TOTAL_SCRIPT_BYTES_MAX} bytes of scripts"
            )));
        }
        let format = bytes.and_then(|bytes| searched(&bytes));
        self.known.insert(place, format.clone());
        Ok(format)
    }
}

fn searched(script: &[u8]) -> Option<String> {
    script.chunks(BYTES_OF_A_STEP).for_each(|_| step());
    format(&text_string::decode(script).ok()?)
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
