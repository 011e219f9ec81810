//! Files that have fields, and whose pages may show more than these and the blank form: text in the
//! places of fields, fields that the file has lost, and what stands beside all of them.
//!
//! Here belongs what brings fields and pages together; `flat` reads pages and knows no fields of
//! the file.

pub(crate) mod beside_fields;
mod in_place;
mod missing_fields;
pub(crate) mod printed_beside;
