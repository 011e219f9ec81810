//! Rows as earlier releases wrote them, in SQL that SQLite and PostgreSQL take, and assertions of
//! what migrations must make of them.

use std::sync::Arc;

use domain::PaId;
use domain::history::ChainEnd;
use forms::Status;
use ports::{ListFilter, ListOrder, Store, StoreError};

use crate::TestResult;

/// SQL of applications from before the time of the last activity was kept. Each has another latest
/// time; `zeros` is 32 zero bytes as the database writes them.
pub fn before_activity(zeros: &str) -> String {
    let mut sql = String::new();
    for (number, created, updated, attached, offered) in [
        (1, 1, 2, None, None),
        (2, 1, 2, Some(9), None),
        (3, 1, 2, Some(5), Some(11)),
        (4, 1, 20, Some(5), Some(6)),
        // The clock was set back.
        (5, 30, 3, None, Some(4)),
    ] {
        sql += &application(number, created, updated);
        let pa_id = format!("26-000{number}");
        if let Some(time) = attached {
            sql += &format!(
                "INSERT INTO attachments (pa_id, filename, content_type, size_bytes, sha256, blob, \
                    created_at) VALUES ('{pa_id}', 'a', 'text/plain', 1, {zeros}, 'a{number}', 1),\
                    ('{pa_id}', 'b', 'text/plain', 1, {zeros}, 'b{number}', {time});"
            );
        }
        if let Some(time) = offered {
            sql += &format!(
                "INSERT INTO offers (pa_id, position, supplier_name, amount_cents, description, \
                    url, created_at) VALUES ('{pa_id}', 3, 'x', 1, '', '', {time}), \
                    ('{pa_id}', 0, 'x', 1, '', '', 1);"
            );
        }
    }
    sql
}

/// Asserts that the migration gave each application of [`before_activity`] its latest time.
pub async fn assert_activity(store: &Arc<dyn Store>) -> TestResult {
    let filter = ListFilter {
        order: ListOrder::Activity,
        ..ListFilter::default()
    };
    let list = store.read(move |rows| rows.list_applications(&filter, 9, 0));
    let (listed, _) = list.await.map_err(|error: StoreError| error)?;
    let times = listed.iter().flatten().map(|summary| {
        let time = summary.activity_at.microseconds();
        (summary.pa_id.number(), time)
    });
    let expected = [(5, 30), (4, 20), (3, 11), (2, 9), (1, 2)];
    assert_eq!(times.collect::<Vec<_>>(), expected);
    Ok(())
}

/// SQL of applications from before they were counted: of two form types, in three statuses, one of
/// which is unknown.
pub fn before_counts() -> String {
    let mut sql = String::new();
    for (number, form_type, status) in [
        (1, "pa_form", "complete"),
        (2, "pa_form", "empty"),
        (3, "vsm_form", "empty"),
        (4, "pa_form", "complete"),
        (5, "pa_form", "odd"),
    ] {
        sql += &application(number, 1, 2)
            .replace("'pa_form', 'empty'", &format!("'{form_type}', '{status}'"))
            .replace("revision)", "revision, activity_at)")
            .replace(", 1);", ", 1, 2);");
    }
    sql
}

/// Asserts that the applications of [`before_counts`] are counted, and that the counts follow when
/// one is removed.
pub async fn assert_counts(store: &Arc<dyn Store>) -> TestResult {
    let first = PaId::new(26, 1).ok_or("no number")?;
    for (complete, all) in [(2, 5), (1, 4)] {
        let counts = store.read(|rows| {
            let filter = |form_type: Option<&str>, status| ListFilter {
                form_type: form_type.map(str::to_owned),
                status,
                ..ListFilter::default()
            };
            let complete = filter(Some("pa_form"), Some(Status::Complete));
            Ok::<_, StoreError>((
                rows.find_miscounts()?,
                rows.count_applications(&complete)?,
                rows.count_applications(&filter(None, Some(Status::Empty)))?,
                rows.count_applications(&filter(None, None))?,
            ))
        });
        assert_eq!(counts.await?, (vec![], complete, 2, all));
        let remove = store.write::<_, StoreError>(move |rows| {
            if rows.lock(first)?.is_some() {
                rows.remove_application(first)?;
            }
            Ok(())
        });
        remove.await?;
    }
    Ok(())
}

/// SQL of applications from before the end of a history was noted: one with two entries, one
/// without any. `zeros` is 32 zero bytes as the database writes them, `ones` 32 bytes that are all
/// 1.
pub fn before_history_end(zeros: &str, ones: &str) -> String {
    let mut sql = String::new();
    for number in [1, 2] {
        sql += &application(number, 1, 2)
            .replace("revision)", "revision, activity_at)")
            .replace(", 1);", ", 1, 2);");
    }
    for (number, hash) in [(2, ones), (1, zeros)] {
        sql += &format!(
            "INSERT INTO history (pa_id, number, at, author, action, changes, hash, total_bytes) \
                VALUES ('26-0001', {number}, 2, 'master', 'data_changed', '[]', {hash}, \
                {number}00);"
        );
    }
    sql
}

/// Asserts that the end of the history was noted for each application of [`before_history_end`],
/// whose entries were removed by then.
pub async fn assert_history_end(store: &Arc<dyn Store>) -> TestResult {
    let end = ChainEnd {
        number: 2,
        hash: [1; 32],
        total_bytes: 200,
    };
    for (number, expected) in [(1, end), (2, ChainEnd::default())] {
        let pa_id = PaId::new(26, number).ok_or("no number")?;
        let find = store.read(move |rows| {
            assert_eq!(rows.list_history(pa_id, 9, 0)?.1, 0);
            rows.find_history_end(pa_id)
        });
        let found = find.await.map_err(|error: StoreError| error)?;
        assert_eq!(found, expected);
    }
    Ok(())
}

/// SQL of an application with the columns of the first migration.
fn application(number: u8, created_at: i64, updated_at: i64) -> String {
    format!(
        "INSERT INTO applications (pa_id, form_type, status, data, original, created_at, \
            updated_at, revision) VALUES ('26-000{number}', 'pa_form', 'empty', '{{}}', \
            '{number:032x}', {created_at}, {updated_at}, 1);"
    )
}
