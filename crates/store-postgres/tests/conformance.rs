//! The suite that every store passes, on PostgreSQL.

use std::sync::{Arc, OnceLock};

use ports::{Database as _, Store};
use store_postgres::{Address, PostgresStore};
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

fn make_store() -> TestResult<(Arc<dyn Store>, ())> {
    static TEMPLATE: OnceLock<Result<&str, String>> = OnceLock::new();
    let server = PostgresServer::shared()?;
    let template =
        TEMPLATE.get_or_init(|| make_template(server).map_err(|error| error.to_string()));
    let database = server.make_database(template.clone()?)?;
    let address = Address::parse(&server.url(&database))?;
    Ok((Arc::new(PostgresStore::new(&address)), ()))
}

/// The database that each check gets a copy of: migrated, and nobody is connected to it.
fn make_template(server: &PostgresServer) -> TestResult<&'static str> {
    server.sql("postgres", "CREATE DATABASE migrated")?;
    PostgresStore::new(&Address::parse(&server.url("migrated"))?).migrate()?;
    Ok("migrated")
}

testkit::store_conformance!(make_store);
