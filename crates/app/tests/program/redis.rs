//! Redis over TLS, with a certificate authority of the test's own.

use std::path::Path;

use tempfile::tempdir;
use test_servers::certificates::{authority, certify_localhost};
use test_servers::redis::RedisServer;

use crate::program::{Ended, call, command, ended};

#[test]
fn rediss_takes_only_a_redis_whose_certificate_is_trusted_and_names_the_host() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let ours = authority(folder, "ours").unwrap();
    let theirs = authority(folder, "theirs").unwrap();
    let server = RedisServer::start_encrypted(|keys| certify_localhost(folder, "ours", keys));
    let port = server.as_ref().unwrap().tls_port().unwrap();
    assert_eq!(call(folder, &["migrate"]).status, Some(0));
    let checked = |host: &str, trusted: &Path| -> Ended {
        let mut check = command(folder, &["check"]);
        check
            .env("FORMSERVICE__RATE_LIMIT__STORE", "redis")
            .env(
                "FORMSERVICE__RATE_LIMIT__REDIS_URL",
                format!("{host}:{port}"),
            )
            .env("SSL_CERT_FILE", trusted);
        ended(check)
    };
    let check = checked("rediss://localhost", &ours);
    assert_eq!(check.status, Some(0), "{}", check.stderr);
    assert!(
        check.stderr.contains("all instances count together"),
        "{}",
        check.stderr
    );
    for (host, trusted) in [
        ("rediss://localhost", &theirs),
        ("rediss://127.0.0.1", &ours),
        ("redis://localhost", &ours),
    ] {
        let check = checked(host, trusted);
        assert_eq!(check.status, Some(1), "{host}: {}", check.stderr);
        assert!(
            check.stderr.contains("Redis does not answer"),
            "{}",
            check.stderr
        );
    }
}
