//! Why a font cannot be used.

use ports::FillError;

/// A font is broken or may not be used: a built-in one by the program's fault, one that was added
/// by that of its file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the font {name} cannot be used: {reason}")]
pub struct FontError {
    name: String,
    reason: String,
}

impl From<FontError> for FillError {
    fn from(error: FontError) -> Self {
        Self::Failed(error.into())
    }
}

impl FontError {
    pub(super) fn new(name: &str, reason: impl std::fmt::Display) -> Self {
        let (name, reason) = (name.to_owned(), reason.to_string());
        Self { name, reason }
    }
}
