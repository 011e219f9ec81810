//! The suite that every store passes, on PostgreSQL with statements that are prepared once for each
//! connection and kept.

use std::sync::Arc;

use ports::{Database as _, Store};
use store_postgres::{Address, PostgresStore};
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

fn make_store() -> TestResult<(Arc<dyn Store>, ())> {
    let server = PostgresServer::shared()?;
    let database = server.make_database("template1")?;
    let url = format!("{}?prepared_statements=true", server.url(&database));
    let store = PostgresStore::new(&Address::parse(&url)?);
    // With the connections that the suite goes on with.
    store.migrate()?;
    Ok((Arc::new(store), ()))
}

testkit::store_conformance!(make_store);
