//! The last id of each table, as SQLite keeps it: AUTOINCREMENT counts ids that were put in by hand
//! as well. And what stands in the place of numbers, which SQLite takes for a text whatever its
//! bytes are.

use diesel::SqliteConnection;
use diesel::dsl::sql;
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::result::QueryResult;
use diesel::sql_types::{Binary, Bool};
use diesel::sqlite::Sqlite;

use crate::schema::{applications, loose_blobs};

diesel::table! {
    sqlite_sequence (name) {
        name -> Text,
        seq -> BigInt,
    }
}

/// The last id that a table has given, be its row still there or not; 0 where it has given none.
pub(super) fn last_id(connection: &mut SqliteConnection, table: &str) -> QueryResult<i64> {
    let last = sqlite_sequence::table
        .find(table)
        .select(sqlite_sequence::seq);
    let last = last.get_result(connection).optional()?;
    Ok(last.unwrap_or_default())
}

/// Makes sure that a table gives only ids above this one.
pub(super) fn raise_last_id(
    connection: &mut SqliteConnection,
    table: &str,
    id: i64,
) -> QueryResult<()> {
    use sqlite_sequence::{name, seq};
    let last = sqlite_sequence::table.find(table).select(seq);
    match last.get_result::<i64>(connection).optional()? {
        Some(last) if last >= id => Ok(()),
        Some(_) => diesel::update(sqlite_sequence::table.find(table))
            .set(seq.eq(id))
            .execute(connection)
            .map(drop),
        // The name is not unique, so there is no conflict to build on; a writer is alone.
        None => diesel::insert_into(sqlite_sequence::table)
            .values((name.eq(table), seq.eq(id)))
            .execute(connection)
            .map(drop),
    }
}

/// Whether a row of `applications` has two digits, a hyphen and four digits for its number.
pub(super) fn is_like_a_number() -> SqlLiteral<Bool> {
    // Where a text goes on after a NUL character, GLOB does not.
    sql(
        "(applications.pa_id GLOB '[0-9][0-9]-[0-9][0-9][0-9][0-9]' \
        AND length(CAST(applications.pa_id AS BLOB)) = 7)",
    )
}

/// What stands in the place of the numbers of these rows, with replacement characters for what is
/// no text.
pub(super) fn shown_pa_ids(
    connection: &mut SqliteConnection,
    rows: applications::BoxedQuery<'_, Sqlite>,
) -> QueryResult<Vec<String>> {
    let texts = rows
        .select(sql::<Binary>("CAST(applications.pa_id AS BLOB)"))
        .load::<Vec<u8>>(connection)?;
    let shown = |text: &Vec<u8>| String::from_utf8_lossy(text).into_owned();
    Ok(texts.iter().map(shown).collect())
}

/// Whether a row of `loose_blobs` has 32 hexadecimal digits for its key.
pub(super) fn is_like_a_key() -> SqlLiteral<Bool> {
    // Where a text goes on after a NUL character, GLOB does not.
    sql("(loose_blobs.key NOT GLOB '*[^0-9a-f]*' \
        AND length(CAST(loose_blobs.key AS BLOB)) = 32 AND length(loose_blobs.key) = 32)")
}

/// What else stands there, with replacement characters for what is no text.
pub(super) fn unlike_keys(
    connection: &mut SqliteConnection,
    count_max: i64,
) -> QueryResult<Vec<String>> {
    let texts = loose_blobs::table
        .filter(diesel::dsl::not(is_like_a_key()))
        .order(loose_blobs::key)
        .select(sql::<Binary>("CAST(loose_blobs.key AS BLOB)"))
        .limit(count_max)
        .load::<Vec<u8>>(connection)?;
    let shown = |text: &Vec<u8>| String::from_utf8_lossy(text).into_owned();
    Ok(texts.iter().map(shown).collect())
}
