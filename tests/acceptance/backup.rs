//! Backup while clients write, restore elsewhere, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::form::{blank, filled, summer_festival};
use crate::operator::{answers, attach, call, furnish};
use crate::rows::execute_in;
use crate::service::{MASTER_KEY, Service};

#[test]
fn a_backup_under_load_is_restored_elsewhere_and_goes_on_from_there() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let settled: Vec<String> = (0..3).map(|_| furnish(&service, 200_000)).collect();
    let before = answers(&service, &settled);
    let backup = tempfile::tempdir().unwrap();
    let backup = backup.path().join("monday");
    let backup_path = backup.to_str().unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    write_and_erase(&service);
                }
            });
        }
        call(service.folder(), &["backup", backup_path]).with(0);
        done.store(true, Ordering::SeqCst);
    });
    let elsewhere = tempfile::tempdir().unwrap();
    let said = call(elsewhere.path(), &["restore", backup_path]).with(0);
    assert!(said.contains("are back, compared and verified"), "{said}");
    let said = call(elsewhere.path(), &["verify"]).with(0);
    assert!(said.contains("all of it is right"), "{said}");
    let count: u32 = said
        .lines()
        .last()
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(count >= 3, "{said}");
    call(service.folder(), &["verify"]).with(0);
    let restored = Service::start_in(elsewhere);
    assert_eq!(answers(&restored, &settled), before);
    let next = restored.uploaded("pa_form", blank("pa_form")).pa_id;
    let number: u32 = next.rsplit('-').next().unwrap().parse().unwrap();
    assert!(number > count, "{next}");
}

fn write_and_erase(service: &Service) {
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let path = uploaded.path();
    let first = attach(service, &path, vec![b'a'; 50_000]);
    attach(service, &path, vec![b'b'; 50_000]);
    for path in [format!("{path}/attachments/{first}"), path] {
        let erased = service.delete(&path).header("X-MASTER-KEY", MASTER_KEY);
        assert_eq!(erased.send().unwrap().status(), 200);
    }
}

#[test]
fn numbers_and_ids_of_what_was_erased_before_a_backup_are_not_given_again() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let kept = furnish(&service, 10);
    let erased = furnish(&service, 10);
    let request = service.delete(&erased).header("X-MASTER-KEY", MASTER_KEY);
    assert_eq!(request.send().unwrap().status(), 200);
    call(service.folder(), &["backup", "copy"]).with(0);
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = service.folder().join("copy");
    // As one that was killed when all but this was done leaves it.
    fs::write(copy.join("rows-put-aside.db"), "rows").unwrap();
    call(elsewhere.path(), &["restore", copy.to_str().unwrap()]).with(0);
    let restored = Service::start_in(elsewhere);
    let uploaded = restored.uploaded("pa_form", blank("pa_form"));
    assert!(uploaded.pa_id.ends_with("-0003"), "{}", uploaded.pa_id);
    assert_eq!(attach(&restored, &kept, b"x".to_vec()), 5);
}

#[test]
fn a_restore_takes_only_a_whole_backup_into_nothing() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&service, 10);
    let folder = service.folder();
    call(folder, &["backup", "copy"]).with(0);
    let said = call(folder, &["backup", "copy"]).with(1);
    assert!(said.contains("is not empty"), "{said}");
    let said = call(folder, &["restore", "copy"]).with(1);
    assert!(said.contains("A formservice serves from"), "{said}");
    let said = call(folder, &["restore", "data"]).with(1);
    assert!(said.contains("no finished backup"), "{said}");
    // As one that was killed leaves it.
    fs::create_dir(folder.join("cut")).unwrap();
    fs::write(folder.join("cut/rows-put-aside.db"), "rows").unwrap();
    let said = call(folder, &["backup", "cut"]).with(1);
    assert!(said.contains("cut holds a backup that was cut"), "{said}");
    let said = call(folder, &["backup", "next"]).with(0);
    assert!(said.contains("/cut holds a backup that was cut"), "{said}");
    let elsewhere = tempfile::tempdir().unwrap();
    let manifest = folder.join("copy/backup.toml");
    let whole = fs::read_to_string(&manifest).unwrap();
    fs::write(
        &manifest,
        whole.replace("applications = 1", "applications = 2"),
    )
    .unwrap();
    let copy = folder.join("copy");
    let said = call(elsewhere.path(), &["restore", copy.to_str().unwrap()]).with(1);
    assert!(said.contains("1 of 2 applications are back"), "{said}");
    call(folder, &["verify"]).with(0);
}

/// Puts the database in a folder back to the version before `cleared_costs`.
const OF_THE_VERSION_BEFORE: &str = "DROP TABLE cleared_costs; \
    DELETE FROM __diesel_schema_migrations WHERE version = '00000000000010'";

#[test]
fn a_refused_restore_leaves_a_backup_of_an_older_version_as_it_was() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&service, 10);
    call(service.folder(), &["backup", "kept/data"]).with(0);
    let backup = service.folder().join("kept/data");
    execute_in(&service.folder().join("kept"), OF_THE_VERSION_BEFORE);
    let rows = backup.join("formservice.db");
    let before = fs::read(&rows).unwrap();
    let in_use = tempfile::tempdir().unwrap();
    let other = Service::start_in(in_use);
    furnish(&other, 10);
    let in_use = other.end();
    let said = call(in_use.path(), &["restore", backup.to_str().unwrap()]).with(1);
    assert!(said.contains("is not empty"), "{said}");
    assert!(fs::read(&rows).unwrap() == before);
    // One that is taken brings it up to date.
    let elsewhere = tempfile::tempdir().unwrap();
    call(elsewhere.path(), &["restore", backup.to_str().unwrap()]).with(0);
    assert!(fs::read(&rows).unwrap() != before);
}

#[test]
fn a_backup_names_what_is_damaged_and_copies_the_rest() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let path = furnish(&service, 10);
    furnish(&service, 10);
    let blobs = service.blob_files();
    let quote = blobs
        .iter()
        .find(|file| fs::read(file).unwrap() == b"quote");
    fs::write(quote.unwrap(), b"quotE").unwrap();
    let said = call(service.folder(), &["backup", "copy"]).with(1);
    let of_one = said.matches("the bytes of attachment").count();
    assert_eq!(of_one, 1, "{said}");
    assert!(said.contains("have changed"), "{said}");
    assert!(said.contains("2 applications with 5 blobs"), "{said}");
    let copy = "sqlite:copy/formservice.db,file:copy/blobs";
    call(service.folder(), &["verify", "--of", copy]).with(0);
    let elsewhere = tempfile::tempdir().unwrap();
    let copy = service.folder().join("copy");
    let said = call(elsewhere.path(), &["restore", copy.to_str().unwrap()]).with(1);
    assert!(said.contains("2 applications of"), "{said}");
    assert!(said.contains("it was made with 1 fault"), "{said}");
    assert!(path.starts_with("/applications/"));

    // As many faults as there were, and another one.
    let manifest = fs::read_to_string(copy.join("backup.toml")).unwrap();
    assert!(manifest.contains("have changed.\","), "{manifest}");
    let mut quotes = files_below(&copy.join("blobs"));
    quotes.retain(|file| fs::read(file).unwrap() == b"quote");
    fs::remove_file(&quotes[0]).unwrap();
    let later = tempfile::tempdir().unwrap();
    let said = call(later.path(), &["restore", copy.to_str().unwrap()]).with(1);
    assert!(said.contains("When it was made this was not so"), "{said}");
}

/// Nobody is told to stop the service, or to restore a backup, for the backup that he restores.
#[test]
fn what_is_wrong_with_the_database_of_a_backup_is_told_as_the_backups() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    furnish(&service, 10);
    call(service.folder(), &["backup", "copy"]).with(0);
    let copy = service.folder().join("copy");
    let rows = copy.join("formservice.db");
    let whole = fs::read(&rows).unwrap();
    let told = |what: &str| {
        let elsewhere = tempfile::tempdir().unwrap();
        let said = call(elsewhere.path(), &["restore", copy.to_str().unwrap()]).with(1);
        assert!(said.contains(what), "{said}");
        assert!(!said.contains("stop the service"), "{said}");
        assert!(!said.contains("formservice restore"), "{said}");
    };
    // The pages of the application are found to be damaged while it is copied.
    let mut damaged = whole.clone();
    for page in damaged.chunks_mut(4096) {
        if String::from_utf8_lossy(page).contains("-0001") {
            page.fill(0xab);
        }
    }
    fs::write(&rows, damaged).unwrap();
    told("empty it, then restore another backup");
    told("The database of the backup is damaged (");
    fs::write(&rows, vec![0xab; whole.len()]).unwrap();
    told("The database of the backup is damaged (");
    told("nothing was restored of this");
    for missing in [Some(Vec::new()), None] {
        match missing {
            Some(empty) => fs::write(&rows, empty).unwrap(),
            None => fs::remove_file(&rows).unwrap(),
        }
        told("The backup is not whole: its database is missing or empty.");
    }
    fs::write(&rows, whole).unwrap();
    fs::rename(copy.join("blobs"), copy.join("put-aside")).unwrap();
    told("The backup is not whole: its folder of blobs is missing or empty.");
    fs::create_dir(copy.join("blobs")).unwrap();
    told("The backup is not whole: its folder of blobs is missing or empty.");
    fs::remove_dir(copy.join("blobs")).unwrap();
    fs::rename(copy.join("put-aside"), copy.join("blobs")).unwrap();
    // As after a program that copies no empty folders.
    fs::remove_dir(copy.join("blobs/staging")).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    call(elsewhere.path(), &["restore", copy.to_str().unwrap()]).with(0);
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.flat_map(|path| match path.is_dir() {
        true => files_below(&path),
        false => vec![path],
    });
    files.collect()
}

/// What of it is not damaged is kept: its data, its history, its key, its attachments.
#[test]
fn an_application_whose_original_is_gone_is_in_the_backup_and_is_restored_without_it() {
    let service = Service::start_in(tempfile::tempdir().unwrap());
    let whole = furnish(&service, 10);
    let of_whole = service.blob_files();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let mut original = service.blob_files();
    original.retain(|file| !of_whole.contains(file));
    let path = uploaded.path();
    let file = attach(&service, &path, b"receipt".to_vec());
    let own = |service: &Service, rest: &str| {
        let request = service.get(&format!("{path}{rest}"));
        let answer = request.header("X-PA-KEY", &uploaded.pa_key).send().unwrap();
        (answer.status().as_u16(), answer.bytes().unwrap().to_vec())
    };
    let parts = ["", "/history", &format!("/attachments/{file}")];
    let before = parts.map(|rest| own(&service, rest));
    let all_before = answers(&service, std::slice::from_ref(&whole));
    fs::remove_file(&original[0]).unwrap();

    let said = call(service.folder(), &["backup", "copy"]).with(1);
    let missing = format!(
        "{}: the bytes of the uploaded form are missing",
        uploaded.pa_id
    );
    assert_eq!(said.matches(&missing).count(), 1, "{said}");
    assert!(said.contains("2 applications with 4 blobs"), "{said}");
    let manifest = fs::read_to_string(service.folder().join("copy/backup.toml")).unwrap();
    assert!(manifest.contains("applications = 2"), "{manifest}");
    assert!(manifest.contains("faults = 1 "), "{manifest}");

    let elsewhere = tempfile::tempdir().unwrap();
    let copy = service.folder().join("copy");
    let said = call(elsewhere.path(), &["restore", copy.to_str().unwrap()]).with(1);
    assert_eq!(said.matches(&missing).count(), 1, "{said}");
    assert!(said.contains("it was made with 1 fault"), "{said}");
    assert!(said.contains("is named above is of that"), "{said}");
    let said = call(elsewhere.path(), &["verify"]).with(1);
    assert!(said.contains(&missing), "{said}");
    assert!(said.contains(": 1 fault."), "{said}");
    let restored = Service::start_in(elsewhere);
    assert_eq!(parts.map(|rest| own(&restored, rest)), before);
    assert_eq!(own(&restored, "?format=original").0, 500);
    assert_eq!(answers(&restored, &[whole]), all_before);
}
