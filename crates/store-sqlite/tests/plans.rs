//! No statement of the service reads a whole table, or sorts what an index could have given in
//! order.
//!
//! In a process of its own: the ear that every new connection gets is the process'.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use diesel::{Connection as _, QueryableByName, RunQueryDsl as _, SqliteConnection, sql_types};
use ports::{Database as _, Store};
use store_sqlite::SqliteStore;
use testkit::TestResult;

/// Every statement that any connection was given.
static HEARD: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Asks only whether the table is there.
const EXEMPT: &str = "SELECT `applications`.`revision` FROM `applications` LIMIT";

/// A row for each form type and status.
const COUNTS: &str = "SCAN application_counts";

/// Only for `verify` and `recount`, which read everything.
const COUNTING_ANEW: &str = "GROUP BY `applications`.`form_type`, `applications`.`status`";

#[derive(QueryableByName)]
struct Step {
    #[diesel(sql_type = sql_types::Text)]
    detail: String,
}

fn ear() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(|event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let shown = query.to_string();
            let sql = shown.split(" -- binds:").next().unwrap_or(&shown);
            heard().insert(sql.to_owned());
        }
    }))
}

macro_rules! run_every_check {
    ($suite:ident, $store:expr, $($check:ident)*) => {
        $( testkit::run(testkit::$suite::$check($store?))?; )*
    };
}

#[test]
fn every_statement_finds_its_rows_by_an_index() -> TestResult {
    set_default_instrumentation(ear)?;
    let directory = tempfile::tempdir()?;
    let mut made = 0;
    let mut fresh = || -> TestResult<Arc<dyn Store>> {
        made += 1;
        let store = SqliteStore::open(&directory.path().join(format!("{made}.db")))?;
        store.migrate()?;
        Ok(Arc::new(store))
    };
    testkit::store_checks!([run_every_check] store_suite, fresh());
    let heard = std::mem::take(&mut *heard());
    let file = directory.path().join("1.db");
    let mut connection = SqliteConnection::establish(file.to_str().ok_or("no path")?)?;
    let mut explained = 0;
    for sql in heard.iter().filter(|sql| is_of_the_service(sql)) {
        let steps = diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}"));
        let steps: Vec<Step> = steps.load(&mut connection)?;
        for Step { detail } in steps {
            let reads_all = detail.starts_with("SCAN ")
                && !detail.contains("INDEX")
                && !detail.starts_with(COUNTS);
            let sorts = detail.contains("TEMP B-TREE")
                && !is_of_two_times(sql)
                && !sql.contains(COUNTING_ANEW);
            assert!(!reads_all && !sorts, "{sql}\n{detail}");
        }
        explained += 1;
    }
    assert!(explained > 40, "{explained}: {heard:?}");
    Ok(())
}

/// Bounded by one time and in the order of the other: no index has both, so what is found by the
/// one is sorted by the other.
fn is_of_two_times(sql: &str) -> bool {
    let (bounds, order) = sql.split_once(" ORDER BY ").unwrap_or((sql, ""));
    let bounded_by = |time: &str| bounds.contains(&format!("{time}` "));
    (bounded_by("activity_at") && order.starts_with("`applications`.`created_at` "))
        || (bounded_by("created_at") && order.starts_with("`applications`.`activity_at` "))
}

/// Neither a migration nor a pragma nor the beginning of a transaction.
fn is_of_the_service(sql: &str) -> bool {
    let verb = sql.split_whitespace().next().unwrap_or_default();
    ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(&verb)
        && !sql.contains("__diesel_schema_migrations")
        // Two rows, kept by SQLite itself.
        && !sql.contains("sqlite_sequence")
        && !sql.starts_with(EXEMPT)
}

fn heard() -> MutexGuard<'static, BTreeSet<String>> {
    HEARD.lock().unwrap_or_else(PoisonError::into_inner)
}
