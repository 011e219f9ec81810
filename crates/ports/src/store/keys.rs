//! The digests of application keys.

use domain::PaId;
use domain::key::{KeyDigest, KeyLookup};

use super::StoreError;

/// The keys by which applications are opened. Every application has exactly one.
pub trait KeyRows {
    /// The application key with this public lookup id, if there is one.
    fn find_key(&mut self, lookup: &KeyLookup) -> Result<Option<StoredKey>, StoreError>;

    /// Puts a key in the place of the one that its application had, which opens nothing from then
    /// on. The application must be locked. A lookup id that is in use, be it by the key that goes,
    /// is a conflict.
    fn replace_key(&mut self, key: &StoredKey) -> Result<(), StoreError>;
}

/// What is stored of an application key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// The application it belongs to.
    pub pa_id: PaId,
    /// The public part by which it is found.
    pub lookup: KeyLookup,
    /// SHA-256 of the whole key.
    pub digest: KeyDigest,
}
