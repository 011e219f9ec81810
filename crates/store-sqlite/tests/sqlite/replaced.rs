//! The file is moved away, removed or replaced while the store is open. SQLite would go on with
//! what it has open, and all that it is given then is lost with the last descriptor.

use std::error::Error as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use domain::PaId;
use ports::{Store, StoreError, Transaction};
use store_sqlite::SqliteStore;
use testkit::TestResult;
use testkit::store_suite::Sample;

use crate::{Fixture, fixture};

#[test]
fn nothing_is_acknowledged_that_went_into_a_file_which_was_removed() -> TestResult {
    refused_after(|file| fs::remove_file(file))
}

#[test]
fn nothing_is_acknowledged_that_went_into_a_file_whose_folder_was_moved_away() -> TestResult {
    refused_after(|file| {
        let folder = file.parent().unwrap_or(file);
        fs::rename(folder, folder.with_extension("old"))
    })
}

#[test]
fn nothing_is_acknowledged_that_went_into_a_file_whose_copy_lies_in_its_place() -> TestResult {
    refused_after(|file| {
        let aside = file.with_extension("aside");
        fs::rename(file, &aside)?;
        fs::copy(aside, file).map(drop)
    })
}

/// Connections may remember every page that a work needs, so SQLite goes on. It stays refused when
/// the file is as large as before: with holes.
#[test]
fn nothing_is_acknowledged_that_went_into_a_file_which_was_cut() -> TestResult {
    let Fixture {
        store,
        file,
        _directory,
    } = fixture()?;
    testkit::run(async {
        Sample::add_to(&store).await?;
        Ok(())
    })?;
    // Then nothing is left that comes from the log and fills the file up before anybody looks.
    drop(store);
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&file)?);
    testkit::run(async move {
        let bytes = file.metadata()?.len();
        for bytes in [bytes - 1, bytes, 2 * bytes] {
            let same_file = fs::OpenOptions::new().write(true).open(&file)?;
            same_file.set_len(bytes)?;
            // SQLite's locks went with the last descriptor, had it been closed.
            std::mem::forget(same_file);
            assert!(Sample::add_to(&store).await.is_err(), "{bytes} bytes");
            let told = store.check().await.err().ok_or("it is in order")?;
            let said = told.source().map(ToString::to_string).unwrap_or_default();
            assert!(said.contains("made shorter"), "{said}");
        }
        Ok(())
    })
}

/// A connection on which a work panicked is replaced: not by one to another file, let alone a new
/// one. Moved back the file is used again.
#[test]
fn a_connection_that_is_made_later_opens_no_other_file_and_makes_none() -> TestResult {
    let Fixture {
        store,
        file,
        _directory,
    } = fixture()?;
    testkit::run(async move {
        let aside = file.with_extension("aside");
        fs::rename(&file, &aside)?;
        // Each work that panics takes its connection with it.
        let panicking = |_: &mut dyn Transaction| -> Result<(), StoreError> { panic!("lost") };
        while !matches!(store.read(panicking).await, Err(StoreError::Unavailable(_))) {}
        let said = reading_says(&store).await?;
        assert!(said.contains("unable to open"), "{said}");
        assert!(!file.exists(), "nothing is made in its place");
        let other = b"of somebody else";
        fs::write(&file, other)?;
        let said = reading_says(&store).await?;
        assert!(
            said.contains("put the file back that it had open"),
            "{said}"
        );
        assert_eq!(fs::read(&file)?, other);
        fs::rename(&aside, &file)?;
        while reading_says(&store).await.is_ok() {}
        Sample::add_to(&store).await?;
        Ok(())
    })
}

/// Why nothing can be read.
async fn reading_says(store: &Arc<dyn Store>) -> TestResult<String> {
    let any = PaId::new(26, 1).ok_or("no number")?;
    match store.read(move |rows| rows.exists(any)).await {
        Ok(_) => Err("it was read".into()),
        Err(error) => Ok(error.source().map(ToString::to_string).unwrap_or_default()),
    }
}

/// Moved back it is the same file, and nothing of it was lost.
#[test]
fn a_file_that_is_moved_away_and_back_is_used_again() -> TestResult {
    let Fixture {
        store,
        file,
        _directory,
    } = fixture()?;
    testkit::run(async move {
        let aside = file.with_extension("aside");
        fs::rename(&file, &aside)?;
        assert!(store.check().await.is_err());
        fs::rename(&aside, &file)?;
        store.check().await?;
        Sample::add_to(&store).await?;
        Ok(())
    })
}

/// Ended in order, the store takes what was acknowledged from the log that it has open.
#[test]
fn nothing_is_acknowledged_that_went_into_a_log_which_was_removed_and_what_was_is_kept()
-> TestResult {
    let Fixture {
        store,
        file,
        _directory,
    } = fixture()?;
    let log = file.with_extension("db-wal");
    // What the store has begun ends with this.
    let mut added = None;
    testkit::run(async {
        let before = Sample::add_to(&store).await?.application.pa_id;
        for end in ["-wal", "-shm"] {
            let side_file = file.with_extension(format!("db{end}"));
            let aside = file.with_extension("aside");
            fs::rename(&side_file, &aside)?;
            let Err(added) = Sample::add_to(&store).await else {
                return Err(format!("it was acknowledged without {end}").into());
            };
            let said = added.source().map(ToString::to_string).unwrap_or_default();
            assert!(said.contains("SIGTERM"), "{said}");
            assert!(store.check().await.is_err());
            fs::rename(&aside, &side_file)?;
            store.check().await?;
        }
        fs::remove_file(log)?;
        added = Some(before);
        Ok(())
    })?;
    let before = added.ok_or("nothing was added")?;
    drop(store);
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&file)?);
    testkit::run(async {
        assert!(store.read(move |rows| rows.exists(before)).await?);
        Ok(())
    })
}

fn refused_after(meddled: impl FnOnce(&Path) -> std::io::Result<()>) -> TestResult {
    let Fixture {
        store,
        file,
        _directory,
    } = fixture()?;
    meddled(&file)?;
    testkit::run(async move {
        let Err(added) = Sample::add_to(&store).await else {
            return Err("it was acknowledged".into());
        };
        assert!(matches!(added, StoreError::Unavailable(_)), "{added:?}");
        let said = added.source().map(ToString::to_string).unwrap_or_default();
        assert!(
            said.contains("put the file back that it had open"),
            "{said}"
        );
        assert!(store.check().await.is_err());
        Ok(())
    })
}

/// Its connections are still open: at the end of a service nobody waits for who has them.
#[test]
fn a_store_that_was_closed_has_everything_in_the_database_even_where_its_log_was_removed()
-> TestResult {
    let Fixture {
        store,
        file,
        _directory,
    } = fixture()?;
    testkit::run(async move {
        let before = Sample::add_to(&store).await?.application.pa_id;
        for end in ["-wal", "-shm"] {
            fs::remove_file(file.with_extension(format!("db{end}")))?;
        }
        store.close().await?;
        let copy = file.with_extension("copy");
        fs::copy(&file, &copy)?;
        let copied: Arc<dyn Store> = Arc::new(SqliteStore::open(&copy)?);
        assert!(copied.read(move |rows| rows.exists(before)).await?);
        Ok(())
    })
}

/// Whoever puts the database back needs both.
#[test]
fn a_store_whose_database_was_moved_leaves_the_log_where_it_is() -> TestResult {
    let Fixture {
        store,
        file,
        _directory,
    } = fixture()?;
    testkit::run(async move {
        // After the first commit the log is emptied, since something erased may have been in it.
        Sample::add_to(&store).await?;
        Sample::add_to(&store).await?;
        let log = fs::read(file.with_extension("db-wal"))?;
        let aside = file.with_extension("aside");
        fs::rename(&file, &aside)?;
        store.close().await?;
        assert!(fs::read(file.with_extension("db-wal"))? == log && !log.is_empty());
        fs::rename(&aside, &file)?;
        store.close().await?;
        assert_eq!(fs::read(file.with_extension("db-wal"))?, b"");
        Ok(())
    })
}
