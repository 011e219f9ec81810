use std::net::IpAddr;
use std::path::PathBuf;

use cli::LogFormat;
use domain::attachment::AllowedTypes;
use settings_toml::Secret;
use tracing::Level;

use super::{NetworkSettings, Settings};
use crate::adapters::blobs::BlobSettings;
use crate::adapters::database::DatabaseSettings;
use crate::adapters::fonts::FontSettings;
use crate::adapters::limits::LimiterSettings;
use crate::adapters::scanner::ScannerSettings;

mod bounds;
mod documentation;

fn read(file: &str, environment: &[(&str, &str)]) -> Result<Settings, Vec<String>> {
    let environment = environment
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Settings::read(Some(file), environment)
}

#[test]
fn without_configuration_everything_has_a_default() {
    let settings = Settings::read(None, []).unwrap();
    assert_eq!(settings.serve.listen.to_string(), "127.0.0.1:8080");
    let metrics = settings
        .serve
        .metrics
        .map(|place| place.address.to_string());
    assert_eq!(metrics.as_deref(), Some("127.0.0.1:9090"));
    assert_eq!(settings.master_keys.0, None);
    let file = PathBuf::from("data/formservice.db");
    assert_eq!(settings.database, DatabaseSettings::Sqlite(file));
    assert_eq!(settings.blobs, BlobSettings::Folder("data/blobs".into()));
    assert_eq!(settings.forms, None);
    assert_eq!(settings.fonts, FontSettings(None));
    assert_eq!(settings.upload_bytes_max, 10_485_760);
    assert_eq!(settings.scanner, ScannerSettings::default());
    assert_eq!(settings.attachment_types, AllowedTypes::ANY);
    assert_eq!(settings.sweep_grace_seconds, 3600);
    assert_eq!(settings.log.format, None);
    assert_eq!(settings.log.level, Level::INFO);
    assert_eq!(settings.network, NetworkSettings::default());
    assert_eq!(settings.rate_limit.store, LimiterSettings::Memory);
    let limits = settings.rate_limit.rules;
    assert!(limits.enabled);
    assert_eq!(
        (limits.per_address.limit(), limits.per_key.limit()),
        (60, 30)
    );
    assert_eq!(limits.per_address.span(), 60_000_000);
    let is_exempt = |address: &str| {
        let address: IpAddr = address.parse().unwrap();
        limits.exempt.iter().any(|net| net.contains(&address))
    };
    for address in [
        "127.0.0.2",
        "::1",
        "10.0.0.1",
        "172.31.0.1",
        "192.168.1.1",
        "169.254.0.1",
        "fd00::1",
        "fe80::1",
    ] {
        assert!(is_exempt(address), "{address}");
    }
    for address in [
        "172.32.0.1",
        "11.0.0.1",
        "192.169.0.1",
        "fec0::1",
        "2001:db8::1",
        "8.8.8.8",
    ] {
        assert!(!is_exempt(address), "{address}");
    }
}

const EVERY_SETTING: &str = r#"
    [server]
    listen = "0.0.0.0:80"
    metrics_listen = "[::1]:9091"
    trusted_proxies = ["192.0.2.7", "10.0.0.0/8"]
    forwarded_header = "Forwarded"
    cors_origins = ["https://a.example.org", "http://localhost:3000"]
    [rate_limit]
    enabled = false
    per_address = 600
    per_key = 300
    per_master_key = 3000
    uploads_per_day = 20
    window_seconds = 3600
    exempt = ["192.0.2.0/24"]
    store = "memory"
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

#[test]
fn every_setting_can_stand_in_the_file_and_in_the_environment() {
    let environment = [
        ("FORMSERVICE__SERVER__LISTEN", "0.0.0.0:80"),
        ("FORMSERVICE__SERVER__METRICS_LISTEN", "[::1]:9091"),
        (
            "FORMSERVICE__SERVER__TRUSTED_PROXIES",
            "192.0.2.7 10.0.0.0/8",
        ),
        ("FORMSERVICE__SERVER__FORWARDED_HEADER", "forwarded"),
        (
            "FORMSERVICE__SERVER__CORS_ORIGINS",
            "https://a.example.org http://localhost:3000",
        ),
        ("FORMSERVICE__RATE_LIMIT__ENABLED", "false"),
        ("FORMSERVICE__RATE_LIMIT__PER_ADDRESS", "600"),
        ("FORMSERVICE__RATE_LIMIT__PER_KEY", "300"),
        ("FORMSERVICE__RATE_LIMIT__PER_MASTER_KEY", "3000"),
        ("FORMSERVICE__RATE_LIMIT__UPLOADS_PER_DAY", "20"),
        ("FORMSERVICE__RATE_LIMIT__WINDOW_SECONDS", "3600"),
        ("FORMSERVICE__RATE_LIMIT__EXEMPT", "192.0.2.0/24"),
        ("FORMSERVICE__RATE_LIMIT__STORE", "memory"),
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
    let mut settings = read(EVERY_SETTING, &[]).unwrap();
    let private = std::mem::take(&mut settings.private_in_file);
    assert_eq!(private, ["auth.master_key_hashes"]);
    assert_eq!(settings, read("", &environment).unwrap());
    assert_ne!(settings, Settings::read(None, []).unwrap());
    assert_eq!(settings.log.format, Some(LogFormat::Json));
    assert_eq!(settings.master_keys.0.map(|hashes| hashes.len()), Some(2));
}

#[test]
fn the_environment_wins() {
    let environment = [("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:2")];
    let settings = read("server.listen = '127.0.0.1:1'", &environment).unwrap();
    assert_eq!(settings.serve.listen.port(), 2);
}

#[test]
fn the_metrics_are_for_this_machine_alone_or_off() {
    let at = |address: &str| {
        let environment = [("FORMSERVICE__SERVER__METRICS_LISTEN", address)];
        read("", &environment).map(|settings| settings.serve.metrics.map(|place| place.address))
    };
    for address in [
        "127.0.0.1:0",
        "127.9.8.7:1",
        "[::1]:9",
        "[::ffff:127.0.0.1]:9",
    ] {
        assert_eq!(at(address), Ok(Some(address.parse().unwrap())), "{address}");
    }
    assert_eq!(at("off"), Ok(None));
    for address in ["0.0.0.0:9090", "[::]:9090", "192.168.1.1:9090", "8.8.8.8:1"] {
        let faults = at(address).unwrap_err().join(" ");
        assert!(faults.contains("must be a loopback address"), "{faults}");
        assert!(faults.contains("without a key"), "{faults}");
    }
    for address in ["9090", "localhost:9090", "on", " "] {
        let faults = at(address).unwrap_err().join(" ");
        assert!(
            faults.contains("`server.metrics_listen` must be"),
            "{faults}"
        );
    }
}

#[test]
fn an_empty_list_of_master_keys_is_none_at_all_and_an_empty_variable_a_fault() {
    let settings = read("auth.master_key_hashes = []", &[]).unwrap();
    assert_eq!(settings.master_keys.0, Some(Vec::new()));
    let faults = read("", &[("FORMSERVICE__AUTH__MASTER_KEY_HASHES", " ")]).unwrap_err();
    let told = "`FORMSERVICE__AUTH__MASTER_KEY_HASHES` is empty: give texts with spaces between \
        them, or unset it. An empty list can only be written in the configuration file.";
    assert_eq!(faults, [told]);
}

#[test]
fn unknown_settings_are_named_with_the_nearest_known_one() {
    let file = "listen = 1\n[server]\nlisten_on = 'x'\n[sever]\n[log]\nlevle = 'info'";
    let faults = read(file, &[("FORMSERVICE__FORMS__DIRECTORY", "x")]).unwrap_err();
    assert_eq!(
        faults,
        [
            "`FORMSERVICE__FORMS__DIRECTORY` is not a setting; the nearest is \
                `FORMSERVICE__FORMS__DIR`.",
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
        database.url = "mysql://user:secret@host/database"
        blobs.url = "s3:secret"
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
        text.contains("`postgres://user:password@host/name`"),
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
fn the_url_of_a_server_is_taken_whole_and_not_shown() {
    for url in ["postgres://user:secret@host/name", "postgresql:///secret"] {
        let spaced = format!(" {url} ");
        let settings = read("", &[("FORMSERVICE__DATABASE__URL", &spaced)]).unwrap();
        let place = DatabaseSettings::Postgres(Secret::new(url));
        assert_eq!(settings.database, place);
        assert!(!format!("{settings:?}").contains("secret"));
    }
}

#[test]
fn a_file_that_is_no_toml_is_told_with_its_line() {
    let faults = read("[server]\nlisten = = 1", &[]).unwrap_err();
    assert_eq!(faults, ["The configuration file is no TOML, line 2."]);
    for twice in [
        "[server]\nlisten = '1'\nlisten = '2'",
        "[log]\n[server]\n[log]",
    ] {
        let faults = read(twice, &[]).unwrap_err();
        assert!(faults[0].contains("second time in line 3"), "{faults:?}");
    }
}

#[test]
fn limits_that_cannot_be_are_named() {
    let file = r#"
        server.trusted_proxies = ["10.0.0.0/33"]
        server.forwarded_header = "x-real-ip"
        server.cors_origins = ["*"]
        [rate_limit]
        enabled = "perhaps"
        per_address = 0
        per_key = 100001
        per_master_key = 100001
        uploads_per_day = 0
        window_seconds = 1
        exempt = "10.0.0.0/8"
        store = "disk"
    "#;
    let faults = read(file, &[]).unwrap_err();
    assert_eq!(
        faults,
        [
            "`server.trusted_proxies` must be a list of addresses and networks, such as \
                `192.0.2.7` or `10.0.0.0/8`.",
            "`server.forwarded_header` must be `x-forwarded-for` or `forwarded`.",
            "`server.cors_origins` must be a list of origins, such as \
                `https://forms.example.org`, in small letters, without a path.",
            "`rate_limit.enabled` must be true or false.",
            "`rate_limit.per_address` must be a whole number of requests from 1 to 4294967295.",
            "`rate_limit.uploads_per_day` must be a whole number of uploads from 1 to 4294967295.",
            "`rate_limit.per_key` must be at most 100000 requests for each second of the window.",
            "`rate_limit.per_master_key` must be at most 100000 requests for each second of the \
                window.",
            "`rate_limit.exempt` must be a list of texts, such as `[\"…\", \"…\"]`.",
            "`rate_limit.store` must be `memory` or `redis`.",
        ]
    );
}

#[test]
fn redis_needs_a_url_which_is_never_shown() {
    let faults = read("rate_limit.store = 'redis'", &[]).unwrap_err();
    if cfg!(feature = "redis") {
        assert_eq!(
            faults,
            ["`rate_limit.redis_url` is needed where `rate_limit.store` is `redis`."]
        );
        let file = "rate_limit = { store = 'redis', redis_url = 'redis://:geheim@host' }";
        let settings = read(file, &[]).unwrap();
        let url = Secret::new("redis://:geheim@host");
        assert_eq!(settings.rate_limit.store, LimiterSettings::Redis(url));
        assert!(!format!("{settings:?}").contains("geheim"));
    } else {
        assert_eq!(
            faults,
            ["`rate_limit.store` must be `memory`: this build has no Redis."]
        );
    }
    // Kept for later while memory is used.
    let settings = read("rate_limit.redis_url = 'redis://host'", &[]).unwrap();
    assert_eq!(settings.rate_limit.store, LimiterSettings::Memory);
}

#[cfg(feature = "s3")]
#[test]
fn blobs_can_be_in_a_bucket() {
    let place = |url: &str| read("", &[("FORMSERVICE__BLOBS__URL", url)]).map(|read| read.blobs);
    let bucket = |name: &str, prefix: &str| {
        Ok(BlobSettings::Bucket {
            name: name.to_owned(),
            prefix: prefix.to_owned(),
        })
    };
    assert_eq!(place("s3://bucket"), bucket("bucket", ""));
    assert_eq!(place("s3://my.bucket-1/"), bucket("my.bucket-1", ""));
    assert_eq!(place("s3://bucket/a/b_c/"), bucket("bucket", "a/b_c"));
    for url in [
        "s3:bucket/prefix",
        "s3://",
        "s3:///prefix",
        "s3://b",
        "s3://bucket//a",
        "s3://bucket/../a",
        "s3://bucket/a b",
        "s3://key:secret@bucket/a",
    ] {
        let faults = place(url).unwrap_err().join(" ");
        assert!(faults.contains("`s3://bucket/prefix`"), "{url}: {faults}");
        assert!(!faults.contains("secret"), "{faults}");
    }
    for (letters, fits) in [(2, false), (3, true), (63, true), (64, false)] {
        let told = place(&format!("s3://{}/prefix", "b".repeat(letters)));
        let faults = told.err().unwrap_or_default().join(" ");
        assert_eq!(faults.is_empty(), fits, "{letters}: {faults}");
        assert!(fits || faults.contains("has 3 to 63 letters"), "{faults}");
    }
}

#[cfg(not(feature = "s3"))]
#[test]
fn a_build_without_s3_says_so() {
    let faults = read("", &[("FORMSERVICE__BLOBS__URL", "s3://bucket/prefix")]).unwrap_err();
    assert!(
        faults.join(" ").contains("this build knows no S3"),
        "{faults:?}"
    );
}

#[test]
fn a_further_database_is_read_from_its_url() {
    let settings = read("database.url = 'memory:'", &[]).unwrap();
    assert_eq!(settings.database, DatabaseSettings::Memory);
}
