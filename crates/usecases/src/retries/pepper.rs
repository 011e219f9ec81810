//! A secret of the installation that seals kept answers together with the client's own key, so that
//! a copy of the database alone opens none, also where a client's key can be guessed.

use super::content::digest;

/// The pepper of an installation, with which its kept answers are sealed. Has no `Debug`: it is a
/// secret.
#[derive(Clone, Copy)]
pub struct RetryPepper(Option<[u8; 32]>);

impl RetryPepper {
    /// For an installation without a pepper: answers are sealed with the client's key alone.
    pub const NONE: Self = Self(None);

    /// The pepper that is made of this secret.
    pub fn of(secret: &str) -> Self {
        Self(Some(digest([b"pepper", secret.as_bytes()])))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.0.as_ref().map_or(&[], |pepper| pepper.as_slice())
    }
}
