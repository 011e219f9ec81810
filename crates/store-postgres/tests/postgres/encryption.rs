//! TLS, with a certificate authority of the test's own.

use std::path::{Path, PathBuf};
use std::process::Command;

use ports::{Database as _, Store as _, StoreError};
use tempfile::TempDir;
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

use crate::connected;

/// `verify-full` lets in only the server whose certificate is of the trusted authority and names
/// the host that was asked for.
#[test]
fn the_server_is_verified_to_the_full() -> TestResult {
    let folder = TempDir::with_prefix_in("formservice-certificates-", "/tmp")?;
    let (ours, theirs) = (authority(&folder, "ours")?, authority(&folder, "theirs")?);
    let server =
        PostgresServer::start_encrypted(|key_folder| certificate(&folder, "ours", key_folder))?;
    let database = server.make_database("template1")?;
    let url = |host: &str, authority: &Path| {
        let (port, authority) = (server.port(), authority.display());
        format!(
            "postgres://postgres@{host}:{port}/{database}?sslmode=verify-full\
             &sslrootcert={authority}"
        )
    };
    let store = connected(&url("localhost", &ours))?;
    store.migrate()?;
    let encrypted = "SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE \
        application_name = 'formservice'";
    assert_eq!(server.sql(&database, encrypted)?, "t");
    testkit::run(async move { Ok(store.check().await?) })?;
    for (host, authority, reason) in [
        ("localhost", &theirs, "certificate verify failed"),
        ("127.0.0.1", &ours, "does not match host name"),
    ] {
        let Err(StoreError::Unavailable(error)) = connected(&url(host, authority))?.migrate()
        else {
            return Err(format!("{host} was taken for the server").into());
        };
        assert!(error.to_string().contains(reason), "{error}");
    }
    Ok(())
}

/// Makes an authority and gives its certificate.
fn authority(folder: &TempDir, name: &str) -> TestResult<PathBuf> {
    let certificate = folder.path().join(format!("{name}.crt"));
    openssl(
        Command::new("openssl")
            .args([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            ])
            .args(["-subj", &format!("/CN={name}")])
            .arg("-keyout")
            .arg(folder.path().join(format!("{name}.key")))
            .arg("-out")
            .arg(&certificate),
    )?;
    Ok(certificate)
}

/// Makes `server.key` and `server.crt`, for `localhost`, signed by an authority.
fn certificate(folder: &TempDir, authority: &str, key_folder: &Path) -> TestResult {
    openssl(
        Command::new("openssl")
            .args([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            ])
            .args(["-subj", "/CN=localhost"])
            .args(["-addext", "subjectAltName=DNS:localhost"])
            .args(["-addext", "basicConstraints=critical,CA:FALSE"])
            .arg("-CA")
            .arg(folder.path().join(format!("{authority}.crt")))
            .arg("-CAkey")
            .arg(folder.path().join(format!("{authority}.key")))
            .arg("-keyout")
            .arg(key_folder.join("server.key"))
            .arg("-out")
            .arg(key_folder.join("server.crt")),
    )
}

fn openssl(command: &mut Command) -> TestResult {
    let output = command
        .output()
        .map_err(|error| format!("openssl: {error}. Install it: apt-get install openssl"))?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into())
    }
}
