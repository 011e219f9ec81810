//! Faults that refuse a form, all of them at once.

use std::fmt;

use forms::Faults;

/// Why a form's content cannot be taken as data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ContentError {
    pub(crate) faults: Faults,
    pub(crate) ambiguous: bool,
}

impl ContentError {
    /// Whether values can be read in two ways. Where it is false, they are wrong.
    pub fn is_ambiguous(&self) -> bool {
        self.ambiguous
    }

    /// The same error with texts of at most so many bytes each.
    pub fn with_texts_cut_to(self, bytes_max: usize) -> Self {
        Self {
            faults: self.faults.with_texts_cut_to(bytes_max),
            ..self
        }
    }

    /// The single faults.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }
}

impl fmt::Display for ContentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faults.fmt(formatter)
    }
}

impl std::error::Error for ContentError {}
