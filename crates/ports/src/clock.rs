//! Time and randomness, so that every test can fix them.

use domain::Timestamp;

/// Tells the time.
pub trait Clock: Send + Sync {
    /// Now, UTC.
    fn now(&self) -> Timestamp;
}

/// A source of randomness fit for secrets.
pub trait Entropy: Send + Sync {
    /// Fills the buffer with unpredictable bytes.
    fn fill(&self, buffer: &mut [u8]);
}
