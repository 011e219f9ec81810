//! What the type of a field may be.

use forms::form_type::FieldType;

/// A type, and why it is uncertain.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ProposedKind {
    pub(super) kind: FieldType,
    pub(super) doubt: Option<String>,
}
