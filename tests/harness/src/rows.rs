//! The rows of a service that keeps them in its folder, changed behind its back.

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};

use crate::service::Service;

/// Runs SQL on the database of a running service, as damage or an older version would leave it.
pub fn execute(service: &Service, sql: &str) {
    let file = service.folder().join("data/formservice.db");
    let file = file.to_str().expect("a path in UTF-8");
    let mut database = SqliteConnection::establish(file).expect("a database in the folder");
    // The service may be writing.
    let patient = format!("PRAGMA busy_timeout = 60000; {sql}");
    database.batch_execute(&patient).expect("SQL");
}
