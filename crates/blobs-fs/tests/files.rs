//! What is the files' own: modes, staging, leftovers, foreign files, errors.

use std::error::Error;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use blobs_fs::FileBlobStore;
use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::{BlobError, BlobStore as _};
use rustix::fs::{CWD, Mode, mkfifoat};
use tempfile::TempDir;
use testkit::TestResult;
use testkit::blob_suite::{content, key, listed, pieces, read_all};

struct Fixture {
    store: FileBlobStore,
    root: PathBuf,
    _directory: TempDir,
}

fn fixture() -> TestResult<Fixture> {
    let directory = tempfile::tempdir()?;
    let root = directory.path().join("new/blobs");
    Ok(Fixture {
        store: FileBlobStore::open(&root)?,
        root,
        _directory: directory,
    })
}

impl Fixture {
    fn staged_count(&self) -> std::io::Result<usize> {
        Ok(fs::read_dir(self.root.join("staging"))?.count())
    }

    fn file_of(&self, number: u16) -> PathBuf {
        let name = key(number).to_string();
        self.root.join(&name[..2]).join(name)
    }
}

fn mode(path: &Path) -> std::io::Result<u32> {
    Ok(fs::metadata(path)?.permissions().mode() & 0o777)
}

#[test]
fn files_are_readable_by_their_owner_only() -> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        fixture.store.put(&key(1), pieces(&[b"a"])).await?;
        let file = fixture.file_of(1);
        assert_eq!(mode(&file)?, 0o600);
        for directory in file.ancestors().skip(1).take(3) {
            assert_eq!(mode(directory)?, 0o700, "{}", directory.display());
        }
        assert_eq!(mode(&fixture.root.join("staging"))?, 0o700);
        Ok(())
    })
}

#[test]
fn nothing_is_left_in_staging_whatever_becomes_of_a_put() -> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        let bytes = content(1, 600_000);
        fixture.store.put(&key(1), pieces(&[&bytes])).await?;
        assert!(fixture.store.put(&key(1), pieces(&[&bytes])).await.is_err());
        let broken = [
            Ok(Bytes::from(bytes)),
            Err(BlobError::Interrupted("x".into())),
        ];
        assert!(
            fixture
                .store
                .put(&key(2), stream::iter(broken).boxed())
                .await
                .is_err()
        );
        fixture.store.check().await?;
        assert_eq!(fixture.staged_count()?, 0);
        Ok(())
    })
}

#[test]
fn a_stream_that_breaks_off_at_any_place_leaves_nothing_however_much_is_still_being_written()
-> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        for pieces in 1..12 {
            let piece = Bytes::from(content(1, 200_000));
            let whole = stream::iter(vec![piece; pieces]).map(Ok);
            let broken = stream::iter([Err(BlobError::Interrupted("x".into()))]);
            let bytes = whole.chain(broken).boxed();
            let put = fixture.store.put(&key(2), bytes).await;
            assert!(matches!(put, Err(BlobError::Interrupted(_))));
            assert_eq!(fixture.staged_count()?, 0, "{pieces}");
            assert!(!fixture.file_of(2).exists());
        }
        Ok(())
    })
}

#[test]
fn old_leftovers_are_removed_and_young_ones_are_not() -> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        let staging = fixture.root.join("staging");
        for (name, age_seconds) in [("old", 3_700), ("young", 3_500)] {
            let file = File::create(staging.join(name))?;
            let modified = file.metadata()?.modified()?;
            file.set_modified(modified - Duration::from_secs(age_seconds))?;
        }
        let removed = fixture
            .store
            .remove_unfinished(Duration::from_secs(3_600))
            .await?;
        assert_eq!(removed, 1);
        assert!(!staging.join("old").exists());
        assert!(staging.join("young").exists());
        assert_eq!(fixture.staged_count()?, 1);
        Ok(())
    })
}

/// To tell the time of the file system it makes a file of its own there.
#[test]
fn where_nothing_was_left_over_nothing_is_counted() -> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        assert_eq!(fixture.store.remove_unfinished(Duration::ZERO).await?, 0);
        assert_eq!(fixture.staged_count()?, 0);
        Ok(())
    })
}

#[test]
fn what_was_put_is_there_after_a_restart() -> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        fixture.store.put(&key(1), pieces(&[b"kept"])).await?;
        drop(fixture.store);
        let store = FileBlobStore::open(&fixture.root)?;
        let read = read_all(&store, &key(1), None).await?;
        assert_eq!(read.as_deref(), Some(&b"kept"[..]));
        Ok(())
    })
}

#[test]
fn foreign_files_are_no_blobs() -> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        fixture.store.put(&key(1), pieces(&[b"a"])).await?;
        for name in [
            "README",
            "00/notes.txt",
            "00/ABCDEF00000000000000000000000000",
        ] {
            fs::write(fixture.root.join(name), b"x")?;
        }
        // A copy in a folder that no reader looks into.
        let misplaced = fixture.root.join("zz").join(key(1).as_str());
        fs::create_dir(fixture.root.join("zz"))?;
        fs::write(misplaced, b"x")?;
        fs::create_dir(fixture.root.join("lost+found"))?;
        assert_eq!(listed(&fixture.store).await?, [key(1)]);
        Ok(())
    })
}

#[test]
fn what_is_no_file_in_the_place_of_a_blob_is_an_error_and_nobody_waits_for_it() -> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        let [pipe, device, folder] = [1, 2, 3].map(|number| fixture.file_of(number));
        for place in [&pipe, &device, &folder] {
            fs::create_dir_all(place.parent().ok_or("no folder")?)?;
        }
        mkfifoat(CWD, &pipe, Mode::RUSR)?;
        std::os::unix::fs::symlink("/dev/null", &device)?;
        fs::create_dir(&folder)?;
        for number in 1..=3 {
            let read = fixture.store.read(&key(number), None).await;
            assert!(matches!(read, Err(BlobError::Failed(_))), "{number}");
        }
        Ok(())
    })
}

/// Whoever takes nothing holds what was read for him: of thousands each a little.
#[test]
fn a_blob_comes_in_smaller_pieces_while_hundreds_are_read() -> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        let whole = content(1, 600_000);
        fixture.store.put(&key(1), pieces(&[&whole])).await?;
        let first_of = |stream: &[Bytes]| stream.first().map(Bytes::len);
        let read = || async { fixture.store.read(&key(1), None).await };
        let alone: Vec<Bytes> = read().await?.ok_or("gone")?.try_collect().await?;
        let mut others = Vec::new();
        for _ in 0..199 {
            others.push(read().await?.ok_or("gone")?);
        }
        let beside: Vec<Bytes> = read().await?.ok_or("gone")?.try_collect().await?;
        assert_eq!(
            (first_of(&alone), first_of(&beside)),
            (Some(128 * 1024), Some(80 * 1024))
        );
        assert!(alone.concat() == whole && beside.concat() == whole);
        Ok(())
    })
}

#[test]
fn a_file_that_was_cut_short_is_an_error_and_no_shorter_blob() -> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        fixture
            .store
            .put(&key(1), pieces(&[&content(1, 1_000_000)]))
            .await?;
        let mut reading = fixture
            .store
            .read(&key(1), None)
            .await?
            .ok_or("not found")?;
        reading.next().await.ok_or("empty")??;
        File::options()
            .write(true)
            .open(fixture.file_of(1))?
            .set_len(70_000)?;
        // Some of it was read ahead.
        let rest: Vec<_> = reading.collect().await;
        let (last, before) = rest.split_last().ok_or("ended")?;
        assert!(matches!(last, Err(BlobError::Failed(_))), "it ended");
        assert!(before.iter().all(Result::is_ok) && before.len() < 3);
        Ok(())
    })
}

/// An empty folder is what is left of a disk that is not mounted any more.
#[test]
fn a_store_whose_folder_is_away_or_empty_is_unavailable_and_says_of_no_blob_that_it_is_gone()
-> TestResult {
    testkit::run(async {
        for is_mount_point in [false, true] {
            let fixture = fixture()?;
            fixture.store.put(&key(1), pieces(&[b"a"])).await?;
            let aside = fixture.root.with_extension("aside");
            fs::rename(&fixture.root, &aside)?;
            if is_mount_point {
                fs::create_dir(&fixture.root)?;
            }
            let read = fixture.store.read(&key(1), None).await.map(drop);
            let removed = fixture.store.remove(&key(1)).await;
            let checked = fixture.store.check().await;
            let put = fixture.store.put(&key(2), pieces(&[b"b"])).await.map(drop);
            let listed = listed(&fixture.store).await.map(drop);
            for outcome in [read, removed, checked, put] {
                let is_away = matches!(outcome, Err(BlobError::Unavailable(_)));
                assert!(is_away, "{is_mount_point}: {outcome:?}");
            }
            assert!(listed.is_err(), "{is_mount_point}: it is empty");
            assert!(FileBlobStore::reopen(&fixture.root)?.is_none());
            if is_mount_point {
                fs::remove_dir(&fixture.root)?;
            }
            fs::rename(&aside, &fixture.root)?;
            assert!(fixture.store.read(&key(1), None).await?.is_some());
        }
        Ok(())
    })
}

/// A tidy job removes empty folders, of which staging mostly is one.
#[test]
fn a_store_from_which_staging_was_removed_is_known_by_its_blobs_and_gets_it_again() -> TestResult {
    testkit::run(async {
        let fixture = fixture()?;
        let staging = fixture.root.join("staging");
        fs::remove_dir(&staging)?;
        assert!(FileBlobStore::reopen(&fixture.root)?.is_none());
        assert!(!staging.exists(), "made in what may be a mount point");
        fs::create_dir(&staging)?;
        fixture.store.put(&key(1), pieces(&[b"a"])).await?;
        fs::remove_dir(&staging)?;
        let told = fixture.store.check().await.err().ok_or("it worked")?;
        let told = told.source().ok_or("no cause")?.to_string();
        assert!(told.contains("`staging` was removed"), "{told}");
        assert!(FileBlobStore::reopen(&fixture.root)?.is_some());
        fixture.store.check().await?;
        Ok(())
    })
}

#[test]
fn what_has_no_folder_in_the_place_of_staging_is_not_opened() -> TestResult {
    let directory = tempfile::tempdir()?;
    fs::write(directory.path().join("staging"), "a file")?;
    assert!(FileBlobStore::reopen(directory.path()).is_err());
    assert!(FileBlobStore::reopen(&directory.path().join("staging")).is_err());
    Ok(())
}

#[test]
fn no_error_shows_the_path() -> TestResult {
    testkit::run(async {
        let directory = tempfile::tempdir()?;
        let root = directory.path().join("secret-name");
        let store = FileBlobStore::open(&root)?;
        fs::remove_dir_all(&root)?;
        fs::write(&root, b"a file, no directory")?;
        let errors = [
            store.put(&key(1), pieces(&[b"a"])).await.err(),
            store.read(&key(1), None).await.err(),
            store.remove(&key(1)).await.err(),
            listed(&store).await.err(),
            store.check().await.err(),
            FileBlobStore::open(&root).err(),
        ];
        for error in errors {
            let error = error.ok_or("it worked")?;
            let shown = format!("{error} {error:?} {:?}", error.source());
            assert!(!shown.contains("secret"), "{shown}");
        }
        Ok(())
    })
}

#[test]
fn holds_any_tells_blobs_from_what_is_left_around_them_and_makes_nothing() -> TestResult {
    let directory = tempfile::tempdir()?;
    let absent = directory.path().join("absent");
    assert!(!FileBlobStore::holds_any(&absent)?);
    assert!(!absent.exists());
    let fixture = fixture()?;
    let root = fixture.root.clone();
    assert!(!FileBlobStore::holds_any(&root)?);
    fs::write(root.join("staging/left"), "cut off")?;
    fs::create_dir(root.join("ab"))?;
    fs::write(root.join("ab/notes.txt"), "somebody's")?;
    assert!(!FileBlobStore::holds_any(&root)?);
    testkit::run(async move {
        fixture.store.put(&key(1), pieces(&[b"a"])).await?;
        assert!(FileBlobStore::holds_any(&root)?);
        fixture.store.remove(&key(1)).await?;
        assert!(!FileBlobStore::holds_any(&root)?);
        Ok(())
    })
}
