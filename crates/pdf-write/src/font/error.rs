//! Why a font cannot be used.

/// An embedded font is broken. It is part of the program, so this is the program's fault.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the embedded font {name} cannot be used: {reason}")]
pub struct FontError {
    name: &'static str,
    reason: String,
}

impl FontError {
    pub(super) fn new(name: &'static str, reason: impl std::fmt::Display) -> Self {
        let reason = reason.to_string();
        Self { name, reason }
    }
}
