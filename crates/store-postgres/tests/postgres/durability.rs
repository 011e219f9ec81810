//! Settings with which the server loses what it has committed.

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use ports::Database as _;
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

use crate::connected;

#[test]
fn what_is_switched_off_is_named_also_where_only_the_database_has_it_so() -> TestResult {
    let server = PostgresServer::start(&["fsync=on", "synchronous_commit=on"])?;
    let url = server.url("postgres");
    assert_eq!(connected(&url)?.risks()?, Vec::<String>::new());
    let off = "ALTER DATABASE postgres SET synchronous_commit = off";
    PgConnection::establish(&url)?.batch_execute(off)?;
    let told = connected(&url)?.risks()?;
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("`synchronous_commit` of PostgreSQL is off"));
    Ok(())
}
