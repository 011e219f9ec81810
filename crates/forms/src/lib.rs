//! The language of forms: what a form type is, what its fields may hold, what was found in a form,
//! when data is right, and what has to stand in a form for it.
//!
//! Pure: no I/O, no clock. The feature `serde` adds serialisation for the types that are exchanged
//! with the worker that reads a PDF. Nothing here knows an application, or how a form is read
//! (`form-reading`); everything can be tested with plain values.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod codes;
pub mod data;
pub mod drawn_line;
pub mod excerpt;
pub mod fault;
pub mod field_value;
pub mod fill_report;
pub mod form_content;
pub mod form_type;
pub mod hexadecimal;
pub mod ignorable;
pub mod line_ends;
pub mod other_field_name;
mod package_digest;
pub mod preview;
mod status;
mod steps;
pub mod validation;
pub mod value;
pub mod value_source;
pub mod words;
pub mod writing;

pub use data::Data;
pub use fault::{Fault, Faults};
pub use fill_report::FillReport;
pub use form_content::FormContent;
pub use form_type::FormType;
pub use package_digest::PackageDigest;
pub use status::Status;
pub use value::{Decimal, Value};
pub use value_source::ValueSource;
