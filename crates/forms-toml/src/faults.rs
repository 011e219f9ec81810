//! The error of a definition or a folder of form types.

use std::fmt;

/// The faults of a definition or folder, a sentence each; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormTypeError(Vec<String>);

impl FormTypeError {
    pub fn one(sentence: impl Into<String>) -> Self {
        Self(vec![sentence.into()])
    }

    /// `Err` with the faults if there are any, else the value.
    pub fn unless_none<T>(faults: Vec<String>, value: T) -> Result<T, Self> {
        if faults.is_empty() {
            Ok(value)
        } else {
            Err(Self(faults))
        }
    }

    /// The same faults, each with the place it was found in.
    pub fn within(self, place: &str) -> Self {
        Self(
            self.0
                .into_iter()
                .map(|sentence| format!("{place}: {sentence}"))
                .collect(),
        )
    }

    pub fn into_sentences(self) -> Vec<String> {
        self.0
    }
}

/// One line for each fault.
impl fmt::Display for FormTypeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.join("\n"))
    }
}

impl std::error::Error for FormTypeError {}
