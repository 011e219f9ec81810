//! The last id that a table has given, which the sequence behind its `id` knows; and what stands in
//! the place of numbers.

use diesel::PgConnection;
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::result::QueryResult;
use diesel::sql_types::{BigInt, Bool, Text};

use crate::schema::{applications, loose_blobs};

#[derive(QueryableByName)]
struct LastId {
    #[diesel(sql_type = BigInt)]
    last_id: i64,
}

/// The last id of a table, 0 where none was given yet. Ids of works that were undone count as
/// given.
pub(super) fn last_id(connection: &mut PgConnection, table: &'static str) -> QueryResult<i64> {
    // A sequence is a table of one row; what it is called stands in no argument.
    let sql = format!(
        "SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last_id FROM {table}_id_seq"
    );
    let row: LastId = diesel::sql_query(sql).get_result(connection)?;
    Ok(row.last_id)
}

/// Makes sure that the next id of a table is higher than this one. A sequence goes forward at once,
/// whatever becomes of the transaction, and knows no lock: nobody else may be adding rows to the
/// table meanwhile.
pub(super) fn raise_last_id(
    connection: &mut PgConnection,
    table: &'static str,
    at_least: i64,
) -> QueryResult<()> {
    if at_least <= last_id(connection, table)? {
        return Ok(());
    }
    diesel::sql_query("SELECT setval($1::regclass, $2)")
        .bind::<Text, _>(format!("{table}_id_seq"))
        .bind::<BigInt, _>(at_least)
        .execute(connection)
        .map(drop)
}

/// Whether a row of `applications` has two digits, a hyphen and four digits for its number.
pub(super) fn is_like_a_number() -> SqlLiteral<Bool> {
    sql("applications.pa_id ~ '^[0-9]{2}-[0-9]{4}$'")
}

/// What stands in the place of the numbers of these rows. PostgreSQL keeps nothing that is no text.
pub(super) fn shown_pa_ids(
    connection: &mut PgConnection,
    rows: applications::BoxedQuery<'_, Pg>,
) -> QueryResult<Vec<String>> {
    rows.select(applications::pa_id).load(connection)
}

/// Whether a row of `loose_blobs` has 32 hexadecimal digits for its key.
pub(super) fn is_like_a_key() -> SqlLiteral<Bool> {
    sql("loose_blobs.key ~ '^[0-9a-f]{32}$'")
}

/// What else stands there.
pub(super) fn unlike_keys(
    connection: &mut PgConnection,
    count_max: i64,
) -> QueryResult<Vec<String>> {
    loose_blobs::table
        .filter(diesel::dsl::not(is_like_a_key()))
        .order(loose_blobs::key)
        .select(loose_blobs::key)
        .limit(count_max)
        .load(connection)
}
