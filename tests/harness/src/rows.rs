//! The rows of a service, changed behind its back.

use std::path::Path;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use test_servers::postgres::PostgresServer;

use crate::service::Service;

/// Runs SQL on the database of a running service, as damage or an older version would leave it.
pub fn execute(service: &Service, sql: &str) {
    match service.postgres_database() {
        Some(database) => {
            let server = PostgresServer::shared().expect("a PostgreSQL server");
            server.sql(database, sql).expect("SQL");
        }
        None => execute_in(service.folder(), sql),
    }
}

/// The same in a folder with SQLite, where no service needs to run.
pub fn execute_in(folder: &Path, sql: &str) {
    let mut database = connected(folder);
    // The service may be writing.
    let patient = format!("PRAGMA busy_timeout = 60000; {sql}");
    database.batch_execute(&patient).expect("SQL");
}

/// What keeps all others from writing until it is dropped.
pub struct RowsLock {
    _database: SqliteConnection,
}

/// Begins a transaction that writes in the database of a running service, as another program would
/// that is stopped in one.
pub fn lock(service: &Service) -> RowsLock {
    let mut database = connected(service.folder());
    let begin = "PRAGMA busy_timeout = 60000; BEGIN IMMEDIATE";
    database.batch_execute(begin).expect("SQL");
    RowsLock {
        _database: database,
    }
}

fn connected(folder: &Path) -> SqliteConnection {
    let file = folder.join("data/formservice.db");
    let file = file.to_str().expect("a path in UTF-8");
    SqliteConnection::establish(file).expect("a database in the folder")
}
