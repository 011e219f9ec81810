//! What the pages of a PDF show: text, shapes, comments.

use super::{FormField, PagePlace};

/// What the pages of a PDF show beside its fields, of which it may have none.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PrintedPages {
    /// Their text with positions, page by page, the lines of notes among it.
    pub texts: Vec<PlacedText>,
    /// The comments on them.
    pub comments: Vec<FormField>,
    /// The small shapes that are painted on them, of which some may be marks in boxes.
    pub shapes: Vec<PaintedShape>,
    /// Strings of which some characters are not known. The others are among the texts.
    pub undecodable: Vec<UndecodableText>,
}

/// A string that is drawn with characters which its font does not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct UndecodableText {
    /// Page number, from 0.
    pub page: usize,
    /// SHA-256 over its font and its bytes, so that strings of two files with the same digest look
    /// the same. `None` where that is not known: it is like no other string then.
    pub glyphs: Option<[u8; 32]>,
}

/// Stands for text that is drawn and cannot be decoded. Occurs only in forms with fields; a flat
/// PDF has such text in [`PrintedPages::undecodable`].
pub const UNDECODABLE: char = char::REPLACEMENT_CHARACTER;

/// Stands in texts for letters that are drawn as one glyph and were named wrongly by a program that
/// wrote the file anew: a character that Unicode keeps free for such uses.
pub const MISWRITTEN: char = '\u{FDD0}';

/// A run of text on one line with where it stands. Runs come in reading order: page, then line,
/// then left to right.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlacedText {
    /// The characters; one word or several, never a line end.
    pub text: String,
    /// The box of the run; `height` is the font size.
    pub place: PagePlace,
    /// Its words from left to right; empty where the file only tells where the whole run stands.
    #[cfg_attr(feature = "serde", serde(default))]
    pub words: Vec<PlacedWord>,
    /// The clipping area, where the whole run lies outside of it and nobody sees it: the rest of a
    /// text for which its field has no room.
    #[cfg_attr(feature = "serde", serde(default))]
    pub clipped_by: Option<PagePlace>,
    /// The white space between this line and the next, line ends included, where the program that
    /// drew it says so: whether one word, a space or a line end was broken there.
    #[cfg_attr(feature = "serde", serde(default))]
    pub line_end: Option<String>,
    /// The name of the field in the PDF whose value it is, where the program that drew it says so.
    #[cfg_attr(feature = "serde", serde(default))]
    pub field: Option<String>,
    /// Whether its characters are in the order in which they are read, because somebody typed or a
    /// mark says them so; else they are from left to right, as they are drawn.
    pub is_ordered: bool,
}

/// A shape or picture that a page paints, no larger than a mark in a box may be, in the order in
/// which they are painted.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PaintedShape {
    /// The rectangle around it, as far as the page shows it.
    pub place: PagePlace,
    /// What its lines are like.
    pub outline: Outline,
    /// Whether its inside is painted, not only its lines.
    pub is_filled: bool,
    /// Whether it is white: it hides what was painted under it, and is not seen itself. Such a
    /// shape may be of any size.
    pub hides: bool,
}

/// What the lines of a shape are like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outline {
    /// Mostly level and upright: frames, backgrounds, rulings, the shades at edges; also pictures.
    Straight,
    /// Nothing but curves that end where they begin: a circle.
    Round,
    /// Anything else: ticks, crosses, what a pen draws.
    Free,
}

/// A word of a run, or a part of one that was drawn by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlacedWord {
    /// Where it begins in the text of the run, in bytes.
    pub start: usize,
    /// Left edge, in points.
    pub left: f32,
    /// Right edge, in points.
    pub right: f32,
    /// Whether it was drawn apart from the word before it: there is a gap without a space, or
    /// another text was drawn in between.
    pub is_apart: bool,
}

impl PlacedText {
    /// From this gap on, in font sizes, two pieces of text are two words: the narrowest spaces of
    /// common fonts are wider.
    pub const SPACE_GAP: f32 = 0.18;

    /// The middle of small letters above the base line, in font sizes: the height by which it is
    /// judged in which field a text stands, and whether it is seen.
    pub const LETTER_MIDDLE: f32 = 0.25;

    /// A text of which it is only known where the whole stands.
    pub fn new(text: impl Into<String>, place: PagePlace) -> Self {
        Self {
            text: text.into(),
            place,
            words: Vec::new(),
            clipped_by: None,
            line_end: None,
            field: None,
            is_ordered: false,
        }
    }

    /// The bottom of the run, in points from the top of the page. Small labels and large values on
    /// one line have the same bottom, not the same top.
    pub fn baseline(&self) -> f32 {
        self.place.bottom()
    }
}
