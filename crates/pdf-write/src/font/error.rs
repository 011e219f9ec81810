//! Why a font cannot be used.

/// A font is broken or may not be used: a built-in one by the program's fault, one that was added
/// by that of its file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("the font {name} cannot be used: {reason}")]
pub struct FontError {
    name: String,
    reason: String,
}

impl FontError {
    pub(super) fn new(name: &str, reason: impl std::fmt::Display) -> Self {
        let (name, reason) = (name.to_owned(), reason.to_string());
        Self { name, reason }
    }
}
