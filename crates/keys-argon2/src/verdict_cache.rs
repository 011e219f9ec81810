//! What was found out about keys that were judged lately, as digests keyed with a secret of the
//! process.
//!
//! The digest is SHA-256 over a random secret of fixed length and the key. It never leaves the
//! process, so nobody can extend it, and without the secret a memory dump does not tell whether a
//! guess is right.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use sha256::Sha256;
use subtle::ConstantTimeEq as _;

use crate::HashError;

/// How many wrong keys are remembered, so that one mistaken client does not hold up the others.
const WRONG_MAX: usize = 64;

pub(crate) struct VerdictCache {
    secret: [u8; 32],
    right_max: usize,
    verdicts: Mutex<Verdicts>,
}

#[derive(Default)]
struct Verdicts {
    right: VecDeque<[u8; 32]>,
    wrong: VecDeque<[u8; 32]>,
}

impl VerdictCache {
    /// Remembers as many right keys as there are hashes.
    pub(crate) fn new(right_max: usize) -> Result<Self, HashError> {
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(|_| HashError::NoEntropy)?;
        Ok(Self {
            secret,
            right_max,
            verdicts: Mutex::default(),
        })
    }

    /// What was found out about a key, if it is remembered.
    pub(crate) fn recall(&self, key: &str) -> Option<bool> {
        let digest = self.digest(key);
        let verdicts = self.verdicts.lock().unwrap_or_else(PoisonError::into_inner);
        if holds(&verdicts.right, &digest) {
            return Some(true);
        }
        holds(&verdicts.wrong, &digest).then_some(false)
    }

    /// Remembers what was found out; the oldest of too many is forgotten.
    pub(crate) fn remember(&self, key: &str, right: bool) {
        let digest = self.digest(key);
        let mut verdicts = self.verdicts.lock().unwrap_or_else(PoisonError::into_inner);
        let (digests, count_max) = if right {
            (&mut verdicts.right, self.right_max)
        } else {
            (&mut verdicts.wrong, WRONG_MAX)
        };
        if holds(digests, &digest) {
            return;
        }
        digests.push_back(digest);
        if digests.len() > count_max {
            digests.pop_front();
        }
    }

    fn digest(&self, key: &str) -> [u8; 32] {
        let hasher = Sha256::new().chain_update(self.secret);
        hasher.chain_update(key.as_bytes()).finalize()
    }
}

/// Looks at all of them, each in constant time.
fn holds(digests: &VecDeque<[u8; 32]>, digest: &[u8; 32]) -> bool {
    digests
        .iter()
        .fold(subtle::Choice::from(0), |found, known| {
            found | known.ct_eq(digest)
        })
        .into()
}
