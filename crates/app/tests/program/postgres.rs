//! Rows on a server: bringing them up to date, the master key, and a password that is never shown.

use tempfile::tempdir;
use test_servers::postgres::PostgresServer;

use crate::program::{Ended, command, ended};

fn run(command_line: &[&str], url: &str) -> Ended {
    let folder = tempdir().unwrap();
    let mut program = command(folder.path(), command_line);
    program
        .env("FORMSERVICE__DATABASE__URL", url)
        .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
        .env("FORMSERVICE__SERVER__METRICS_LISTEN", "127.0.0.1:0");
    ended(program)
}

#[test]
fn the_tables_are_brought_up_to_date_and_a_master_key_is_asked_for() {
    let server = PostgresServer::start(&[]).unwrap();
    let url = server.url("postgres");
    let first = run(&["migrate"], &url);
    assert_eq!(first.status, Some(0), "{}", first.stderr);
    assert!(
        first.stderr.contains("8 migrations were applied"),
        "{}",
        first.stderr
    );
    let second = run(&["migrate"], &url);
    assert!(
        second.stderr.contains("was up to date"),
        "{}",
        second.stderr
    );
    let served = run(&["serve"], &url);
    assert_eq!(served.status, Some(2));
    assert!(
        served
            .stderr
            .contains("`auth.master_key_hashes` must be set"),
        "{}",
        served.stderr
    );
}

#[test]
fn a_server_that_is_not_there_and_an_address_that_is_none_are_told_without_the_password() {
    for (url, status, told) in [
        (
            "postgres://clerk:geheim@127.0.0.1:1/name",
            1,
            "Connection refused",
        ),
        ("postgres://clerk:geh@eim@host/name", 2, "more than one `@`"),
        (
            "postgres://clerk:geheim%@host/name",
            2,
            "write `%` as `%25`",
        ),
    ] {
        let refused = run(&["migrate"], url);
        assert_eq!(refused.status, Some(status), "{}", refused.stderr);
        assert!(refused.stderr.contains(told), "{}", refused.stderr);
        assert_eq!(refused.stderr.lines().count(), 1, "{}", refused.stderr);
        assert!(!refused.stderr.contains("geh"), "{}", refused.stderr);
        assert!(!refused.stderr.contains("eim"), "{}", refused.stderr);
    }
}

#[test]
fn check_says_how_the_connection_to_a_server_elsewhere_is_protected() {
    for (url, told) in [
        (
            "postgres://u:geheim@192.0.2.1:1/name?sslmode=disable&connect_timeout=1",
            "Connection to the database: `sslmode=disable`, nothing is encrypted",
        ),
        (
            "postgres://u:geheim@127.0.0.1:1/name?sslmode=none",
            "its `sslmode` is none of `disable`",
        ),
    ] {
        let check = run(&["check"], url);
        // Of both it is a fault that no master key is configured.
        assert_eq!(check.status, Some(2), "{}", check.stderr);
        assert!(check.stderr.contains(told), "{}", check.stderr);
        assert!(!check.stderr.contains("geheim"), "{}", check.stderr);
    }
}
