//! Database and blob store.

use std::path::Path;
use std::sync::Arc;

use cli::{CommandError, ExistingStorage, StorageLocation, StorageMaker, SweepAges, SweepSettings};
use http_api::MinimumRate;
use ports::{BlobStore, Database, Store};
use usecases::Storage;

use crate::adapters::database::{DatabaseSettings, migrated, refuse_older};
use crate::adapters::lost_rows;
use crate::clock::SystemClock;
use crate::settings::Settings;
use crate::wiring;

impl Settings {
    /// The database, made if it does not exist and never was, and how many migrations brought it up
    /// to date.
    pub(in crate::wiring) fn migrated(&self) -> Result<(Arc<dyn Database>, usize), CommandError> {
        lost_rows::refuse_lost(&self.database, &self.blobs)?;
        let opened = self.database.opened()?;
        lost_rows::refuse_without_tables(&self.database, &*opened, &self.blobs)?;
        migrated(opened)
    }
}

impl ExistingStorage for Settings {
    fn existing_store(&self) -> Result<Arc<dyn Store>, CommandError> {
        lost_rows::refuse_lost(&self.database, &self.blobs)?;
        let existing = self.database.existing()?;
        lost_rows::refuse_without_tables(&self.database, &*existing, &self.blobs)?;
        refuse_older(&*existing)?;
        Ok(existing)
    }

    fn existing_blobs(&self) -> Result<Option<Arc<dyn BlobStore>>, CommandError> {
        Ok(self.blobs.existing()?)
    }
}

impl StorageMaker for Settings {
    fn migrate(&self) -> Result<usize, CommandError> {
        Ok(self.migrated()?.1)
    }

    async fn ready_storage(&self) -> Result<Storage, CommandError> {
        let (database, _) = self.migrated()?;
        let store: Arc<dyn Store> = database;
        let blobs = wiring::blobs_beside(&store, self).await?;
        Ok(Storage { store, blobs })
    }

    fn database_file(&self) -> Option<&Path> {
        self.database.file()
    }

    fn store_of_rows(file: &Path) -> Result<Arc<dyn Store>, CommandError> {
        let opened = DatabaseSettings::Sqlite(file.to_owned()).opened()?;
        Ok(migrated(opened)?.0)
    }
}

impl StorageLocation for Settings {
    fn of_storage(named: &str) -> Result<Self, CommandError> {
        SystemClock::check()?;
        Self::of_storage(named).map_err(CommandError::Configuration)
    }

    fn in_folder(folder: &Path) -> Result<Self, CommandError> {
        let path = |name: &str| folder.join(name).display().to_string();
        let database = format!("sqlite:{}", path("formservice.db"));
        let blobs = format!("file:{}", path("blobs"));
        Self::of_urls(&database, &blobs).map_err(CommandError::Configuration)
    }

    fn shares_storage(&self, other: &Self) -> bool {
        self.database.is_same(&other.database) || self.blobs.is_same(&other.blobs)
    }
}

impl SweepSettings for Settings {
    fn sweep_ages(&self) -> SweepAges {
        let rate = MinimumRate::default();
        SweepAges {
            grace_seconds: self.sweep_grace_seconds,
            // Twice: only time in which the client is waited for counts for the rate.
            upload_seconds_max: 2 * rate.seconds_for(self.attachments.file_bytes_max),
        }
    }
}
