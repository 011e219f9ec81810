//! The hand in which everything is set: one family of embedded open fonts, measured, broken into
//! lines and embedded as subsets.
//!
//! Promises: every character is drawn. What the main face lacks comes from a fallback face with
//! symbols, and what no face has is drawn as its code point, `[U+4E2D]`, so that a reader sees that
//! something stands there. The objects written depend on the characters shown and on nothing else.
//!
//! Leaves out: complex shaping (ligatures, Arabic joining, Indic reordering), bidirectional order
//! and kerning. Characters stand in the order of the text, left to right; combining marks are
//! composed with their letter where Unicode knows the pair.

mod embed;
mod face;
mod family;
mod lines;
mod set;

pub use family::{Extents, FontError, FontFamily, Weight};
pub use lines::Lines;
pub use set::FontSet;
