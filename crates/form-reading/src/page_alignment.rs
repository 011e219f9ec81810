//! How the pages of the blank form lie in a file: scaled and moved, in another order, or in another
//! version of the form.
//!
//! Here belongs what finds pages and words of the blank form again, and what follows from that
//! alone; what stands beside these is read elsewhere.

pub(crate) mod guessed_texts;
pub(crate) mod moved_pages;
pub(crate) mod moved_words;
pub(crate) mod overprinted_words;
pub(crate) mod own_words;
pub(crate) mod page_transform;
