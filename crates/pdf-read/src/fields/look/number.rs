//! The number that the looks of a field show. Left out on purpose: numbers whose digits are grouped
//! by anything but points and commas, and texts in encodings of a font's own.

use ports::PdfError;

use super::font::Font;
use super::{Looks, seen};
use crate::annotations::normal_looks;
use crate::document::content::{OperatorSet, operations};
use crate::document::{Dictionary, Document, Id, Object};
use crate::fields::group::Group;
use crate::limits::LOOK_BYTES_MAX;
use crate::steps::step;

impl Looks {
    /// The digits and marks that all looks of a field show, without what stands around them.
    pub(in crate::fields) fn number(
        &mut self,
        document: &dyn Document,
        group: &Group,
    ) -> Result<Option<String>, PdfError> {
        let widgets = group.terminals().flat_map(|terminal| &terminal.widgets);
        let mut number = None;
        for widget in seen(document, widgets)? {
            for (entries, id) in normal_looks(document, &widget.dictionary).unwrap_or_default() {
                step();
                let shown = self.text(document, &entries, id);
                let shown = shown.as_deref().and_then(number_in);
                if shown.is_none() || number.is_some() && number != shown {
                    return Ok(None);
                }
                number = shown;
            }
        }
        Ok(number)
    }

    /// The text of one look. Bytes that are no letters of ASCII come as U+FFFD.
    fn text(&mut self, document: &dyn Document, entries: &Dictionary, id: Id) -> Option<String> {
        let bytes_max = LOOK_BYTES_MAX.min(self.bytes_left);
        let bytes = document.stream_bytes_within(entries, id, bytes_max).ok()?;
        self.bytes_left -= bytes.len();
        let mut font = Font::default();
        let mut text = String::new();
        for operation in operations(&bytes, OperatorSet::Text).ok()? {
            match (operation.operator.as_slice(), operation.operands.as_slice()) {
                (b"Do", _) => return None,
                // They may bring back another font; what is not known is no number.
                (b"Q" | b"gs", _) => font = font.with_unknown_codes(),
                (b"Tf", [Object::Name(name), ..]) => {
                    let found = self
                        .fonts
                        .find(document, entries, name, &mut self.bytes_left);
                    font = found.ok()?;
                }
                (b"Tj" | b"TJ" | b"'" | b"\"", operands) => {
                    for string in operands.iter().flat_map(strings) {
                        match &font {
                            Font::OfCodes(map) => text.push_str(&map.as_ref()?.text(string)?.0),
                            Font::OfBytes => text.extend(string.iter().map(|byte| letter(*byte))),
                        }
                    }
                }
                _ => {}
            }
        }
        Some(text)
    }
}

/// The strings of an operand, one by one.
fn strings<'operand>(operand: &'operand Object) -> Vec<&'operand [u8]> {
    let string = |object: &'operand Object| match object {
        Object::String(bytes) => Some(&**bytes),
        _ => None,
    };
    match operand {
        Object::Array(members) => members.iter().filter_map(string).collect(),
        operand => string(operand).into_iter().collect(),
    }
}

fn letter(byte: u8) -> char {
    match byte.is_ascii() {
        true => char::from(byte),
        false => char::REPLACEMENT_CHARACTER,
    }
}

fn number_in(text: &str) -> Option<String> {
    let number = text.trim_matches(|character: char| !character.is_ascii_digit());
    let is_number = |character: char| character.is_ascii_digit() || ".,".contains(character);
    (!number.is_empty() && number.chars().all(is_number)).then(|| number.to_owned())
}

#[cfg(test)]
mod tests {
    use super::number_in;

    #[test]
    fn a_number_is_found_among_what_stands_around_it() {
        for (text, expected) in [
            ("3,71 \u{fffd}", Some("3,71")),
            ("EUR 1.234,50", Some("1.234,50")),
            ("3.705", Some("3.705")),
            ("1 234,50", None),
            ("3,71 / 4,00", None),
            ("Summe", None),
            ("", None),
        ] {
            assert_eq!(number_in(text).as_deref(), expected, "{text}");
        }
    }
}
