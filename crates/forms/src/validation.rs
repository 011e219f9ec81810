//! From what a client sends to data: a JSON merge patch (RFC 7396), checked against the form type.
//!
//! The patch is walked in its own order, so faults come in the order of the input. What is known to
//! be right is merged; rules between fields are judged on the outcome.

mod canonical;
mod checked;
mod merge;
mod other_fields;
mod rows;
mod rules;

pub use canonical::{canonical, has_value, status};
pub use checked::checked;
pub use merge::{Merge, merge};
pub use other_fields::{
    OTHER_FIELDS_MAX, VALUE_LENGTH_MAX, check as check_other_field,
    too_many as too_many_other_fields,
};
pub use rows::{complete as complete_row, is_blank as is_blank_row};
pub use rules::broken_rules;

#[cfg(test)]
mod tests;
