//! Master keys as argon2id hashes: makes them and judges keys against them.
//!
//! Promises: at most two checks run at once, in two buffers that are kept, off the request threads;
//! a bounded number waits and one more is [`MasterKeyError::Busy`]; a key that was right once is
//! recognised without a check, and so is a wrong one that was tried lately. Keys are remembered
//! only as digests keyed with a secret of the process. Leaves out where hashes come from and when
//! they change: they are fixed when the adapter is made.

#![forbid(unsafe_code)]

mod hash;
mod hash_slots;
mod verdict_cache;

use std::sync::Arc;

use async_trait::async_trait;
use ports::{MasterKeyError, MasterKeyVerifier};

pub use hash::{HashError, hash_key};

use hash::MasterKeyHash;
use hash_slots::HashSlots;
use verdict_cache::VerdictCache;

/// A key of more bytes is wrong without a look at it.
pub const KEY_BYTES_MAX: usize = 1024;

/// Judges master keys against argon2id hashes.
pub struct Argon2MasterKeys(Arc<KeyChecker>);

struct KeyChecker {
    hashes: Vec<MasterKeyHash>,
    slots: HashSlots,
    verdicts: VerdictCache,
}

impl Argon2MasterKeys {
    /// Takes PHC strings as [`hash_key`] makes them; with none of them every key is wrong. An error
    /// names the position of the wrong hash.
    pub fn new(hashes: Vec<String>) -> Result<Self, HashError> {
        let hashes: Vec<_> = hashes
            .iter()
            .enumerate()
            .map(|(index, text)| MasterKeyHash::parse(index + 1, text))
            .collect::<Result<_, _>>()?;
        let blocks = hashes.iter().map(MasterKeyHash::block_count).max();
        Ok(Self(Arc::new(KeyChecker {
            slots: HashSlots::new(blocks.unwrap_or(0)),
            verdicts: VerdictCache::new(hashes.len())?,
            hashes,
        })))
    }
}

#[async_trait]
impl MasterKeyVerifier for Argon2MasterKeys {
    fn recall(&self, key: &str) -> Option<bool> {
        if self.0.hashes.is_empty() || key.is_empty() || key.len() > KEY_BYTES_MAX {
            return Some(false);
        }
        self.0.verdicts.recall(key)
    }

    async fn verify(&self, key: &str) -> Result<bool, MasterKeyError> {
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        let slot = self.0.slots.acquire().await?;
        // Whoever waited may have waited for the same key.
        if let Some(known) = self.recall(key) {
            return Ok(known);
        }
        let (checker, key) = (Arc::clone(&self.0), key.to_owned());
        let check = move || checker.check(&key, slot);
        tokio::task::spawn_blocking(check)
            .await
            .map_err(|_| MasterKeyError::Failed("the check of a key panicked".into()))?
    }
}

impl KeyChecker {
    fn check(&self, key: &str, mut slot: hash_slots::HashSlot) -> Result<bool, MasterKeyError> {
        let mut right = false;
        for hash in &self.hashes {
            right |= hash.is_of(key, slot.memory())?;
        }
        self.verdicts.remember(key, right);
        Ok(right)
    }
}

#[cfg(test)]
mod tests;
