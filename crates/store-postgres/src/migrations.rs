//! Bringing the tables up to date, by a role that may; another one only looks whether they are.

use diesel::PgConnection;
use diesel::connection::{Connection as _, SimpleConnection as _};
use diesel::migration::MigrationVersion;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{Bool, Text};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};
use ports::SchemaReport;
use store_diesel::{known_versions, schema_report};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// One migration at a time in a database. The lock belongs to the transaction, which a pooler in
/// transaction mode keeps on one connection, and vanishes with it. The limits are for waiting
/// behind an instance that migrates, and for a role whose statements are limited.
const LOCK_MIGRATIONS: &str = "SET LOCAL lock_timeout = '15min'; SET LOCAL statement_timeout = 0; \
    SELECT pg_advisory_xact_lock(7350612417301)";

/// Where diesel notes what was applied. diesel itself makes the table before it looks into it,
/// which not every role may.
const IS_NOTED: &str = "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS is_there";
const NOTED: &str = "SELECT version FROM __diesel_schema_migrations";

/// The encodings in which a database takes every character. SQL_ASCII takes bytes as they come.
const TAKE_EVERYTHING: [&str; 2] = ["UTF8", "SQL_ASCII"];
const ENCODING: &str = "SELECT current_setting('server_encoding') AS encoding";

#[derive(QueryableByName)]
struct Encoded {
    #[diesel(sql_type = Text)]
    encoding: String,
}

#[derive(QueryableByName)]
struct Noted {
    #[diesel(sql_type = Bool)]
    is_there: bool,
}

#[derive(QueryableByName)]
struct Applied {
    #[diesel(sql_type = Text)]
    version: String,
}

/// How many migrations were missing; they are applied. Where none is, nothing is asked for that
/// only the owner of the tables may.
pub(crate) fn migrate(connection: &mut PgConnection) -> Result<usize, Error> {
    connection.transaction(|connection| {
        connection.batch_execute(LOCK_MIGRATIONS)?;
        let schema = schema(connection)?;
        if schema.pending == 0 {
            return Ok(0);
        }
        // None of those that this program knows.
        if schema.applied == schema.unknown {
            see_it_takes_every_character(connection)?;
        }
        connection
            .run_pending_migrations(MIGRATIONS)
            .map(|steps| steps.len())
            .map_err(Error::QueryBuilderError)
    })
}

/// Found out before anybody sends a form with a character that cannot be stored. A database that
/// has tables already is served on: its data can be moved to another only while it is.
fn see_it_takes_every_character(connection: &mut PgConnection) -> Result<(), Error> {
    let Encoded { encoding } = diesel::sql_query(ENCODING).get_result(connection)?;
    if TAKE_EVERYTHING.contains(&encoding.as_str()) {
        return Ok(());
    }
    let sentence = format!(
        "its encoding is {encoding}, which has not all characters that forms may hold: make \
         another with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0"
    );
    Err(Error::QueryBuilderError(sentence.into()))
}

/// How far the tables are.
pub(crate) fn schema(connection: &mut PgConnection) -> Result<SchemaReport, Error> {
    let known = known_versions::<Pg>(&MIGRATIONS)?;
    Ok(schema_report(&known, &applied(connection)?))
}

fn applied(connection: &mut PgConnection) -> Result<Vec<MigrationVersion<'static>>, Error> {
    let noted: Noted = diesel::sql_query(IS_NOTED).get_result(connection)?;
    let applied: Vec<Applied> = if noted.is_there {
        diesel::sql_query(NOTED).load(connection)?
    } else {
        Vec::new()
    };
    let versions = applied.into_iter().map(|applied| applied.version.into());
    Ok(versions.collect())
}
