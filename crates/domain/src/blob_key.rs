//! The name under which bytes are stored: random, so it says nothing about them and is never used
//! twice.

use std::fmt;

use forms::hexadecimal::hexadecimal;

/// 32 lower-case hexadecimal digits from 16 random bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlobKey(String);

impl BlobKey {
    /// A key from randomness.
    pub fn from_entropy(bytes: [u8; 16]) -> Self {
        Self(hexadecimal(&bytes))
    }

    /// Takes a key back from storage; `None` if it has another shape.
    pub fn parse(text: &str) -> Option<Self> {
        let hexadecimal = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 32 && text.bytes().all(hexadecimal)).then(|| Self(text.to_owned()))
    }

    /// The key as text, safe as a file name and as an object name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BlobKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
