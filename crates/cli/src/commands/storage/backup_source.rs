//! The storage of a backup, as `restore` reads it.
//!
//! What is wrong with it is told as the backup's. The adapters speak to those who run a service on
//! their database: stop it, restore a backup.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use ports::{AccessMode, Store, StoreError, Work};
use usecases::Storage;

use crate::{CommandError, StorageMaker};

/// Rows and bytes of a backup.
pub(super) struct BackupSource {
    pub(super) storage: Storage,
    store: Arc<WatchedStore>,
}

impl BackupSource {
    /// Refuses a backup of so many applications of which a part is missing. Opens nothing.
    pub(super) fn see_whole(
        of_backup: &impl StorageMaker,
        applications: u64,
    ) -> Result<(), CommandError> {
        if !of_backup.database_file().is_some_and(is_filled) {
            return Err(not_whole("its database is missing or empty"));
        }
        if applications > 0 && of_backup.existing_blobs()?.is_none() {
            return Err(not_whole("its folder of blobs is missing or empty"));
        }
        Ok(())
    }

    /// Opens the storage of a backup. One of an older version is brought up to date where it lies,
    /// and no older program can read it from then on.
    pub(super) async fn open(of_backup: &impl StorageMaker) -> Result<Self, CommandError> {
        let storage = of_backup.ready_storage().await.map_err(of_its_opening)?;
        let store = Arc::new(WatchedStore {
            store: storage.store,
            is_damaged: AtomicBool::new(false),
        });
        Ok(Self {
            storage: Storage {
                store: Arc::clone(&store) as Arc<dyn Store>,
                blobs: storage.blobs,
            },
            store,
        })
    }

    /// What to tell of an error of the restore, during which the database of the backup or that of
    /// the target failed.
    pub(super) fn tell(&self, error: CommandError) -> CommandError {
        match error {
            CommandError::Other(error) if self.store.is_damaged.load(Ordering::Acquire) => damaged(
                &error,
                "The configured storage may have a part of it by now: empty it, then restore \
                     another backup.",
            ),
            error => error,
        }
    }
}

/// Knows whether the database was found to be damaged.
struct WatchedStore {
    store: Arc<dyn Store>,
    is_damaged: AtomicBool,
}

impl WatchedStore {
    fn noted<T>(&self, answer: Result<T, StoreError>) -> Result<T, StoreError> {
        if matches!(answer, Err(StoreError::Damaged(_))) {
            self.is_damaged.store(true, Ordering::Release);
        }
        answer
    }
}

#[async_trait]
impl Store for WatchedStore {
    /// Also a work that keeps to itself what it met is answered with that.
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        self.noted(self.store.run(access, work).await)
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.noted(self.store.check().await)
    }

    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        self.noted(self.store.free_bytes().await)
    }
}

fn is_filled(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|found| found.len() > 0)
}

fn not_whole(what: &str) -> CommandError {
    CommandError::Diagnosis(vec![format!(
        "The backup is not whole: {what}. Restore another one; nothing was restored of this."
    )])
}

fn of_its_opening(error: CommandError) -> CommandError {
    match error {
        CommandError::Other(error) => {
            let of_store = error.chain().filter_map(|cause| cause.downcast_ref());
            if of_store
                .into_iter()
                .any(|cause| matches!(cause, StoreError::Damaged(_)))
            {
                return damaged(&error, "Restore another one; nothing was restored of this.");
            }
            CommandError::Other(error.context("The backup cannot be opened"))
        }
        error => error,
    }
}

fn damaged(error: &anyhow::Error, then: &str) -> CommandError {
    let cause = error.root_cause();
    CommandError::Diagnosis(vec![format!(
        "The database of the backup is damaged ({cause}). {then}"
    )])
}
