//! The fonts in which everything is set: one family of embedded open fonts, measured, broken into
//! lines and embedded as subsets.
//!
//! Promises: every character is drawn. What the main face lacks comes from fallback faces: symbols,
//! Chinese, Japanese and Korean, emoji in outline, Arabic, Hebrew, Devanagari and Thai, and from
//! the fonts that an operator adds ([`AddedFonts`]). What no face has is drawn as its code point,
//! `[U+1C50]`, so that a reader sees that it stands there. Letters that depend on those beside them
//! are shaped, and text that runs from right to left is put in order ([`shaping`]); the order in
//! which it is read is written down with it, so that copying and reading give the text again. A
//! document with more such text than forms have is put in order, but not shaped. The objects
//! written depend only on the characters shown.
//!
//! Leaves out: kerning and marks without a composed form in scripts that are not shaped, words in
//! languages that write no spaces (a line ends anywhere), vertical text. Marks are composed with
//! their letter where Unicode knows the pair.

mod added;
mod drawable;
mod embed;
mod embedded;
mod error;
mod face;
mod family;
mod files;
mod fitting;
mod folder;
mod grapheme;
mod lines;
mod measured_text;
mod measures;
mod pen;
mod script;
mod set;
mod shaped_text;
mod shaper;
mod shaping;
mod steps;
mod subset;
mod text_line;
mod weight;

pub use added::AddedFonts;
pub use error::FontError;
pub(crate) use family::FontFamily;
pub(crate) use set::FontSet;
#[cfg(test)]
pub(crate) use steps::take;
pub(crate) use text_line::TextLine;
pub(crate) use text_line::white_space_behind;
pub(crate) use weight::Weight;
