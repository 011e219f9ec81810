//! Contents that were once found to be those that were noted: whoever hands them out again need not
//! take their SHA-256 again to see whether they are still the same.
//!
//! Of each the fingerprint is kept, a hash that is several times as fast. The same fingerprint says
//! the same content: it has 128 bits, and is taken with a secret that only this process knows, so
//! that nobody can look for other bytes that have it. What is kept speaks of contents and not of
//! files, so it is never out of date.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ports::Entropy;
use xxhash_rust::xxh3::Xxh3;

/// How many contents are kept; each has one place, from which a later one takes it.
const PLACES: usize = 1024;

/// Bytes of the secret, as the hash has it.
const SECRET_BYTES: usize = 192;

/// A bounded number of contents by their SHA-256.
pub(crate) struct KnownContents {
    secret: [u8; SECRET_BYTES],
    places: Mutex<Vec<Option<KnownContent>>>,
}

#[derive(Clone)]
struct KnownContent {
    sha256: [u8; 32],
    fingerprint: u128,
}

impl KnownContents {
    /// None yet.
    pub(crate) fn new(entropy: &dyn Entropy) -> Self {
        let mut secret = [0; SECRET_BYTES];
        entropy.fill(&mut secret);
        Self {
            secret,
            places: Mutex::default(),
        }
    }

    /// What takes a fingerprint.
    pub(super) fn fingerprint(&self) -> Box<Xxh3> {
        Box::new(Xxh3::with_secret(self.secret))
    }

    /// The fingerprint of the content with this SHA-256, if it is known.
    pub(super) fn find(&self, sha256: &[u8; 32]) -> Option<u128> {
        let places = self.lock();
        let content = places.get(place(sha256))?.as_ref()?;
        (content.sha256 == *sha256).then_some(content.fingerprint)
    }

    /// Keeps the fingerprint of a content whose SHA-256 was taken.
    pub(super) fn add(&self, sha256: [u8; 32], fingerprint: u128) {
        let mut places = self.lock();
        places.resize(PLACES, None);
        if let Some(place) = places.get_mut(place(&sha256)) {
            *place = Some(KnownContent {
                sha256,
                fingerprint,
            });
        }
    }

    /// Whole whenever the lock is free, so a poisoned lock is still good.
    fn lock(&self) -> MutexGuard<'_, Vec<Option<KnownContent>>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn place(sha256: &[u8; 32]) -> usize {
    usize::from(u16::from_le_bytes([sha256[0], sha256[1]])) % PLACES
}
