//! The fields of a file, with what they say a second time, and the notes on its pages.
//!
//! Here belongs what takes fields for values, and what settles first which of them count and what
//! they say. Fields that a file lacks, or has blank, are filled in by `partly_flat`.

mod changed_kinds;
pub(crate) mod field_values;
pub(crate) mod left_over;
pub(crate) mod merged_files;
pub(crate) mod notes;
pub mod xfa_data;
