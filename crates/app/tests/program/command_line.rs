//! Exit statuses, configuration, keys, migrations.

use std::fs;

use tempfile::tempdir;

use crate::program::{call, call_with, command, ended};

#[test]
fn wrong_arguments_end_with_status_2() {
    let folder = tempdir().unwrap();
    for arguments in [&["serv"][..], &["serve", "--port", "1"], &["forms", "read"]] {
        assert_eq!(
            call(folder.path(), arguments).status,
            Some(2),
            "{arguments:?}"
        );
    }
}

#[test]
fn version_names_the_program_as_it_is_called() {
    let folder = tempdir().unwrap();
    let version = call(folder.path(), &["--version"]).stdout;
    let expected = format!("formservice {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(version, expected.as_bytes());
}

/// A file in the place of the folder is found whoever runs the test; root may enter any folder.
#[test]
fn check_tells_a_folder_that_cannot_be_entered_from_one_that_is_not_there() {
    let folder = tempdir().unwrap();
    let checked = || call(folder.path(), &["check"]).stderr;
    assert!(checked().contains("There is no database"), "{}", checked());
    fs::write(folder.path().join("data"), "no folder").unwrap();
    assert!(!checked().contains("There is no database"), "{}", checked());
    assert_eq!(
        checked().matches("cannot be seen").count(),
        2,
        "{}",
        checked()
    );
}

#[test]
fn wrong_configuration_ends_with_status_2_names_all_faults_and_makes_nothing() {
    let folder = tempdir().unwrap();
    let file = "[server]\nlisten = 'nowhere'\nport = 1\n[database]\nurl = 'mysql://u:secret@h/d'\n";
    fs::write(folder.path().join("formservice.toml"), file).unwrap();
    for word in ["serve", "migrate"] {
        let ended = call(folder.path(), &[word, "--config", "formservice.toml"]);
        assert_eq!(ended.status, Some(2));
        for part in [
            "`server.listen` must be",
            "`database.url` must be",
            "`server.port` is not a setting",
        ] {
            assert!(ended.stderr.contains(part), "{part}: {}", ended.stderr);
        }
        assert!(!ended.stderr.contains("secret"), "{}", ended.stderr);
    }
    assert!(!folder.path().join("data").exists());
}

#[test]
fn a_configuration_that_is_not_there_is_told() {
    let folder = tempdir().unwrap();
    let ended = call(folder.path(), &["migrate", "--config", "no.toml"]);
    assert_eq!(ended.status, Some(2));
    assert!(ended.stderr.contains("cannot be read"), "{}", ended.stderr);
}

#[test]
fn a_variable_without_meaning_is_refused() {
    let folder = tempdir().unwrap();
    let mut command = command(folder.path(), &["migrate"]);
    command.env("FORMSERVICE__DATABASE__URI", "sqlite:x.db");
    let ended = ended(command);
    assert_eq!(ended.status, Some(2));
    assert!(
        ended.stderr.contains("`FORMSERVICE__DATABASE__URL`"),
        "{}",
        ended.stderr
    );
}

#[test]
fn migrating_twice_finds_nothing_to_do_the_second_time() {
    let folder = tempdir().unwrap();
    let first = call(folder.path(), &["migrate"]);
    assert_eq!(first.status, Some(0), "{}", first.stderr);
    assert!(first.stderr.contains("applied"), "{}", first.stderr);
    assert!(folder.path().join("data/formservice.db").exists());
    let second = call(folder.path(), &["migrate"]);
    assert_eq!(second.status, Some(0));
    assert!(
        second.stderr.contains("was up to date"),
        "{}",
        second.stderr
    );
}

#[test]
fn a_key_becomes_a_salted_hash_and_weak_or_unsendable_keys_are_refused() {
    let folder = tempdir().unwrap();
    let hash = |key: &str| call_with(folder.path(), &["hash-key"], key.as_bytes());
    let first = hash("a key of some length\r\n");
    assert_eq!(first.status, Some(0), "{}", first.stderr);
    assert!(first.text().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
    assert_eq!(first.text().lines().count(), 1);
    assert_ne!(first.stdout, hash("a key of some length").stdout);
    for key in [
        "",
        "too short\n",
        "ein Schlüssel mit Umlaut",
        &"x".repeat(100_000),
    ] {
        let ended = hash(key);
        assert_eq!(ended.status, Some(1));
        assert!(ended.stdout.is_empty() && ended.stderr.contains("The key"));
    }
}

#[test]
fn the_openapi_document_is_the_one_in_the_documentation() {
    let folder = tempdir().unwrap();
    let printed = call(folder.path(), &["openapi"]);
    assert_eq!(printed.status, Some(0), "{}", printed.stderr);
    let pinned = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/openapi.json");
    let pinned = fs::read_to_string(pinned).unwrap();
    assert!(
        printed.text() == pinned,
        "the document has changed: read what `just openapi` makes of docs/openapi.json, then \
            commit it"
    );
    assert!(!folder.path().join("data").exists());
}

#[test]
fn the_openapi_document_follows_the_settings() {
    let folder = tempdir().unwrap();
    let mut command = command(folder.path(), &["openapi"]);
    command.env(
        "FORMSERVICE__SERVER__PUBLIC_URL",
        "https://example.org/forms/",
    );
    command.env("FORMSERVICE__LIMITS__ATTACHMENTS_MAX", "7");
    let ended = ended(command);
    let document: serde_json::Value = serde_json::from_str(ended.text()).unwrap();
    assert_eq!(document["servers"][0]["url"], "https://example.org/forms");
    let attachments = &document["components"]["schemas"]["AttachmentList"]["properties"];
    assert_eq!(attachments["total_count"]["maximum"], 7);
}
