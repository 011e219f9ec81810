//! Gathers the characters that the pages draw, each with its place as the page is shown.

use std::rc::Rc;

use forms::form_content::PagePlace;
use pdf_extract::{MediaBox, OutputDev, OutputError, Transform};
use ports::PdfError;

use super::drawing::{ClipArea, Script, Shown};
use super::miswritten::put_right;
use super::page_glyph::{PageGlyph, UprightPlace};
use super::turns;
use crate::limits::{GLYPHS_MAX, TOTAL_TEXT_BYTES_MAX};
use crate::pages::Pages;

const SOFT_HYPHEN: char = '\u{AD}';

/// Receives what the library `pdf-extract` draws.
pub(super) struct Collector<'pages> {
    pages: &'pages Pages,
    page: usize,
    /// The strings that will be drawn, in order.
    shown: &'pages [Shown],
    strings: usize,
    /// How many characters the string has so far.
    characters: usize,
    /// The area in which the string can be seen.
    clip: Option<Rc<PagePlace>>,
    glyphs: Vec<PageGlyph>,
    /// Of their texts: a font may give a character one of any length.
    bytes: usize,
    undecodable: Vec<Undecodable>,
    is_full: bool,
}

/// All characters, in the order in which they were drawn, and what is not known of them.
pub(super) struct DrawnText {
    pub(super) glyphs: Vec<PageGlyph>,
    /// What no Unicode is given for, as often as that is seen. Strings with characters that are not
    /// to be trusted are others.
    pub(super) undecodable: Vec<Undecodable>,
}

/// A character that is not known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Undecodable {
    /// Page number, from 0.
    pub(super) page: usize,
    /// The number of the string that draws it; `None` where there is no font to draw it with.
    pub(super) string: Option<usize>,
}

impl<'pages> Collector<'pages> {
    pub(super) fn new(pages: &'pages Pages, script: &'pages Script) -> Self {
        let without_font = script.without_font().iter();
        let without_font = without_font.map(|page| Undecodable {
            page: *page,
            string: None,
        });
        Self {
            pages,
            page: 0,
            shown: script.shown(),
            strings: 0,
            characters: 0,
            clip: None,
            glyphs: Vec::new(),
            bytes: 0,
            undecodable: without_font.collect(),
            is_full: false,
        }
    }

    /// Whether all strings were drawn.
    pub(super) fn is_complete(&self) -> bool {
        self.strings == self.shown.len()
    }

    pub(super) fn finish(self) -> Result<DrawnText, PdfError> {
        if self.is_full {
            return Err(PdfError::TooComplex(format!(
                "more than {GLYPHS_MAX} characters or {TOTAL_TEXT_BYTES_MAX} bytes of text on its \
                 pages"
            )));
        }
        Ok(DrawnText {
            glyphs: self.glyphs,
            undecodable: self.undecodable,
        })
    }

    fn name_undecodable(&mut self) {
        self.undecodable.push(Undecodable {
            page: self.page,
            string: Some(self.strings),
        });
    }

    /// The area in which the string can be seen.
    fn clip(&self) -> Option<PagePlace> {
        let area = self.shown.get(self.strings)?.clip?;
        let area = Some(area).filter(|area| area.left <= area.right && area.bottom <= area.top)?;
        place(self.pages, self.page, area)
    }

    /// The character, if it stands anywhere on a page.
    fn glyph(
        &self,
        transform: &Transform,
        advance: f64,
        font_size: f64,
        text: &str,
    ) -> Option<PageGlyph> {
        let page = self.pages.get(self.page)?;
        let shown =
            |horizontal: f64, vertical: f64| page.shown(narrow(horizontal), narrow(vertical));
        let start = shown(transform.m31, transform.m32);
        let end = shown(
            transform.m31 + advance * transform.m11,
            transform.m32 + advance * transform.m12,
        );
        let top = shown(
            transform.m31 + font_size * transform.m21,
            transform.m32 + font_size * transform.m22,
        );
        let size = (top.0 - start.0).hypot(top.1 - start.1);
        // What takes no room, as an accent, runs as its font does.
        let ahead = match advance {
            0.0 => shown(
                transform.m31 + font_size * transform.m11,
                transform.m32 + font_size * transform.m12,
            ),
            _ => end,
        };
        let (right, down) = (ahead.0 - start.0, ahead.1 - start.1);
        let is_upright = right >= 0.0 && right >= 4.0 * down.abs();
        let turns = turns::of_direction(right, down);
        let glyph = PageGlyph {
            page: self.page,
            text: text.to_owned(),
            left: start.0.min(end.0),
            right: start.0.max(end.0),
            clip: self.clip.clone(),
            baseline: start.1,
            size,
            line_end: None,
            is_whole_line: false,
            field: None,
            string: self.strings,
            turned: (!is_upright).then_some(self.strings),
            turns,
            upright: UprightPlace::of(start, end, turns),
        };
        let finite = [glyph.left, glyph.right, glyph.baseline, glyph.size]
            .iter()
            .all(|number| number.is_finite());
        finite.then_some(glyph)
    }
}

impl OutputDev for Collector<'_> {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }

    fn output_character(
        &mut self,
        transform: &Transform,
        width: f64,
        spacing: f64,
        font_size: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        self.bytes += text.len();
        if self.glyphs.len() >= GLYPHS_MAX || self.bytes > TOTAL_TEXT_BYTES_MAX {
            self.is_full = true;
            return Err(OutputError::FormatError(std::fmt::Error));
        }
        self.characters += 1;
        let text: String = put_right(text)
            .chars()
            .map(|character| as_seen(character, width))
            .collect();
        if !is_decoded(&text) {
            self.name_undecodable();
        }
        let glyph = self.glyph(transform, width * font_size + spacing, font_size, &text);
        self.glyphs.extend(glyph);
        Ok(())
    }

    fn begin_word(&mut self) -> Result<(), OutputError> {
        self.characters = 0;
        // The library is shown several pages as one.
        self.page = self
            .shown
            .get(self.strings)
            .map_or(self.page, |shown| shown.page);
        self.clip = self.clip().map(Rc::new);
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), OutputError> {
        let shown = self.shown.get(self.strings);
        if shown.is_some_and(|shown| !shown.has_characters(self.characters)) {
            self.name_undecodable();
        }
        self.strings += 1;
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

/// Where an area of a page is shown; nowhere if that is too far away for a number.
pub(super) fn place(pages: &Pages, number: usize, area: ClipArea) -> Option<PagePlace> {
    let page = pages.get(number)?;
    let one = page.shown(narrow(area.left), narrow(area.bottom));
    let other = page.shown(narrow(area.right), narrow(area.top));
    let place = PagePlace {
        page: number,
        left: one.0.min(other.0),
        top: one.1.min(other.1),
        width: (one.0 - other.0).abs(),
        height: (one.1 - other.1).abs(),
    };
    let numbers = [place.left, place.top, place.width, place.height];
    let is_finite = numbers.iter().all(|number| number.is_finite());
    is_finite.then_some(place)
}

/// Whether the characters of a glyph are known.
pub(super) fn is_decoded(text: &str) -> bool {
    let is_unmapped =
        |character: char| character.is_control() || character == char::REPLACEMENT_CHARACTER;
    !text.is_empty() && !text.chars().any(is_unmapped)
}

/// The character that people see where a font draws one of this width.
///
/// Fonts have one glyph for hyphen and soft hyphen, and programs that print a file anew call it by
/// either name. A soft hyphen that breaks no line is not drawn, so that what is drawn is a hyphen.
fn as_seen(character: char, width: f64) -> char {
    match character {
        '\t' | '\n' | '\r' => ' ',
        SOFT_HYPHEN if width > 0.0 => '-',
        _ => character,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "coordinates on a page")]
fn narrow(number: f64) -> f32 {
    number as f32
}
