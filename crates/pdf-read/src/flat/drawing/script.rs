//! The plain content streams that are written for all pages, with the strings, fonts and shapes in
//! them.

mod written;

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use ports::PdfError;

use self::written::{PAGE_BEGIN, contents, is_text, write_pieces, write_state};
use super::clip::ClipArea;
use super::font::Font;
use super::inner_texts::InnerTexts;
use super::marks::Marked;
use super::shapes::PaintedShapes;
use super::state::{GraphicsState, TextState};
use crate::document::content::OperatorSet;
use crate::document::{Document, Id, Object};
use crate::limits::{DRAWN_BYTES_MAX, FONTS_MAX, MAP_BYTES_MAX, STRINGS_MAX};

/// A string that is shown.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::flat) struct Shown {
    /// Page number, from 0.
    pub(in crate::flat) page: usize,
    /// The area in which it can be seen, as far as that is known.
    pub(in crate::flat) clip: Option<ClipArea>,
    /// The number of its font.
    pub(in crate::flat) font: usize,
    pub(in crate::flat) bytes: Rc<[u8]>,
    /// Whether its font tells all of its characters, as far as that is known beforehand.
    pub(in crate::flat) is_known: bool,
    is_composite: bool,
    /// Whether it is drawn without being seen (9.3.6).
    pub(in crate::flat) is_hidden: bool,
}

impl Shown {
    /// Whether a string can have this many characters: of one byte each, in composite fonts mostly
    /// of two. With any other count the library has passed over characters.
    pub(in crate::flat) fn has_characters(&self, count: usize) -> bool {
        let bytes = self.bytes.len();
        count == bytes || (self.is_composite && 2 * count == bytes)
    }
}

/// A line that marked content says something about.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::flat) struct MarkedLine {
    /// The strings that draw it.
    pub(in crate::flat) strings: Range<usize>,
    /// Its characters in the order in which they are read, the white space behind it, the name of
    /// the field whose value it is, or the letters of a ligature.
    pub(in crate::flat) text: String,
}

/// The pages written so far, with the fonts that they use.
#[derive(Default)]
pub(in crate::flat) struct Script {
    pages: Vec<String>,
    fonts: Vec<Font>,
    /// Bytes of their maps to Unicode.
    map_bytes: usize,
    /// The numbers of the fonts by where they stand, and what keeps a place from being another's.
    font_at: HashMap<FontPlace, (usize, Object)>,
    /// Bytes of content streams drawn so far.
    drawn_bytes: usize,
    shown: Vec<Shown>,
    pub(in crate::flat) shapes: PaintedShapes,
    pub(in crate::flat) inner_texts: InnerTexts,
    lines: Vec<MarkedLine>,
    line_ends: Vec<MarkedLine>,
    fields: Vec<MarkedLine>,
    letters: Vec<MarkedLine>,
    /// Numbers, from 0, of the pages with text in a font that the file does not have.
    without_font: Vec<usize>,
    written_state: Option<TextState>,
}

/// Where a font stands: as an object, or within another one that is kept with the font.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum FontPlace {
    Object(Id),
    Within(usize),
}

impl FontPlace {
    fn of(object: &Object) -> Option<Self> {
        match object {
            Object::Reference(id) => Some(Self::Object(*id)),
            Object::Dictionary(font) => Some(Self::Within(font.address())),
            _ => None,
        }
    }
}

impl Script {
    pub(in crate::flat) fn new(wanted: OperatorSet) -> Self {
        Self {
            shapes: PaintedShapes::new(wanted),
            ..Self::default()
        }
    }

    /// Counts the bytes of a content stream each time it is drawn. An error beyond
    /// `DRAWN_BYTES_MAX`.
    pub(super) fn count_drawn(&mut self, bytes: usize) -> Result<(), PdfError> {
        self.drawn_bytes = self.drawn_bytes.saturating_add(bytes);
        if self.drawn_bytes > DRAWN_BYTES_MAX {
            return Err(PdfError::TooComplex(format!(
                "more than {DRAWN_BYTES_MAX} bytes that draw its pages"
            )));
        }
        Ok(())
    }

    pub(in crate::flat) fn begin_page(&mut self) {
        self.shapes.page = self.pages.len();
        self.pages.push(PAGE_BEGIN.to_owned());
        self.written_state = None;
    }

    /// The content streams. Fonts are named `F0` and on.
    pub(in crate::flat) fn contents(&self) -> Vec<Vec<u8>> {
        contents(&self.pages)
    }

    /// The fonts in the order of their names, as references or dictionaries.
    pub(in crate::flat) fn fonts(&self) -> impl Iterator<Item = &Object> {
        self.fonts.iter().map(|font| &font.plain)
    }

    /// The fonts in the same order, as the file has them.
    pub(in crate::flat) fn file_fonts(&self) -> impl Iterator<Item = &Object> {
        self.fonts.iter().map(|font| &font.object)
    }

    /// Whether two scripts draw the same text and shapes with the same fonts.
    pub(in crate::flat) fn is_like(&self, other: &Self) -> bool {
        let fonts = |script: &Self| script.fonts().cloned().collect::<Vec<_>>();
        self.pages == other.pages
            && self.lines == other.lines
            && self.line_ends == other.line_ends
            && self.fields == other.fields
            && self.letters == other.letters
            && self.shown == other.shown
            && self.shapes == other.shapes
            && self.without_font == other.without_font
            && self.inner_texts.pages().eq(other.inner_texts.pages())
            && fonts(self) == fonts(other)
    }

    /// The strings that are shown, in order.
    pub(in crate::flat) fn shown(&self) -> &[Shown] {
        &self.shown
    }

    /// The lines of which it is marked what stands between them and the next, in order.
    pub(in crate::flat) fn line_ends(&self) -> &[MarkedLine] {
        &self.line_ends
    }

    /// What is marked as the value of a field, in order.
    pub(in crate::flat) fn fields(&self) -> &[MarkedLine] {
        &self.fields
    }

    /// What may be ligatures, with their letters, in order.
    pub(in crate::flat) fn letters(&self) -> &[MarkedLine] {
        &self.letters
    }

    /// The lines that are marked, in order.
    pub(in crate::flat) fn lines(&self) -> &[MarkedLine] {
        &self.lines
    }

    /// Records that the strings from one on are a marked line, end with a line end, are the value
    /// of a field, or may be a ligature. Of nested marks only the inner one counts.
    pub(super) fn mark(&mut self, marked: Option<Marked>) {
        let Some(marked) = marked else {
            return;
        };
        let (lines, first, text) = match marked {
            Marked::Line(first, text) => (&mut self.lines, first, text),
            Marked::LineEnd(first, text) => (&mut self.line_ends, first, text),
            Marked::Field(first, text) => (&mut self.fields, first, text),
            Marked::Letters(first, text) => (&mut self.letters, first, text),
        };
        let after_last = lines.last().is_none_or(|last| last.strings.end <= first);
        if after_last && first < self.shown.len() {
            let strings = first..self.shown.len();
            lines.push(MarkedLine { strings, text });
        }
    }

    /// Numbers, from 0, of the pages with text in a font that the file does not have.
    pub(in crate::flat) fn without_font(&self) -> &[usize] {
        &self.without_font
    }

    /// The number of a font; `None` if it is none.
    pub(super) fn font(
        &mut self,
        document: &dyn Document,
        object: Object,
    ) -> Result<Option<usize>, PdfError> {
        let place = FontPlace::of(&object);
        if let Some((known, _)) = place.and_then(|place| self.font_at.get(&place)) {
            return Ok(Some(*known));
        }
        let Some(font) = Font::read(document, object.clone())? else {
            return Ok(None);
        };
        self.map_bytes = self.map_bytes.saturating_add(font.map_bytes);
        if self.fonts.len() >= FONTS_MAX || self.map_bytes > MAP_BYTES_MAX {
            return Err(PdfError::TooComplex(format!(
                "more than {FONTS_MAX} fonts on its pages, or {MAP_BYTES_MAX} bytes that say which \
                    characters those draw"
            )));
        }
        self.fonts.push(font);
        let number = self.fonts.len() - 1;
        self.font_at
            .extend(place.map(|place| (place, (number, object))));
        Ok(Some(number))
    }

    /// Shows a string, or an array of strings and numbers that move them.
    pub(super) fn show(
        &mut self,
        state: &mut GraphicsState,
        text: Option<&Object>,
    ) -> Result<(), PdfError> {
        let pieces = match text {
            Some(Object::Array(pieces)) => pieces,
            Some(single) => std::slice::from_ref(single),
            None => &[],
        };
        if self.inner_texts.take(pieces.iter().any(is_text)) {
            return Ok(());
        }
        let page = self.shapes.page;
        let number = state.text.font.unwrap_or(usize::MAX);
        let (Some(written), Some(font)) = (self.pages.last_mut(), self.fonts.get(number)) else {
            if pieces.iter().any(is_text) {
                self.without_font.push(page);
            }
            return Ok(());
        };
        for piece in pieces.iter().filter(|piece| is_text(piece)) {
            if let Object::String(bytes) = piece {
                self.shown.push(Shown {
                    page,
                    clip: state.clip,
                    font: number,
                    bytes: Rc::clone(bytes),
                    is_known: font.knows(bytes),
                    is_composite: font.is_composite,
                    is_hidden: state.hides_text,
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

#[cfg(test)]
mod tests {
    use super::{DRAWN_BYTES_MAX, Script};

    #[test]
    fn count_drawn_refuses_more_than_its_bound_however_it_is_drawn() {
        let mut script = Script::default();
        assert!(script.count_drawn(DRAWN_BYTES_MAX - 1).is_ok());
        assert!(script.count_drawn(1).is_ok());
        assert!(script.count_drawn(1).is_err());
        assert!(Script::default().count_drawn(usize::MAX).is_err());
    }
}
