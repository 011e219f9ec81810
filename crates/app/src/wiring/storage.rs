//! Databases and blob stores for those who operate the service.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, ensure};
use ports::{BlobStore, Store};
use usecases::Storage;

use super::{blobs, database};
use crate::failure::Failure;
use crate::settings::{BlobPlace, DatabasePlace, Settings};

/// A storage that is there and up to date. Nothing is made and nothing migrated: it may be another
/// version's, which serves.
pub(crate) fn existing_storage(settings: &Settings) -> Result<Storage, Failure> {
    let store = existing_store(&settings.database)?;
    let blobs = existing_blobs(&settings.blobs)?;
    let blobs = blobs.ok_or_else(|| {
        anyhow!("There is no blob store: its folder does not exist. `formservice serve` makes it.")
    })?;
    Ok(Storage { store, blobs })
}

/// A storage, made if it is not there, and brought up to date.
pub(crate) fn ready_storage(settings: &Settings) -> Result<Storage, Failure> {
    let (store, _) = database::store(&settings.database)?;
    let blobs = blobs::store(&settings.blobs)?;
    Ok(Storage { store, blobs })
}

/// A new database in a file, for rows that are only put aside.
pub(crate) fn store_of_rows(file: &Path) -> Result<Arc<dyn Store>, Failure> {
    Ok(database::store(&DatabasePlace::File(file.to_owned()))?.0)
}

/// A database that is there and up to date.
pub(crate) fn existing_store(place: &DatabasePlace) -> Result<Arc<dyn Store>, Failure> {
    match place {
        DatabasePlace::File(file) => ensure_there(file)?,
        #[cfg(feature = "postgres")]
        DatabasePlace::Server(_) => {}
    }
    let (store, steps) = database::unmigrated(place)?;
    let steps = steps.context("The database does not say whether it is up to date")?;
    if steps > 0 {
        Err(anyhow!(
            "The database is not up to date: `formservice migrate` brings it there."
        ))?;
    }
    Ok(store)
}

/// A blob store that is there; `None` where it is not made yet. A bucket counts as there until it
/// is asked for something.
pub(crate) fn existing_blobs(place: &BlobPlace) -> anyhow::Result<Option<Arc<dyn BlobStore>>> {
    match place {
        BlobPlace::Folder(folder) if !folder.exists() => Ok(None),
        place => blobs::store(place).map(Some),
    }
}

fn ensure_there(file: &Path) -> anyhow::Result<()> {
    ensure!(
        file.exists(),
        "There is no database: `{}` does not exist. `formservice migrate` makes it.",
        file.display()
    );
    Ok(())
}
