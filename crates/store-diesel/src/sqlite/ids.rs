//! The last id of each table, as SQLite keeps it. AUTOINCREMENT counts ids that were put in by hand
//! as well.

use diesel::SqliteConnection;
use diesel::prelude::*;
use diesel::result::QueryResult;

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
