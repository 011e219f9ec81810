//! The format that a field's script asks for (Acrobat JavaScript): of a date (`AFDate_FormatEx`,
//! `AFDate_Format`) or of a number (`AFNumber_Format`), and their `Keystroke` twins.
//!
//! The script is only searched for these calls, never run.

use std::collections::HashMap;
use std::rc::Rc;

use forms::form_content::NumberFormat;
use pdf_syntax::text_string;
use ports::PdfError;

use super::tree::Terminal;
use crate::document::{Document, Id, Object};
use crate::limits::{SCRIPT_BYTES_MAX, TOTAL_SCRIPT_BYTES_MAX};
use crate::steps::search_steps;

/// A call that asks for more decimal places is ignored.
const DECIMALS_MAX: u8 = 9;

/// Longest currency, in characters; a longer text is not taken for one.
const CURRENCY_LENGTH_MAX: usize = 20;

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

/// The format that a field's scripts give its value: of a date, of a number, or none.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ValueFormat {
    pub(super) date: Option<String>,
    pub(super) number: Option<NumberFormat>,
}

/// The formats of all scripts of a file. Each script is unpacked and searched once, however many
/// fields share it.
#[derive(Default)]
pub(super) struct ValueFormats {
    known: HashMap<ScriptPlace, ValueFormat>,
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

impl ValueFormats {
    /// The format, from the script that formats the value or else from the one that checks what is
    /// typed.
    pub(super) fn find(
        &mut self,
        document: &dyn Document,
        terminal: &Terminal,
    ) -> Result<ValueFormat, PdfError> {
        let widgets = terminal.widgets.iter().map(|widget| &widget.dictionary);
        for dictionary in std::iter::once(&terminal.own).chain(widgets) {
            let actions = document.dictionary(dictionary, b"AA")?;
            for trigger in [&b"F"[..], b"K"] {
                let action = document.dictionary(&actions, trigger)?;
                let script = document.get(&action, b"JS")?;
                let format = self.of_script(document, &script)?;
                if format != ValueFormat::default() {
                    return Ok(format);
                }
            }
        }
        Ok(ValueFormat::default())
    }

    /// The format that a script names. One that cannot be decoded, or is a stream of more than
    /// `SCRIPT_BYTES_MAX`, names none.
    fn of_script(
        &mut self,
        document: &dyn Document,
        script: &Object,
    ) -> Result<ValueFormat, PdfError> {
        let place = match script {
            Object::String(bytes) => ScriptPlace::Address(bytes.as_ptr().addr()),
            Object::Stream(_, id) => ScriptPlace::Stream(*id),
            _ => return Ok(ValueFormat::default()),
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
        let format = bytes.map(|bytes| searched(&bytes)).unwrap_or_default();
        self.known.insert(place, format.clone());
        Ok(format)
    }
}

fn searched(script: &[u8]) -> ValueFormat {
    search_steps(script.len());
    let script = text_string::decode(script).unwrap_or_default();
    ValueFormat {
        date: date(&script),
        number: number(&script),
    }
}

fn date(script: &str) -> Option<String> {
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

/// `AFNumber_Format(decimals, separators, negative, 0, "currency", before)`.
fn number(script: &str) -> Option<NumberFormat> {
    let calls = ["AFNumber_Format(", "AFNumber_Keystroke("];
    let arguments = calls.iter().find_map(|call| argument(script, call))?;
    let (decimals, rest) = arguments.split_once(',')?;
    let decimals = decimals.trim().parse().ok()?;
    let mut quoted = rest.splitn(3, ['"', '\'']).skip(1);
    let currency = quoted.next().unwrap_or_default();
    let is_format = decimals <= DECIMALS_MAX && currency.chars().count() <= CURRENCY_LENGTH_MAX;
    is_format.then(|| NumberFormat {
        decimals,
        currency: unescaped(currency),
    })
}

/// A string of JavaScript with its `\uXXXX` as characters: currencies are written so. LibreOffice
/// leaves out the zeros in front (`\u20`).
fn unescaped(text: &str) -> String {
    let mut pieces = text.split("\\u");
    let mut unescaped = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let is_digit = |character: &char| character.is_ascii_hexdigit();
        let length = piece.chars().take(4).take_while(is_digit).count();
        let (code, rest) = piece.split_at(length);
        let code = u32::from_str_radix(code, 16).ok();
        match code.and_then(char::from_u32) {
            Some(character) => {
                unescaped.push(character);
                unescaped.push_str(rest);
            }
            None => unescaped.push_str(piece),
        }
    }
    unescaped
}

#[cfg(test)]
mod tests {
    use super::{date, number};

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
            assert_eq!(date(script).as_deref(), expected, "{script}");
        }
    }

    #[test]
    fn the_number_format_is_found_in_acrobat_scripts() {
        for (script, expected) in [
            (
                r#"AFNumber_Format(2, 2, 0, 0, " \u20ac", false);"#,
                Some((2, " €")),
            ),
            (
                r#"AFNumber_Format(2, 0, 0, 0, "\u20", false);"#,
                Some((2, " ")),
            ),
            (
                r#"AFNumber_Format(2, 0, 0, 0, "\u20\u20ac", false);"#,
                Some((2, " €")),
            ),
            ("AFNumber_Keystroke(0, 1, 0, 0, '', true)", Some((0, ""))),
            ("AFNumber_Format(2, 0)", Some((2, ""))),
            ("AFNumber_Format(99, 0)", None),
            ("AFNumber_Format(", None),
            ("AFNumber_Format(2, 0, 0, 0, \"\\uZZ", Some((2, "ZZ"))),
            (r#"AFDate_FormatEx("dd.mm.yyyy");"#, None),
        ] {
            let found = number(script);
            let found = found
                .as_ref()
                .map(|format| (format.decimals, format.currency.as_str()));
            assert_eq!(found, expected, "{script}");
        }
    }
}
