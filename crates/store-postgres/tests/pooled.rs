//! The suite that every store passes, on PostgreSQL behind PgBouncer in transaction mode: each
//! transaction on whichever connection is free.

use std::sync::{Arc, OnceLock};

use ports::{Database as _, Store};
use store_postgres::{Address, PostgresStore};
use test_servers::pgbouncer::PgBouncer;
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

/// Fewer than a store has, so that they are shared.
const CONNECTIONS_MAX: u32 = 6;

fn make_store() -> TestResult<(Arc<dyn Store>, ())> {
    static POOLER: OnceLock<Result<PgBouncer, String>> = OnceLock::new();
    let server = PostgresServer::shared()?;
    let start = || PgBouncer::start(server, CONNECTIONS_MAX).map_err(|error| error.to_string());
    let pooler = POOLER.get_or_init(start).as_ref().map_err(String::clone)?;
    let database = server.make_database("template1")?;
    let store = PostgresStore::new(&Address::parse(&pooler.url(&database))?);
    // Through the pooler as well.
    store.migrate()?;
    Ok((Arc::new(store), ()))
}

testkit::store_conformance!(make_store);
