use std::path::PathBuf;

use tracing::Level;

use super::{LogFormat, Settings};

fn read(file: &str, environment: &[(&str, &str)]) -> Result<Settings, Vec<String>> {
    let environment = environment
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Settings::read(Some(file), environment)
}

#[test]
fn without_configuration_everything_has_a_default() {
    let settings = Settings::read(None, []).unwrap();
    assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
    assert_eq!(settings.master_key_hashes, None);
    assert_eq!(settings.database, PathBuf::from("data/formservice.db"));
    assert_eq!(settings.blobs, PathBuf::from("data/blobs"));
    assert_eq!(settings.forms, None);
    assert_eq!(settings.upload_bytes_max, 10_485_760);
    assert_eq!(settings.sweep_grace_seconds, 3600);
    assert_eq!(settings.log_format, None);
    assert_eq!(settings.log_level, Level::INFO);
}

#[test]
fn every_setting_can_stand_in_the_file_and_in_the_environment() {
    let file = r#"
        [server]
        listen = "0.0.0.0:80"
        [auth]
        master_key_hashes = ["$argon2id$v=19$m=1,t=1,p=1$a$b", "second"]
        [database]
        url = "sqlite:/srv/rows.db"
        [blobs]
        url = "file:/srv/blobs"
        [forms]
        dir = "forms"
        [limits]
        upload_bytes = 1000
        [sweep]
        grace_seconds = 600
        [log]
        format = "json"
        level = "debug"
    "#;
    let environment = [
        ("FORMSERVICE__SERVER__LISTEN", "0.0.0.0:80"),
        (
            "FORMSERVICE__AUTH__MASTER_KEY_HASHES",
            "$argon2id$v=19$m=1,t=1,p=1$a$b second",
        ),
        ("FORMSERVICE__DATABASE__URL", "sqlite:/srv/rows.db"),
        ("FORMSERVICE__BLOBS__URL", "file:/srv/blobs"),
        ("FORMSERVICE__FORMS__DIR", "forms"),
        ("FORMSERVICE__LIMITS__UPLOAD_BYTES", "1000"),
        ("FORMSERVICE__SWEEP__GRACE_SECONDS", "600"),
        ("FORMSERVICE__LOG__FORMAT", "json"),
        ("FORMSERVICE__LOG__LEVEL", "debug"),
        ("HOME", "/somewhere"),
    ];
    let settings = read(file, &[]).unwrap();
    assert_eq!(settings, read("", &environment).unwrap());
    assert_ne!(settings, Settings::read(None, []).unwrap());
    assert_eq!(settings.log_format, Some(LogFormat::Json));
    assert_eq!(
        settings.master_key_hashes.map(|hashes| hashes.len()),
        Some(2)
    );
}

#[test]
fn the_environment_wins() {
    let environment = [("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:2")];
    let settings = read("server.listen = '127.0.0.1:1'", &environment).unwrap();
    assert_eq!(settings.listen.port(), 2);
}

#[test]
fn an_empty_list_of_master_keys_is_none_at_all_and_an_empty_variable_a_fault() {
    let settings = read("auth.master_key_hashes = []", &[]).unwrap();
    assert_eq!(settings.master_key_hashes, Some(Vec::new()));
    let faults = read("", &[("FORMSERVICE__AUTH__MASTER_KEY_HASHES", " ")]).unwrap_err();
    assert_eq!(
        faults,
        ["`auth.master_key_hashes` must be a list of texts."]
    );
}

#[test]
fn unknown_settings_are_named_with_the_nearest_known_one() {
    let file = "listen = 1\n[server]\nlisten_on = 'x'\n[sever]\n[log]\nlevle = 'info'";
    let faults = read(file, &[("FORMSERVICE__FORMS__DIRECTORY", "x")]).unwrap_err();
    assert_eq!(
        faults,
        [
            "`FORMSERVICE__FORMS__DIRECTORY` is not a setting; the nearest is `FORMSERVICE__FORMS__DIR`.",
            "`listen` is not a setting; the nearest is `server.listen`.",
            "`log.levle` is not a setting; the nearest is `log.level`.",
            "`server.listen_on` is not a setting; the nearest is `server.listen`.",
            "`sever` is not a setting; the nearest is `server.listen`.",
        ]
    );
}

#[test]
fn all_faults_are_told_at_once_and_no_value_is_shown() {
    let file = r#"
        server.listen = "secret"
        database.url = "postgres://user:secret@host/database"
        blobs.url = "s3://secret/prefix"
        limits.upload_bytes = "secret"
        sweep.grace_seconds = 299
        log.format = "secret"
        log.level = "secret"
        forms.dir = ""
    "#;
    let faults = read(file, &[]).unwrap_err();
    assert_eq!(faults.len(), 8);
    let text = faults.join("\n");
    assert!(!text.contains("secret"), "{text}");
    assert!(
        text.contains("this build keeps its rows in SQLite"),
        "{text}"
    );
    assert!(
        text.contains("a whole number of seconds from 300 to"),
        "{text}"
    );
}

#[test]
fn paths_that_could_be_taken_for_hosts_or_for_memory_are_refused() {
    for url in [
        "sqlite:",
        "sqlite::memory:",
        "sqlite://data/x.db",
        "data/x.db",
        "file:x",
    ] {
        assert!(
            read("", &[("FORMSERVICE__DATABASE__URL", url)]).is_err(),
            "{url}"
        );
    }
}

#[test]
fn a_file_that_is_no_toml_is_told_with_its_line() {
    let faults = read("[server]\nlisten = = 1", &[]).unwrap_err();
    assert_eq!(faults, ["The configuration file is no TOML, line 2."]);
}
