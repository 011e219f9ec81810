//! A label as it is printed.

use super::label_side::Side;

/// The label that is printed for a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PrintedLabel {
    /// In one line, without enumeration, colon and asterisk.
    pub(super) text: String,
    pub(super) side: Side,
    /// Whether it has an asterisk.
    pub(super) is_starred: bool,
}
