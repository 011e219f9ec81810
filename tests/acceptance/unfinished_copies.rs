//! A copy that was cut in the middle: nothing serves or backs up the part, and the command goes on.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::form::blank;
use crate::operator::{answers, call, furnish};
use crate::rows::execute_in;
use crate::service::Service;
use test_harness::program;

/// A backup of two applications, of which the second has a file of 3 MB.
fn backed_up() -> (Service, Vec<String>) {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let paths = [10, 3_000_000].map(|bytes| furnish(&service, bytes));
    call(service.folder(), &["backup", "copy"]).with(0);
    (service, paths.into())
}

/// What a restore leaves in a folder where no file may be larger than 2 MB.
fn cut_restore(backup: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut restoring = Command::new("prlimit");
    restoring
        .args(["--fsize=2000000", "--", program::path().to_str().unwrap()])
        .args(["restore", backup])
        .current_dir(folder.path());
    let ended = restoring.output().expect("prlimit (util-linux) starts");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("Make room and call again"), "{said}");
    folder
}

fn backup_in(service: &Service) -> String {
    let path = service.folder().join("copy");
    path.to_str().unwrap().to_owned()
}

fn refuses_a_part(folder: &Path, arguments: &[&str]) {
    let said = call(folder, arguments).with(1);
    assert!(said.contains("holds a part of a copy"), "{said}");
}

#[test]
fn what_a_cut_restore_has_left_is_not_served_and_the_restore_goes_on() {
    let (service, paths) = backed_up();
    let backup = backup_in(&service);
    let part = cut_restore(&backup);
    for arguments in [
        &["serve"][..],
        &["check"],
        &["backup", "of-a-part"],
        &["move", "--to", "sqlite:new/rows.db,file:new/blobs"],
    ] {
        refuses_a_part(part.path(), arguments);
    }
    assert!(!part.path().join("of-a-part").exists());
    call(part.path(), &["verify"]).with(0);

    let said = call(part.path(), &["restore", &backup]).with(0);
    assert!(said.contains("was cut, and goes on"), "{said}");
    assert!(said.contains("2 applications of"), "{said}");
    let before = answers(&service, &paths);
    let restored = Service::start_in(part);
    assert_eq!(answers(&restored, &paths), before);
}

#[test]
fn a_cut_restore_goes_on_with_its_own_backup_alone() {
    let (service, _) = backed_up();
    let part = cut_restore(&backup_in(&service));
    let other = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&other, 10);
    call(other.folder(), &["backup", "copy"]).with(0);
    let said = call(part.path(), &["restore", &backup_in(&other)]).with(1);
    assert!(said.contains("is not empty"), "{said}");
    refuses_a_part(part.path(), &["check"]);
}

/// The statement is that of the manual for operators.
#[test]
fn a_part_of_which_nothing_more_will_come_can_be_served() {
    let (service, _) = backed_up();
    let part = cut_restore(&backup_in(&service));
    execute_in(part.path(), "DELETE FROM unfinished_copy");
    let served = Service::start_in(part);
    // Numbers go on where those of the backup ended.
    let next = served.uploaded("pa_form", blank("pa_form")).pa_id;
    assert!(next.ends_with("-0003"), "{next}");
}
