//! The digests of application keys.

use domain::PaId;
use domain::key::{KeyDigest, KeyLookup};

use super::{ApplicationStamp, StoreError};

/// The keys by which applications are opened. Every application has exactly one.
pub trait KeyRows {
    /// The application key with this public lookup id, if there is one, and which state its
    /// application is in, from one look.
    fn find_key(&mut self, lookup: &KeyLookup) -> Result<Option<FoundKey>, StoreError>;

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

/// A stored key that was looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundKey {
    /// The key.
    pub key: StoredKey,
    /// The state of the application that it opens, when the key was looked up.
    pub stamp: ApplicationStamp,
}
