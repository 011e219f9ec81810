//! TLS, with a certificate authority of the test's own.

use std::path::Path;

use ports::{Database as _, Store as _, StoreError};
use tempfile::TempDir;
use test_servers::certificates::{authority, certify_localhost};
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

use crate::connected;

/// `verify-full` lets in only the server whose certificate is of the trusted authority and names
/// the host that was asked for.
#[test]
fn the_server_is_verified_to_the_full() -> TestResult {
    let folder = TempDir::with_prefix_in("formservice-certificates-", "/tmp")?;
    let folder = folder.path();
    let (ours, theirs) = (authority(folder, "ours")?, authority(folder, "theirs")?);
    let server = PostgresServer::start_encrypted(|key_folder| {
        certify_localhost(folder, "ours", key_folder)
    })?;
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
