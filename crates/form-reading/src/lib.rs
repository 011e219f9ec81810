//! Reading forms: what a PDF holds becomes data of a form type, or says why not.
//!
//! [`recognition`] tells the form from others, [`read`] makes its values out of fields and text,
//! and [`ExpectedForm`] is all that both take, in a value that can be sent to where a file is
//! parsed.
//!
//! The folders: `reading` has all passes in their order. Of these `fields` reads what is stored,
//! `flat` what is printed, and `partly_flat` both, where a file has both; `sheets` separates pages
//! that share a sheet. Below them are `page_alignment` (how pages lie), `text_layout` (how text
//! lies on them), `blank_form` (what a file is compared with) and `outcome` (values, sources,
//! faults).
//!
//! Pure: no I/O, no clock. The feature `serde` adds serialisation for the types that are exchanged
//! with the worker that reads a PDF. Nothing here knows how a PDF is parsed; everything can be
//! tested with plain values.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod blank_form;
pub mod expected_form;
mod fields;
mod flat;
mod outcome;
mod page_alignment;
mod partly_flat;
mod reading;
pub mod recognition;
mod sheets;
mod steps;
mod text_layout;

pub use blank_form::template_texts::{TemplateText, TemplateTexts, template_texts};
pub use blank_form::{BlankForm, lost_fields};
pub use expected_form::ExpectedForm;
pub use fields::xfa_data;
pub use flat::{looks_of_boxes_on, shapes_in_fields};
pub use outcome::content_error::ContentError;
pub use page_alignment::guessed_texts::rightly_guessed_pages;
pub use page_alignment::moved_pages::are_moved;
pub use reading::{read, read_with_sources};
