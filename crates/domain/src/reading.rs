//! From what a PDF holds to data.

pub mod other_fields;
