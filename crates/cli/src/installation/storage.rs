//! Database and blob store: as they are, made where they are not, and where they lie.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ports::{BlobStore, Store};
use usecases::Storage;

use crate::CommandError;

/// What is there already. Nothing is made and nothing migrated: another version of the service may
/// be running on it.
pub trait ExistingStorage {
    /// The database, which must exist and be up to date.
    fn existing_store(&self) -> Result<Arc<dyn Store>, CommandError>;

    /// The blob store, `None` where it does not exist yet, or its disk is not mounted; makes
    /// nothing there. A bucket counts as existing until it is asked for something.
    fn existing_blobs(&self) -> Result<Option<Arc<dyn BlobStore>>, CommandError>;
}

/// Makes the storage, and brings it up to date.
pub trait StorageMaker: ExistingStorage {
    /// Brings the database up to date. Answers how many migrations were applied.
    fn migrate(&self) -> Result<usize, CommandError>;

    /// The storage, made if it does not exist, and brought up to date. A blob store that is missing
    /// beside a database with applications is an error.
    fn ready_storage(&self) -> impl Future<Output = Result<Storage, CommandError>>;

    /// The file with the database, which may not exist yet; `None` where a server has it.
    fn database_file(&self) -> Option<&Path>;

    /// A new database in a file, for the snapshot of a backup.
    fn store_of_rows(file: &Path) -> Result<Arc<dyn Store>, CommandError>;
}

/// Which storage it is, and that in other places than the configured one.
pub trait StorageLocation: Sized {
    /// The settings for a storage that is given as `DATABASE_URL,BLOBS_URL` or as the path of a
    /// configuration file.
    fn of_storage(named: &str) -> Result<Self, CommandError>;

    /// A database and a blob store in a folder, such as that of a backup.
    fn in_folder(folder: &Path) -> Result<Self, CommandError>;

    /// Whether both have the same database, or the same blob store.
    fn shares_storage(&self, other: &Self) -> bool;
}

/// When what is left over may be removed.
pub trait SweepSettings {
    fn sweep_ages(&self) -> SweepAges;
}

/// From which age something cannot be in use any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SweepAges {
    /// The age in seconds from which loose blobs are swept.
    pub grace_seconds: u64,
    /// The longest time that an upload can take, in seconds.
    pub upload_seconds_max: u64,
}

impl SweepAges {
    /// The age from which an unfinished upload cannot be one that is still going on.
    pub(crate) fn unfinished_min(self) -> Duration {
        Duration::from_secs(self.grace_seconds.max(self.upload_seconds_max))
    }
}
