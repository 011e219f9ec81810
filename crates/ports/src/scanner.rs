//! What looks at uploaded files before they are taken.

use async_trait::async_trait;

use crate::{BlobError, BoxError, ByteStream};

/// Looks for malware in files.
///
/// Guarantees: [`ScanVerdict::Clean`] only of a file of which the scanner has been given every
/// byte. An answer comes within bounds of time and memory, whatever the scanner does; else it is
/// [`ScanError::Unavailable`]. What was unavailable works again when the scanner does.
#[async_trait]
pub trait Scanner: Send + Sync {
    /// What the scanner says of a whole file.
    async fn scan(&self, bytes: ByteStream) -> Result<ScanVerdict, ScanError>;

    /// Whether the scanner answers now.
    async fn check(&self) -> Result<(), ScanError>;
}

/// What a scanner says of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScanVerdict {
    /// Nothing was found.
    Clean,
    /// Something was found.
    Infected(Signature),
}

/// What was found, as the scanner calls it: visible ASCII, short; or nothing where it calls it
/// otherwise. May be shown to anybody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature(Option<String>);

/// Why there is no verdict. The file must not be taken.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// The scanner cannot be reached, is too slow or too busy, refuses the file, or says what
    /// cannot be understood.
    #[error("the scanner is unavailable")]
    Unavailable(#[source] BoxError),
    /// The bytes broke off.
    #[error("the bytes to scan broke off")]
    BytesFailed(#[source] BlobError),
}

impl Signature {
    /// A longer name is none.
    const BYTES_MAX: usize = 100;

    /// The scanner's name for what it found.
    pub fn of(name: &str) -> Self {
        let is_plain = (1..=Self::BYTES_MAX).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_graphic());
        Self(is_plain.then(|| name.to_owned()))
    }

    /// The name, if there is one that can be shown.
    pub fn name(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::Signature;

    #[test]
    fn signature_of_keeps_short_visible_ascii_alone() {
        let longest = "x".repeat(100);
        for name in ["Win.Test.EICAR_HDB-1", &longest] {
            assert_eq!(Signature::of(name).name(), Some(name));
        }
        let too_long = "x".repeat(101);
        for name in ["", "a b", "a\nb", "é", "\u{1b}[31m", &too_long] {
            assert_eq!(Signature::of(name).name(), None, "{name:?}");
        }
    }
}
