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

    /// Takes a blob off the list for a row that names it from now on, or to list it anew. Whether
    /// it was listed and may be kept: false if its bytes are being erased, or are gone.
    fn take_loose_blob(&mut self, key: &BlobKey) -> Result<bool, StoreError>;

    /// Takes a blob off the list whose bytes are gone. Whether it was listed.
    fn remove_loose_blob(&mut self, key: &BlobKey) -> Result<bool, StoreError>;

    /// Marks those of the blobs that are listed since a time or longer as being erased, so that
    /// nobody can take them any more, and answers them. They stay listed, before all others.
    fn claim_loose_blobs(
        &mut self,
        keys: &[BlobKey],
        before: Timestamp,
    ) -> Result<Vec<BlobKey>, StoreError>;

    /// Loose blobs listed at or before a time, oldest first, at most `count_max`. What is no key is
    /// passed over.
    fn list_loose_blobs(
        &mut self,
        before: Timestamp,
        count_max: usize,
    ) -> Result<Vec<BlobKey>, StoreError>;

    /// What stands in the place of a key in the list and is none, each as the error
    /// ([`StoreError::Corrupt`]) that says so: the service never writes that. At most `count_max`.
    fn list_senseless_loose_blobs(
        &mut self,
        count_max: usize,
    ) -> Result<Vec<StoreError>, StoreError>;

    /// What is known of each of these keys, in their order. Of the promise above, as of one moment.
    fn find_blob_statuses(&mut self, keys: &[BlobKey]) -> Result<Vec<BlobStatus>, StoreError>;
}

/// What rows know of a blob. One that is stored is named by one row or listed as loose, and never
/// both, unless rows were changed by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BlobStatus {
    /// How many rows name it.
    pub names: usize,
    /// It is listed as loose.
    pub loose: bool,
}

impl BlobStatus {
    /// Whether a row names it.
    pub fn is_named(self) -> bool {
        self.names > 0
    }
}
