//! Databases and blob stores for those who operate the service.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, ensure};
use ports::{BlobStore, Store};

use super::{blobs, database};
use crate::settings::{BlobPlace, DatabasePlace};
use cli::CommandError;

/// A database that is there and up to date.
pub(super) fn existing_store(place: &DatabasePlace) -> Result<Arc<dyn Store>, CommandError> {
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
pub(super) fn existing_blobs(place: &BlobPlace) -> anyhow::Result<Option<Arc<dyn BlobStore>>> {
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
