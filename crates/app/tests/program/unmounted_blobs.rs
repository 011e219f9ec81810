//! A disk of blobs that is away, at a start and under a running service. What is made in its place
//! would be hidden when it is back, and would tell the service that it is back already.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::tempdir;

use crate::missing_storage::{started, stored, try_upload};
use crate::program::call;
use crate::serving::Serving;

const MISSED: &str = "the database has applications whose files lie there";

/// The disk of a folder's blobs, unmounted: what was on it, and the mount point, which is empty.
struct UnmountedDisk {
    disk: PathBuf,
    mount_point: PathBuf,
}

impl UnmountedDisk {
    fn of(folder: &Path) -> Self {
        let unmounted = Self {
            disk: folder.join("unmounted"),
            mount_point: folder.join("data/blobs"),
        };
        fs::rename(&unmounted.mount_point, &unmounted.disk).unwrap();
        fs::create_dir(&unmounted.mount_point).unwrap();
        unmounted
    }

    fn is_untouched(&self) -> bool {
        fs::read_dir(&self.mount_point).unwrap().next().is_none()
    }

    fn mount(self) {
        // Fails where somebody has made anything there.
        fs::remove_dir(&self.mount_point).unwrap();
        fs::rename(&self.disk, &self.mount_point).unwrap();
    }
}

#[test]
fn files_that_are_not_mounted_are_missed_by_the_start_and_by_check() {
    let folder = stored();
    let blobs = folder.path().join("data/blobs");
    let unmounted = UnmountedDisk::of(folder.path());
    for has_mount_point in [true, false] {
        let said = started(folder.path());
        assert!(said.contains(MISSED), "{said}");
        let check = call(folder.path(), &["check"]);
        assert_eq!(check.status, Some(1));
        assert!(check.stderr.contains(MISSED), "{}", check.stderr);
        if has_mount_point {
            assert!(unmounted.is_untouched());
            fs::remove_dir(&blobs).unwrap();
        }
    }
    assert!(!blobs.exists(), "nothing is made in its place");
    // This says that it is meant.
    fs::create_dir_all(blobs.join("staging")).unwrap();
    drop(Serving::start(folder.path()));
    assert_eq!(call(folder.path(), &["verify"]).status, Some(1));
}

#[test]
fn while_files_are_not_mounted_no_command_makes_a_running_service_take_others() {
    let folder = stored();
    let serving = Serving::start(folder.path());
    let unmounted = UnmountedDisk::of(folder.path());
    for arguments in [&["check"][..], &["sweep"], &["verify"], &["backup", "copy"]] {
        let refused = call(folder.path(), arguments);
        assert_eq!(refused.status, Some(1), "{arguments:?}");
        assert!(unmounted.is_untouched(), "{arguments:?}");
        let answer = try_upload(&serving);
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    }
    let key = fs::read_to_string(folder.path().join("data/master-key")).unwrap();
    let key = format!("x-master-key: {}\r\n", key.trim());
    let list = serving.answer("GET /applications", &key);
    let (_, number) = list.split_once("\"pa_id\":\"").unwrap();
    let (number, _) = number.split_once('"').unwrap();
    let erased = serving.answer(&format!("DELETE /applications/{number}"), &key);
    assert!(erased.starts_with("HTTP/1.1 200"), "{erased}");
    unmounted.mount();
    let answer = try_upload(&serving);
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    // Bytes that no row names and no list either would be a fault.
    let verified = call(folder.path(), &["verify"]);
    assert_eq!(verified.status, Some(0), "{}", verified.stderr);
}

/// A target of an earlier move, whose disk is away now.
#[test]
fn a_move_is_not_continued_beside_the_files_that_are_not_mounted() {
    let (source, target) = (stored(), tempdir().unwrap());
    let to = format!(
        "sqlite:{0}/data/formservice.db,file:{0}/data/blobs",
        target.path().display()
    );
    let moved = call(source.path(), &["move", "--to", &to]);
    assert_eq!(moved.status, Some(0), "{}", moved.stderr);
    let unmounted = UnmountedDisk::of(target.path());
    let refused = call(source.path(), &["move", "--to", &to]);
    assert_eq!(refused.status, Some(1));
    assert!(refused.stderr.contains(MISSED), "{}", refused.stderr);
    unmounted.mount();
    let moved = call(source.path(), &["move", "--to", &to]);
    assert_eq!(moved.status, Some(0), "{}", moved.stderr);
}

/// As by a job that removes empty folders. The files that are there tell that it is their folder.
#[test]
fn a_service_whose_staging_folder_was_removed_goes_on_after_a_check() {
    let folder = stored();
    let serving = Serving::start(folder.path());
    let staging = folder.path().join("data/blobs/staging");
    fs::remove_dir(&staging).unwrap();
    let answer = try_upload(&serving);
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    assert!(!staging.exists());
    let check = call(folder.path(), &["check"]);
    assert_eq!(check.status, Some(0), "{}", check.stderr);
    let answer = try_upload(&serving);
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    let (_, said) = serving.stop();
    let told = "the folder `staging` was removed from it; `formservice check` tells which";
    assert!(said.contains(told), "{said}");
}
