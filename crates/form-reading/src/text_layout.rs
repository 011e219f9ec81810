//! How text lies on a page: in words and lines, with the hyphens, cells and direction in which it
//! was drawn.
//!
//! Here belongs what makes text as somebody typed it out of the pieces that a page shows, whatever
//! form it is of.

mod cells;
pub(crate) mod drawn_order;
pub(crate) mod hyphens;
pub(crate) mod ligatures;
pub(crate) mod line_breaks;
pub(crate) mod pieces_by_line;
pub(crate) mod placed_words;
pub(crate) mod text_in_place;
