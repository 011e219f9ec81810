//! What PDF itself says, for those who read PDFs and those who write them: text strings, flags,
//! states of buttons, rectangles and how a page is shown, and the header of a file.
//!
//! Pure: it knows no parser and no form. Both sides go by the same rule, so that what one has
//! written the other finds again. Left out on purpose: objects and how they are looked up, as each
//! side has a library of its own for them.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod annotation_flags;
pub mod button_state;
pub mod field_flags;
pub mod header;
mod page_view;
mod rectangle;
pub mod text_string;

pub use page_view::{PageView, ShownArea};
pub use rectangle::Rectangle;
