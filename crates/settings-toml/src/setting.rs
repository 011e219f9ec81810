//! A setting: its key, what it is, and what holds where it is not given.

use std::fmt;

use crate::variable::variable;

pub struct Setting {
    /// `section.name`, in lower case.
    pub key: &'static str,
    pub about: &'static str,
    pub default: DefaultValue,
    /// Whether it is, or may hold, what nobody else may know.
    pub is_secret: bool,
}

pub enum DefaultValue {
    /// Read as if it had been given.
    Text(&'static str),
    Number(u64),
    /// Nothing is read; the words tell what that means.
    Unset(&'static str),
}

impl fmt::Display for DefaultValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Unset(text) => formatter.write_str(text),
            Self::Number(number) => number.fmt(formatter),
        }
    }
}

impl Setting {
    pub const fn new(key: &'static str, default: DefaultValue, about: &'static str) -> Self {
        Self {
            key,
            about,
            default,
            is_secret: false,
        }
    }

    /// The environment variable for it.
    pub fn variable(&self) -> String {
        variable(self.key)
    }

    pub const fn secret(self) -> Self {
        Self {
            is_secret: true,
            ..self
        }
    }
}
