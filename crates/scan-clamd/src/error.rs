//! What went wrong, in words that may be logged.

use std::io;

use ports::ScanError;

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ClamdError {
    #[error("clamd cannot be reached: {0}")]
    Unreachable(io::ErrorKind),
    #[error("clamd did not answer in time")]
    Silent,
    #[error("the connection to clamd broke: {0}")]
    Broken(io::ErrorKind),
    /// Its own words, as far as they can be shown.
    #[error("clamd refused the file: {0}")]
    Refused(String),
    #[error("clamd answered with something that cannot be understood")]
    Unintelligible,
}

impl From<ClamdError> for ScanError {
    fn from(error: ClamdError) -> Self {
        Self::Unavailable(error.into())
    }
}
