//! Writing PDFs: the blank template of a form type and the filled form.
//!
//! [`TemplateFiller`] puts data into any fillable PDF: values, appearances of its own in every
//! field, and continuation pages for what has no field or does not fit. Everything is set in one
//! embedded family (`font`). The same input gives the same bytes.
//!
//! Left out on purpose: reading uploads (templates are the operator's own files).

#![forbid(unsafe_code)]

mod appearance;
mod blank;
mod body;
mod column_widths;
mod content;
mod continuation;
mod design;
mod filler;
mod fit;
mod flatten;
mod font;
#[cfg(test)]
mod growth;
mod objects;
mod output;
mod packing;
mod placing;
mod style;

mod text_string;

pub use design::blank_template;
pub use filler::TemplateFiller;
pub use font::{AddedFonts, FontError};
