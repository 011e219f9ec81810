//! What stays of a service when its process dies.

use tempfile::TempDir;

use crate::counting::Counting;
use crate::program;
use crate::storage::BlobStorage;

/// Its folder, and where it keeps what it was given.
pub(crate) struct Ground {
    pub(crate) directory: TempDir,
    pub(crate) blobs: BlobStorage,
    /// Where its rows are unless they are in its folder, as environment variables.
    pub(crate) database: Vec<(String, String)>,
    pub(crate) counting: Counting,
    /// What it was told beside, as environment variables.
    pub(crate) settings: Vec<(String, String)>,
}

impl Ground {
    /// An empty one.
    pub(crate) fn fresh(
        database: Vec<(String, String)>,
        counting: Counting,
        settings: Vec<(String, String)>,
    ) -> Self {
        let directory = tempfile::tempdir().expect("a temporary folder");
        Self {
            blobs: BlobStorage::fresh(directory.path()),
            directory,
            database,
            counting,
            settings,
        }
    }

    /// What a command must be told to find the storage, and the master key beside it.
    pub(crate) fn storage(&self) -> Vec<(String, String)> {
        let hash = program::master_key_hash().to_owned();
        let hash = ("FORMSERVICE__AUTH__MASTER_KEY_HASHES".to_owned(), hash);
        let database = self.database.iter().cloned();
        database
            .chain(self.blobs.variables())
            .chain([hash])
            .collect()
    }
}
