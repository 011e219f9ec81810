use diesel::prelude::*;
use diesel::r2d2::CustomizeConnection as _;
use diesel::sql_types::Text;
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

use super::TunePostgres;

#[derive(QueryableByName)]
struct Shown {
    #[diesel(sql_type = Text)]
    language: String,
}

/// The language of a new connection's session.
fn language(url: &str) -> TestResult<String> {
    let mut connection = PgConnection::establish(url)?;
    for keeps_statements in [false, true] {
        let tune = TunePostgres {
            keeps_statements,
            silence: <_>::default(),
        };
        tune.on_acquire(&mut connection)?;
    }
    let asked = "SELECT current_setting('lc_messages') AS language";
    let shown: Shown = diesel::sql_query(asked).get_result(&mut connection)?;
    Ok(shown.language)
}

#[test]
fn the_server_speaks_english_to_a_role_that_may_ask_for_it_and_others_go_on_without() -> TestResult
{
    // Roles belong to the whole server.
    let server = PostgresServer::start(&[])?;
    let database = server.make_database("template1")?;
    // Of all languages that every system has, the only one that is not taken for English.
    let language_of_database = format!("ALTER DATABASE {database} SET lc_messages = 'POSIX'");
    server.sql(&database, &language_of_database)?;
    server.sql(&database, "CREATE ROLE plain LOGIN")?;
    let url = server.url(&database);
    assert_eq!(language(&url)?, "C");
    let plain = url.replacen("postgres@", "plain@", 1);
    assert_eq!(language(&plain)?, "POSIX");
    if server.sql(&database, "SHOW server_version_num")?.as_str() >= "150000" {
        server.sql(&database, "GRANT SET ON PARAMETER lc_messages TO plain")?;
        assert_eq!(language(&plain)?, "C");
    }
    Ok(())
}
