//! What SQLite commits in a second, one row each, every one durable.

use std::path::Path;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use test_servers::Fallible;

use crate::driver::Driven;

diesel::table! {
    bench_rows (id) {
        id -> BigInt,
        pa_id -> Text,
        text -> Text,
        amount -> BigInt,
    }
}

/// One writer, for so long.
pub(crate) fn one_row_each(folder: &Path, time: Duration) -> Fallible<Driven> {
    let file = folder.join("commits.sqlite");
    let mut connection = SqliteConnection::establish(&file.to_string_lossy())?;
    connection.batch_execute(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS \
         bench_rows (id INTEGER PRIMARY KEY, pa_id TEXT, text TEXT, amount INTEGER)",
    )?;
    let (start, mut count) = (Instant::now(), 0_usize);
    while start.elapsed() < time {
        connection.immediate_transaction(|connection| {
            diesel::insert_into(bench_rows::table)
                .values((
                    bench_rows::pa_id.eq("26-0001"),
                    bench_rows::text.eq("Müller & Söhne"),
                    bench_rows::amount.eq(119_050),
                ))
                .execute(connection)
        })?;
        count += 1;
    }
    let elapsed = start.elapsed();
    Ok(Driven { count, elapsed })
}
