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

#[test]
fn every_command_is_a_row_of_the_documentation() {
    let folder = tempdir().unwrap();
    let help = call(folder.path(), &["--help"]);
    let (_, commands) = help.text().split_once("Commands:\n").unwrap();
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let words = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let words: Vec<&str> = words.filter(|word| !["", "help"].contains(word)).collect();
    assert!(words.len() > 10, "{words:?}");
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/OPERATING.md");
    let text = fs::read_to_string(text).unwrap();
    let (_, table) = text.split_once("\n| Command | ").unwrap();
    for word in words {
        let begins = |end: &str| table.contains(&format!("\n| `{word}{end}"));
        assert!(begins("`") || begins(" "), "{word}");
    }
}

/// A file in the place of the folder is found whoever runs the test; root may enter any folder.
#[test]
fn check_tells_a_folder_that_cannot_be_entered_from_one_that_is_not_there() {
    let folder = tempdir().unwrap();
    let checked = || call(folder.path(), &["check"]).stderr;
    let absent = "Database: it is not there yet";
    assert!(checked().contains(absent), "{}", checked());
    fs::write(folder.path().join("data"), "no folder").unwrap();
    assert!(!checked().contains(absent), "{}", checked());
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
    let told = "The configuration file `no.toml` cannot be read: ";
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
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
fn a_variable_with_one_underscore_is_refused_with_the_right_spelling() {
    let folder = tempdir().unwrap();
    let mut command = command(folder.path(), &["migrate"]);
    command.env("FORMSERVICE_DATABASE_URL", "sqlite:secret.db");
    command.env("FORMSERVICE_PORT", "tcp://10.0.0.1:8080");
    let ended = ended(command);
    assert_eq!(ended.status, Some(2));
    let told = "`FORMSERVICE_DATABASE_URL` is not a setting; the nearest is \
                `FORMSERVICE__DATABASE__URL`.";
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
    assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
}

#[test]
fn an_empty_formservice_config_is_as_one_that_is_not_set() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("other.toml"), "x = 1").unwrap();
    for (value, status) in [("", 0), ("other.toml", 2), ("not-there.toml", 2)] {
        let mut command = command(folder.path(), &["migrate"]);
        let ended = ended({
            command.env("FORMSERVICE_CONFIG", value);
            command
        });
        assert_eq!(ended.status, Some(status), "{value}: {}", ended.stderr);
    }
    let mut command = command(folder.path(), &["migrate", "--config", "none.toml"]);
    command.env("FORMSERVICE_CONFIG", "");
    assert!(ended(command).stderr.contains("cannot be read"));
}

#[test]
fn what_keeps_serve_from_starting_is_a_line_of_the_log_where_that_is_json() {
    let folder = tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (format, listen, level, status) in [
        ("json", address.as_str(), "info", 1),
        ("json", "nowhere", "info", 2),
        ("json", &address, "nothing", 2),
        ("pretty", &address, "info", 1),
        ("pretty", "nowhere", "info", 2),
    ] {
        let mut command = command(folder.path(), &["serve"]);
        command
            .env("FORMSERVICE__SERVER__LISTEN", listen)
            .env("FORMSERVICE__LOG__FORMAT", format)
            .env("FORMSERVICE__LOG__LEVEL", level);
        let ended = ended(command);
        assert_eq!(ended.status, Some(status), "{}", ended.stderr);
        let errors: Vec<&str> = ended
            .stderr
            .lines()
            .filter(|line| !line.contains("INFO"))
            .collect();
        assert_eq!(errors.len(), 1, "{}", ended.stderr);
        let line = serde_json::from_str::<serde_json::Value>(errors[0]);
        assert_eq!(line.is_ok(), format == "json", "{}", ended.stderr);
        if let Ok(line) = line {
            assert_eq!(line["message"], "the service cannot run");
            assert_eq!(line["level"], "ERROR");
            assert!(line["error"].is_string(), "{line}");
        } else {
            assert!(errors[0].starts_with("error: "), "{}", ended.stderr);
        }
    }
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
    let attachments = &document["paths"]["/applications/{pa_id}/attachments"]["post"];
    let told = attachments["description"].as_str().unwrap();
    assert!(told.contains("at most 7"), "{told}");
}
