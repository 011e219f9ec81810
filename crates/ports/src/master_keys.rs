//! Judging master keys.

use crate::BoxError;
use async_trait::async_trait;

/// Knows the hashes of the valid master keys.
///
/// Guarantees: with no hash configured every key is wrong. However many wrong keys arrive at once,
/// a bounded number of checks runs, off the request threads, in bounded memory. A key that was
/// right once is known from then on, without a check.
#[async_trait]
pub trait MasterKeyVerifier: Send + Sync {
    /// Whether this is a valid master key, where that is known without a check. Takes no time, so
    /// nobody needs to wait for a turn.
    fn recall(&self, key: &str) -> Option<bool>;

    /// Whether this is a valid master key, known or not.
    async fn verify(&self, key: &str) -> Result<bool, MasterKeyError>;
}

/// Why a master key could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum MasterKeyError {
    /// Too many unverified keys are waiting; try again soon.
    #[error("too many master keys are being checked")]
    Busy,
    /// The check itself broke.
    #[error("a master key could not be checked")]
    Failed(#[source] BoxError),
}
