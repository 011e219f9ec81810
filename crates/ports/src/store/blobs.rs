//! Which blobs rows name, and which none does.

use domain::{BlobKey, PaId, Timestamp};

use super::StoreError;

/// The book-keeping behind the promise that every stored blob is named by one row or listed as
/// loose.
pub trait BlobRows {
    /// Every blob that the rows of an application name: its original first, then its attachments in
    /// the order in which they came. None where there is no such application. Whoever removes the
    /// application lists them as loose.
    fn list_blobs(&mut self, pa_id: PaId) -> Result<Vec<BlobKey>, StoreError>;

    /// Notes a blob as referenced by no row. One that is listed already is a conflict: keys are
    /// random, so it is somebody else's.
    fn add_loose_blob(&mut self, key: &BlobKey, since: Timestamp) -> Result<(), StoreError>;

    /// The same for a blob that is still to come, and puts room aside for it, until it is taken off
    /// the list.
    fn reserve_blob(
        &mut self,
        key: &BlobKey,
        size_bytes: u64,
        since: Timestamp,
    ) -> Result<(), StoreError>;

    /// How many bytes the files have that rows name, as far as the rows know their sizes, with the
    /// room that is put aside. In a transaction that has put room aside, nobody else changes it
    /// before its end.
    fn stored_bytes(&mut self) -> Result<u64, StoreError>;

    /// Takes a blob off the list: it is referenced by a row now, or gone. Whether it was listed.
    fn remove_loose_blob(&mut self, key: &BlobKey) -> Result<bool, StoreError>;

    /// Loose blobs listed at or before a time, oldest first, at most `count_max`.
    fn list_loose_blobs(
        &mut self,
        before: Timestamp,
        count_max: usize,
    ) -> Result<Vec<BlobKey>, StoreError>;

    /// What is known of each of these keys, in their order. Of the promise above, as of one moment.
    fn find_blob_statuses(&mut self, keys: &[BlobKey]) -> Result<Vec<BlobStatus>, StoreError>;
}

/// What rows know of a blob. Of one that is stored exactly one of the two holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BlobStatus {
    /// A row names it.
    pub named: bool,
    /// It is listed as loose.
    pub loose: bool,
}
