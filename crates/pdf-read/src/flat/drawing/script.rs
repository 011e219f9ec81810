//! The plain content streams that are written of all pages.

use std::fmt::Write;
use std::ops::Range;

use ports::PdfError;

use super::font::Font;
use super::state::{GraphicsState, TextState};
use crate::document::{Document, Object};
use crate::limits::STRINGS_MAX;

#[derive(Debug, Clone, Copy)]
pub(in crate::flat) struct Shown {
    bytes: usize,
    is_composite: bool,
}

impl Shown {
    /// Whether a string can have this many characters: of one byte each, in composite fonts mostly
    /// of two. Other numbers mean that characters were passed over.
    pub(in crate::flat) fn has_characters(self, count: usize) -> bool {
        count == self.bytes || (self.is_composite && 2 * count == self.bytes)
    }
}

/// A line of which the order of its characters is said.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::flat) struct MarkedLine {
    /// The strings that draw it.
    pub(in crate::flat) strings: Range<usize>,
    /// Its characters in the order in which they are read.
    pub(in crate::flat) text: String,
}

/// The pages written so far, with the fonts that they use.
#[derive(Default)]
pub(in crate::flat) struct Script {
    pages: Vec<String>,
    fonts: Vec<Font>,
    shown: Vec<Shown>,
    lines: Vec<MarkedLine>,
    /// Numbers, from 1, of the pages with text in a font that the file does not have or that does
    /// not tell its characters.
    unreadable_pages: Vec<usize>,
    written_state: Option<TextState>,
}

impl Script {
    pub(in crate::flat) fn begin_page(&mut self) {
        self.pages.push("BT\n".to_owned());
        self.written_state = None;
    }

    /// The content streams, one for each page. Fonts are named `F0` and on.
    pub(in crate::flat) fn contents(&self) -> impl Iterator<Item = Vec<u8>> {
        self.pages
            .iter()
            .map(|page| format!("{page}ET").into_bytes())
    }

    /// The fonts: references or dictionaries.
    pub(in crate::flat) fn fonts(&self) -> impl Iterator<Item = &Object> {
        self.fonts.iter().map(|font| &font.plain)
    }

    /// Whether two scripts show the same.
    pub(in crate::flat) fn is_like(&self, other: &Self) -> bool {
        let fonts = |script: &Self| script.fonts().cloned().collect::<Vec<_>>();
        self.pages == other.pages
            && self.lines == other.lines
            && self.unreadable_pages == other.unreadable_pages
            && fonts(self) == fonts(other)
    }

    /// The strings that are shown, in order.
    pub(in crate::flat) fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// The lines that are marked, in order.
    pub(in crate::flat) fn lines(&self) -> &[MarkedLine] {
        &self.lines
    }

    /// Marks the strings from one on as a line; those of a line within another belong to the inner.
    pub(super) fn mark_line(&mut self, first: usize, text: String) {
        let after_last = self
            .lines
            .last()
            .is_none_or(|last| last.strings.end <= first);
        if after_last && first < self.shown.len() {
            let strings = first..self.shown.len();
            self.lines.push(MarkedLine { strings, text });
        }
    }

    /// Numbers, from 1, of the pages with text in a font that the file does not have or that does
    /// not tell its characters.
    pub(in crate::flat) fn unreadable_pages(&self) -> &[usize] {
        &self.unreadable_pages
    }

    /// The number of a font; `None` if it is none.
    pub(super) fn font(
        &mut self,
        document: &dyn Document,
        object: Object,
    ) -> Result<Option<usize>, PdfError> {
        let known = self.fonts.iter().position(|font| font.object == object);
        if known.is_some() {
            return Ok(known);
        }
        let Some(font) = Font::read(document, object)? else {
            return Ok(None);
        };
        self.fonts.push(font);
        Ok(Some(self.fonts.len() - 1))
    }

    /// Shows a string, or an array of strings and numbers that move them.
    pub(super) fn show(
        &mut self,
        state: &mut GraphicsState,
        text: Option<&Object>,
    ) -> Result<(), PdfError> {
        let pieces = match text {
            Some(Object::Array(pieces)) => pieces.as_slice(),
            Some(single) => std::slice::from_ref(single),
            None => &[],
        };
        let page = self.pages.len();
        let font = state.text.font.and_then(|font| self.fonts.get(font));
        let (Some(written), Some(font)) = (self.pages.last_mut(), font) else {
            if pieces.iter().any(is_text) {
                self.unreadable_pages.push(page);
            }
            return Ok(());
        };
        for piece in pieces.iter().filter(|piece| is_text(piece)) {
            if let Object::String(bytes) = piece {
                if !font.knows(bytes) {
                    self.unreadable_pages.push(page);
                }
                self.shown.push(Shown {
                    bytes: bytes.len(),
                    is_composite: font.is_composite,
                });
            }
        }
        if self.shown.len() > STRINGS_MAX {
            return Err(PdfError::TooComplex(format!(
                "more than {STRINGS_MAX} texts on its pages"
            )));
        }
        if self.written_state.as_ref() != Some(&state.text) {
            write_state(written, &state.text);
            self.written_state = Some(state.text.clone());
        }
        if state.is_moved {
            for number in state.position().0 {
                written.push_str(&format!("{number} "));
            }
            written.push_str("Tm\n");
            state.is_moved = false;
        }
        write_pieces(written, pieces);
        Ok(())
    }
}

fn is_text(piece: &Object) -> bool {
    matches!(piece, Object::String(bytes) if !bytes.is_empty())
}

fn write_state(written: &mut String, text: &TextState) {
    // Writing into memory cannot fail.
    let _ = writeln!(
        written,
        "/F{} {} Tf {} Tc {} Tw {} Tz {} Ts",
        text.font.unwrap_or_default(),
        text.size,
        text.character_spacing,
        text.word_spacing,
        text.scaling,
        text.rise
    );
}

fn write_pieces(written: &mut String, pieces: &[Object]) {
    written.push('[');
    for piece in pieces {
        match piece {
            Object::String(bytes) if is_text(piece) => {
                written.push('<');
                for byte in bytes {
                    let _ = write!(written, "{byte:02x}");
                }
                written.push('>');
            }
            number => {
                if let Some(number) = number.number() {
                    let _ = write!(written, "{number} ");
                }
            }
        }
    }
    written.push_str("] TJ\n");
}
