//! What is PostgreSQL's own: migrations, restarts, lost answers, silence, limits of time,
//! encryption, durability, standbys.

mod durability;
mod encryption;
mod limits;
mod look_ups;
mod lost_answers;
mod migrations;
mod restarts;
mod roles;
mod silence;
mod standby;

use std::sync::Arc;

use ports::{Database as _, Store, StoreError};
use store_postgres::{Address, PostgresStore};
use test_servers::postgres::PostgresServer;
use testkit::TestResult;
use testkit::store_suite::Sample;

/// A store on a fresh, migrated database of a server, and the name of the database.
fn migrated(server: &PostgresServer) -> TestResult<(Arc<dyn Store>, String)> {
    let database = server.make_database("template1")?;
    let store = connected(&server.url(&database))?;
    store.migrate()?;
    Ok((Arc::new(store), database))
}

fn connected(url: &str) -> TestResult<PostgresStore> {
    Ok(PostgresStore::new(&Address::parse(url)?))
}

/// The number under which an application was added.
async fn add(store: &Arc<dyn Store>) -> Result<u16, StoreError> {
    let sample = Sample::add_to(store).await?;
    Ok(sample.application.pa_id.number())
}
