//! Where a test service keeps its rows: in its folder, or on a real PostgreSQL server where
//! `FORMSERVICE_TEST_STORAGE` names `postgres`.

use test_servers::postgres::PostgresServer;

use crate::is_wanted;

/// What a service must be told to have an empty database of its own.
pub fn fresh() -> Vec<(String, String)> {
    if is_wanted("postgres") {
        on(PostgresServer::shared().expect("a PostgreSQL server"))
    } else {
        Vec::new()
    }
}

/// What a service must be told to have an empty database on this server.
pub fn on(server: &PostgresServer) -> Vec<(String, String)> {
    let database = server.make_database("template1").expect("a database");
    let url = server.url(&database);
    vec![("FORMSERVICE__DATABASE__URL".to_owned(), url)]
}
