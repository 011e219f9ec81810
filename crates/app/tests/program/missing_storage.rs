//! A database that is not there any more is not taken for a first start.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use store_sqlite::SqliteStore;
use tempfile::{TempDir, tempdir};

use crate::program::{call, command, ended};
use crate::serving::Serving;

/// A folder with an application, on which no service runs.
pub(crate) fn stored() -> TempDir {
    let folder = tempdir().unwrap();
    upload(&Serving::start(folder.path()));
    folder
}

/// Makes an application.
fn upload(serving: &Serving) {
    let answer = try_upload(serving);
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
}

/// What is answered to a form, its head included.
pub(crate) fn try_upload(serving: &Serving) -> String {
    let pdf = include_bytes!("../../../../docs/tour/antrag.pdf");
    let part = |name: &str| format!("--part\r\nContent-Disposition: form-data; name=\"{name}\"");
    let mut body = format!("{}\r\n\r\npa_form\r\n", part("form_type")).into_bytes();
    body.extend(format!("{}; filename=\"a.pdf\"\r\n\r\n", part("file")).bytes());
    body.extend(pdf);
    body.extend(b"\r\n--part--\r\n");
    let mut connection = TcpStream::connect(&serving.address).unwrap();
    let head = format!(
        "POST /upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\
         Content-Type: multipart/form-data; boundary=part\r\n\r\n",
        body.len()
    );
    connection.write_all(head.as_bytes()).unwrap();
    connection.write_all(&body).unwrap();
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// What a service says that does not start.
pub(crate) fn started(folder: &Path) -> String {
    let mut service = command(folder, &["serve"]);
    service
        .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
        .env("FORMSERVICE__SERVER__METRICS_LISTEN", "127.0.0.1:0");
    let service = ended(service);
    assert_eq!(service.status, Some(1), "{}", service.stderr);
    service.stderr
}

#[test]
fn files_with_a_database_that_is_not_theirs_are_told_at_the_start() {
    const TOLD: &str = "the blob store has files, but the database has no application";
    let folder = stored();
    let again = Serving::start(folder.path());
    assert!(!again.said.contains(TOLD), "{}", again.said);
    drop(again);
    remove_database(folder.path(), &["", "-wal", "-shm"]);
    let elsewhere = tempdir().unwrap();
    assert_eq!(call(elsewhere.path(), &["migrate"]).status, Some(0));
    fs::copy(database(elsewhere.path(), ""), database(folder.path(), "")).unwrap();
    let without = Serving::start(folder.path());
    assert!(without.said.contains(TOLD), "{}", without.said);
}

/// With a sentence that says what to do, whatever is called; and nothing is made or changed.
#[test]
fn a_database_file_that_is_gone_beside_its_files_or_its_log_is_no_first_start() {
    let backup = tempdir().unwrap();
    let backup = backup.path().to_str().unwrap();
    assert_eq!(call(stored().path(), &["backup", backup]).status, Some(0));
    for (has_log, told) in [
        (
            false,
            "but the folder of `blobs.url` has files of applications",
        ),
        (true, "but its log `data/formservice.db-wal` is there"),
    ] {
        for is_empty in [false, true] {
            let folder = stored();
            remove_database(folder.path(), &["", "-wal", "-shm"]);
            if has_log {
                fs::remove_dir_all(folder.path().join("data/blobs")).unwrap();
                fs::write(database(folder.path(), "-wal"), "what was committed last").unwrap();
            }
            if is_empty {
                fs::write(database(folder.path(), ""), "").unwrap();
            }
            let state = if is_empty {
                "is empty"
            } else {
                "does not exist"
            };
            let told = format!("The database: `data/formservice.db` {state}, {told}");
            refused_by_all(folder.path(), backup, &told);
            let length = fs::metadata(database(folder.path(), "")).map(|file| file.len());
            assert_eq!(length.ok(), is_empty.then_some(0));
            assert_eq!(database(folder.path(), "-wal").exists(), has_log);
        }
    }
}

/// SQLite has it beside the file that the link leads to.
#[test]
fn the_log_of_a_database_behind_a_link_is_no_first_start() {
    let folder = stored();
    remove_database(folder.path(), &["", "-wal", "-shm"]);
    fs::remove_dir_all(folder.path().join("data/blobs")).unwrap();
    fs::create_dir(folder.path().join("disk")).unwrap();
    let log = folder.path().join("disk/rows.db-wal");
    fs::write(&log, "what was committed last").unwrap();
    symlink("next.db", database(folder.path(), "")).unwrap();
    symlink("../disk/rows.db", folder.path().join("data/next.db")).unwrap();
    let told = "but its log `data/../disk/rows.db-wal` is there";
    let check = call(folder.path(), &["check"]);
    assert_eq!(check.status, Some(1), "{}", check.stderr);
    assert!(check.stderr.contains(told), "{}", check.stderr);
    assert!(started(folder.path()).contains(told));
    assert_eq!(fs::read(&log).unwrap(), b"what was committed last");
    assert!(!folder.path().join("disk/rows.db").exists());
}

/// As somebody makes it who looks whether it is there with `sqlite3`, or leaves it when its making
/// was cut.
#[test]
fn a_database_file_without_tables_beside_files_of_applications_is_no_first_start() {
    let backup = tempdir().unwrap();
    let backup = backup.path().to_str().unwrap();
    assert_eq!(call(stored().path(), &["backup", backup]).status, Some(0));
    let folder = stored();
    remove_database(folder.path(), &["", "-wal", "-shm"]);
    drop(SqliteStore::open(&database(folder.path(), "")).unwrap());
    let told = "The database: `data/formservice.db` has no tables, but the folder of `blobs.url` \
        has files of applications";
    refused_by_all(folder.path(), backup, told);
    fs::rename(folder.path().join("data/blobs"), folder.path().join("away")).unwrap();
    assert_eq!(call(folder.path(), &["migrate"]).status, Some(0));
}

fn refused_by_all(folder: &Path, backup: &str, told: &str) {
    let said = started(folder);
    // In a line of JSON.
    assert!(said.contains(told), "{said}");
    for arguments in [
        &["check"][..],
        &["migrate"],
        &["verify"],
        &["restore", backup],
        &[
            "move",
            "--from",
            &format!("sqlite:{backup}/formservice.db,file:{backup}/blobs"),
            "--to",
            "sqlite:data/formservice.db,file:data/blobs",
        ],
    ] {
        let refused = call(folder, arguments);
        assert_eq!(refused.status, Some(1), "{arguments:?}");
        let said = refused.stderr;
        assert!(said.contains(told), "{arguments:?}: {said}");
        assert!(said.contains("`formservice restore`"), "{said}");
    }
}

#[test]
fn a_check_before_the_first_start_finds_nothing_wrong_and_makes_nothing() {
    let folder = tempdir().unwrap();
    let checked = call(folder.path(), &["check"]);
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
    let told = "Database: it is not there yet, the first start makes it.";
    assert!(checked.stderr.contains(told), "{}", checked.stderr);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// The database file in a folder, or what SQLite has beside it.
fn database(folder: &Path, suffix: &str) -> PathBuf {
    folder.join(format!("data/formservice.db{suffix}"))
}

fn remove_database(folder: &Path, suffixes: &[&str]) {
    for suffix in suffixes {
        let file = database(folder, suffix);
        assert!(!file.exists() || fs::remove_file(file).is_ok());
    }
}

/// Through two files of one name SQLite would mix them, and the outage would become a loss.
#[test]
fn what_was_replaced_under_a_service_is_opened_by_nothing_else_until_that_stops() {
    const TOLD: &str = "A formservice runs that has ";
    let folder = stored();
    let aside = folder.path().join("aside");
    let serving = Serving::start(folder.path());
    for suffix in ["", "-wal", "-shm"] {
        let file = database(folder.path(), suffix);
        fs::rename(&file, &aside).unwrap();
        fs::copy(&aside, &file).unwrap();
        let before = fs::read(&file).unwrap();
        for commands in [vec!["check"], vec!["verify"], vec!["backup", "copy"]] {
            let refused = call(folder.path(), &commands);
            assert_eq!(refused.status, Some(1), "{suffix} {commands:?}");
            assert!(refused.stderr.contains(TOLD), "{}", refused.stderr);
        }
        assert!(started(folder.path()).contains(TOLD), "{suffix}");
        assert!(fs::read(&file).unwrap() == before, "{suffix} was touched");
        fs::rename(&aside, &file).unwrap();
        let check = call(folder.path(), &["check"]);
        assert_eq!(check.status, Some(0), "{}", check.stderr);
    }
    drop(serving);
    let check = call(folder.path(), &["check"]);
    assert_eq!(check.status, Some(0), "{}", check.stderr);
}

/// SQLite would take the log into whatever has the name of the database at the next start. A copy
/// that is put there in one of the usual ways may have the inode of the file that was there.
#[test]
fn the_log_of_a_database_that_was_replaced_is_taken_into_no_other() {
    const TOLD: &str = "was left by a formservice that had another file open";
    type Hand = fn(&Path, &Path) -> io::Result<()>;
    let copy: Hand = |from, to| fs::copy(from, to).map(drop);
    let rename: Hand = |from, to| fs::rename(from, to);
    let remove: Hand = |file, _| fs::remove_file(file);
    for (clear, put_back) in [(copy, Some(copy)), (rename, Some(rename)), (remove, None)] {
        let folder = stored();
        let file = database(folder.path(), "");
        let (aside, another) = (folder.path().join("aside"), folder.path().join("another"));
        fs::copy(&file, &another).unwrap();
        let serving = Serving::start(folder.path());
        upload(&serving);
        drop(serving);
        clear(&file, &aside).unwrap();
        fs::copy(&another, &file).unwrap();
        for commands in [vec!["check"], vec!["verify"], vec!["backup", "copy"]] {
            let refused = call(folder.path(), &commands);
            assert_eq!(refused.status, Some(1), "{commands:?}");
            assert!(refused.stderr.contains(TOLD), "{}", refused.stderr);
        }
        assert!(started(folder.path()).contains(TOLD));
        let Some(put_back) = put_back else { continue };
        put_back(&aside, &file).unwrap();
        let verified = call(folder.path(), &["verify"]);
        assert_eq!(verified.status, Some(0), "{}", verified.stderr);
        let told = "2 applications";
        assert!(verified.stderr.contains(told), "{}", verified.stderr);
    }
}

/// Several times, as it once depended on which thread of the service was the last to end.
#[test]
fn a_service_that_is_told_to_stop_takes_the_log_that_was_removed_into_the_database() {
    let folder = stored();
    for applications in 2..=5 {
        let serving = Serving::start(folder.path());
        upload(&serving);
        remove_database(folder.path(), &["-wal", "-shm"]);
        let (status, said) = serving.stop();
        assert_eq!(status, Some(0), "{said}");
        let verified = call(folder.path(), &["verify"]);
        assert_eq!(verified.status, Some(0), "{}", verified.stderr);
        let told = format!("{applications} applications");
        assert!(verified.stderr.contains(&told), "{}", verified.stderr);
    }
}

/// By it another instance would give the same numbers, as log and lock lie beside each name.
#[test]
fn a_database_with_a_further_name_is_told_at_the_start() {
    const TOLD: &str = "has a further name (a hard link)";
    let folder = stored();
    let further = folder.path().join("further");
    for has_one in [false, true] {
        if has_one {
            fs::hard_link(database(folder.path(), ""), &further).unwrap();
        }
        let (_, said) = Serving::start(folder.path()).stop();
        assert_eq!(said.contains(TOLD), has_one, "{said}");
    }
}

#[test]
fn a_storage_that_somebody_serves_from_is_not_filled_under_them() {
    let backup = tempdir().unwrap();
    let copied = call(
        stored().path(),
        &["backup", backup.path().to_str().unwrap()],
    );
    assert_eq!(copied.status, Some(0), "{}", copied.stderr);
    let folder = tempdir().unwrap();
    let serving = Serving::start(folder.path());
    let restore = ["restore", backup.path().to_str().unwrap()];
    let refused = call(folder.path(), &restore);
    assert_eq!(refused.status, Some(1));
    let told = "A formservice serves from the database that is to be filled";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
    drop(serving);
    let restored = call(folder.path(), &restore);
    assert_eq!(restored.status, Some(0), "{}", restored.stderr);
}

#[test]
fn a_restore_into_what_is_not_empty_is_refused() {
    let folder = tempdir().unwrap();
    let backup = folder.path().to_str().unwrap();
    let copied = call(stored().path(), &["backup", backup]);
    assert_eq!(copied.status, Some(0), "{}", copied.stderr);
    let target = stored();
    let refused = call(target.path(), &["restore", backup]);
    assert_eq!(refused.status, Some(1));
    let told = "is not empty, and a restore replaces nothing. Empty both, or configure others.";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
}

/// It would erase there what the source does not have any more.
#[test]
fn a_move_begins_only_where_nobody_serves_from_the_target() {
    let (source, target) = (tempdir().unwrap(), stored());
    let made = call(source.path(), &["migrate"]);
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    fs::create_dir_all(source.path().join("data/blobs/staging")).unwrap();
    let (rows, blobs) = (database(target.path(), ""), target.path().join("other"));
    let to = format!("sqlite:{},file:{}", rows.display(), blobs.display());
    let _serving = Serving::start(target.path());
    let refused = call(source.path(), &["move", "--to", &to, "--erase"]);
    assert_eq!(refused.status, Some(1), "{}", refused.stderr);
    let told = "A formservice serves from the database that is to be filled";
    assert!(refused.stderr.contains(told), "{}", refused.stderr);
    assert!(!blobs.exists(), "it is told before anything is made");
}
