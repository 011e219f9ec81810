//! What is wrong with the configuration ends `serve` and `check` with the same status, wherever it
//! is found.

use std::fs;

use tempfile::tempdir;

use crate::program::{Ended, bounded, call_with, command, ended};

fn run(word: &str, settings: &[(&str, &str)]) -> Ended {
    let folder = tempdir().unwrap();
    let mut program = command(folder.path(), &[word]);
    program
        .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
        .env("FORMSERVICE__SERVER__METRICS_LISTEN", "off");
    for (name, value) in settings {
        program.env(format!("FORMSERVICE__{name}"), value);
    }
    ended(program)
}

#[test]
fn serve_and_check_end_with_status_2_for_every_fault_of_the_configuration() {
    const REDIS: (&str, &str) = ("RATE_LIMIT__STORE", "redis");
    let key = b"a master key for tests only";
    let hash = call_with(tempdir().unwrap().path(), &["hash-key"], key);
    let hash = ("AUTH__MASTER_KEY_HASHES", hash.text().trim());
    for (settings, told) in [
        (
            &[("AUTH__MASTER_KEY_HASHES", "$argon2id$no-hash")][..],
            "`auth.master_key_hashes`",
        ),
        (
            &[REDIS, ("RATE_LIMIT__REDIS_URL", "no-url")],
            "`rate_limit.redis_url`",
        ),
        (
            &[
                hash,
                ("DATABASE__URL", "postgres://u@127.0.0.1:1/n?sslmode=none"),
            ],
            "its `sslmode` is none of",
        ),
        (&[("FONTS__DIR", "/nowhere")], "`fonts.dir`"),
        (&[("FORMS__DIR", "/nowhere")], "/nowhere"),
    ] {
        for word in ["serve", "check"] {
            let ended = run(word, settings);
            assert_eq!(ended.status, Some(2), "{word}: {}", ended.stderr);
            assert!(ended.stderr.contains(told), "{word}: {}", ended.stderr);
        }
    }
}

#[test]
fn a_kept_hash_that_is_none_is_told_by_serve_and_check_alike() {
    for word in ["serve", "check"] {
        let folder = tempdir().unwrap();
        let data = folder.path().join("data");
        fs::create_dir(&data).unwrap();
        fs::write(data.join("master-key.hash"), "no hash\n").unwrap();
        let mut program = command(folder.path(), &[word]);
        program
            .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
            .env("FORMSERVICE__SERVER__METRICS_LISTEN", "off");
        let ended = ended(program);
        assert_eq!(ended.status, Some(2), "{word}: {}", ended.stderr);
        let told = "`master-key.hash` beside the database, remove it to have a new key made";
        assert!(ended.stderr.contains(told), "{word}: {}", ended.stderr);
    }
}

#[test]
fn proxies_that_strangers_are_among_are_told_of_by_the_start_and_by_check() {
    const TOLD: &str = "`server.trusted_proxies` holds `0.0.0.0/0`, in which strangers are";
    let everyone = ("SERVER__TRUSTED_PROXIES", "0.0.0.0/0");
    let check = run("check", &[everyone]);
    assert_eq!(check.status, Some(0), "{}", check.stderr);
    assert!(check.stderr.contains(TOLD), "{}", check.stderr);
    // A start that something else ends has told of it before.
    let no_hash = ("AUTH__MASTER_KEY_HASHES", "no-hash");
    let serve = run("serve", &[everyone, no_hash]);
    assert!(serve.stderr.contains(TOLD), "{}", serve.stderr);
}

#[test]
fn a_bound_on_the_address_space_is_told_of_by_the_start_and_by_check() {
    const TOLD: &str = "the address space is bounded at 2047 MB";
    let folder = tempdir().unwrap();
    let check = ended(bounded(folder.path(), "-v 2097151", &["check"]));
    assert_eq!(check.status, Some(0), "{}", check.stderr);
    assert!(check.stderr.contains(TOLD), "{}", check.stderr);
    let mut serve = bounded(folder.path(), "-v 2097151", &["serve"]);
    serve.env("FORMSERVICE__AUTH__MASTER_KEY_HASHES", "no-hash");
    let serve = ended(serve);
    assert_eq!(serve.status, Some(2), "{}", serve.stderr);
    assert!(serve.stderr.contains(TOLD), "{}", serve.stderr);
}
