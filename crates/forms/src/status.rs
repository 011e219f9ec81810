//! How complete the data of an application is.

use std::fmt;

/// Whether the required fields have values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Every required field has a value, every required box is ticked.
    Complete,
    /// Some field has a value, some required one has none.
    Incomplete,
    /// No field of the form type has a value, boxes that are off aside.
    Empty,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Complete, Self::Incomplete, Self::Empty];

    /// The word in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Incomplete => "incomplete",
            Self::Empty => "empty",
        }
    }

    /// Reads the word in the API.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
