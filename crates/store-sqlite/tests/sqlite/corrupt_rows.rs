//! A stored row that makes no sense is named by table, column and primary key.

use domain::PaId;
use ports::{ListFilter, ListedRow, StoreError, Transaction};
use testkit::TestResult;
use testkit::store_suite::{Sample, form_package};

use crate::{fixture, meddle};

/// A look-up that must come upon the row.
type Look = fn(&mut dyn Transaction, PaId) -> Result<(), StoreError>;

#[test]
fn an_application_that_makes_no_sense_is_named() -> TestResult {
    let find: Look = |rows, pa_id| rows.find_application(pa_id).map(drop);
    for (column, value) in [
        ("status", "'odd'"),
        ("data", "'[1]'"),
        ("data", "'{'"),
        ("original", "'../x'"),
        ("created_at", "9223372036854775807"),
        ("updated_at", "-9223372036854775807"),
    ] {
        names("applications", column, value, "26-0001", find)?;
    }
    names("applications", "original", "''", "26-0001", blobs)
}

#[test]
fn an_application_in_the_list_that_makes_no_sense_is_named() -> TestResult {
    let list: Look = |rows, _| {
        let rows = rows.list_applications(&ListFilter::default(), 9, 0)?.0;
        rows.into_iter().try_for_each(|row| row.map(drop))
    };
    for (column, value) in [
        ("status", "'odd'"),
        ("created_at", "9223372036854775807"),
        ("updated_at", "-9223372036854775807"),
    ] {
        names("applications", column, value, "26-0001", list)?;
    }
    Ok(())
}

/// Each stands where its time and number put it, among the others, from either end and after any of
/// them.
#[test]
fn what_makes_no_sense_has_its_place_in_the_list_and_costs_no_other_its_own() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        for _ in 0..6 {
            Sample::add_to(&fixture.store).await?;
        }
        meddle(
            &fixture.file,
            "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; \
             UPDATE applications SET status = 'odd' WHERE pa_id = '26-0001'; \
             UPDATE applications SET name = CAST(X'FF' AS TEXT) WHERE pa_id = '26-0003'; \
             UPDATE applications SET pa_id = CAST(X'32362D30303035FF' AS TEXT) \
                WHERE pa_id = '26-0005';",
        )?;
        let name = |row: &ListedRow| match row {
            Ok(summary) => summary.pa_id.to_string(),
            Err(error) => error.to_string(),
        };
        let all = [
            "26-0006",
            "corrupt row in applications.pa_id: 26-0005\u{FFFD}",
            "26-0004",
            "corrupt row in applications.a text: 26-0003",
            "26-0002",
            "corrupt row in applications.status: 26-0001",
        ];
        for (count_max, offset) in [(6, 0), (2, 0), (2, 2), (1, 5), (3, 3)] {
            let list = fixture.store.read::<_, StoreError>(move |rows| {
                rows.list_applications(&ListFilter::default(), count_max, offset as u64)
            });
            let (listed, total_count) = list.await?;
            let listed: Vec<String> = listed.iter().map(name).collect();
            assert_eq!(listed, all[offset..offset + count_max]);
            assert_eq!(total_count, 6);
        }
        let list = fixture.store.read::<_, StoreError>(move |rows| {
            let filter = ListFilter::default();
            let first = rows.list_applications(&filter, 1, 0)?.0.remove(0)?;
            rows.list_applications_after(&filter, first.place(filter.order), 9)
        });
        let listed: Vec<String> = list.await?.iter().map(name).collect();
        assert_eq!(listed, all[1..]);
        Ok(())
    })
}

#[test]
fn an_attachment_that_makes_no_sense_is_named() -> TestResult {
    let list: Look = |rows, pa_id| rows.list_attachments(pa_id).map(drop);
    let usage: Look = |rows, pa_id| rows.attachment_usage(pa_id).map(drop);
    for (column, value, look) in [
        ("size_bytes", "-1", list),
        ("size_bytes", "-1", usage),
        ("sha256", "x'00'", list),
        ("created_at", "9223372036854775807", list),
        ("blob", "'A' || blob", list),
        ("blob", "'A' || blob", blobs),
    ] {
        names("attachments", column, value, "1", look)?;
    }
    Ok(())
}

#[test]
fn a_cost_position_that_makes_no_sense_is_named() -> TestResult {
    let list: Look = |rows, pa_id| rows.list_positions(pa_id).map(drop);
    names("offers", "created_at", "9223372036854775807", "1", list)?;
    let (text, nothing) = ("CAST(zeroblob(2001) AS TEXT)", "NULL");
    let outline: Look = |rows, pa_id| rows.outline_positions(pa_id).map(drop);
    for look in [list, outline] {
        names("cost_positions", "justification", text, "26-0001/0", look)?;
    }
    let sql = "DELETE FROM cost_positions WHERE position = 0";
    let only_the_other = format!("{nothing}; {sql}");
    names(
        "cost_positions",
        "justification",
        &only_the_other,
        "26-0001/7",
        list,
    )
}

/// Every change of data takes these looks, and offers may say thirty megabytes.
#[test]
fn what_offers_say_is_not_read_to_outline_positions_or_find_who_names_an_attachment() -> TestResult
{
    let fixture = fixture()?;
    testkit::run(async move {
        let pa_id = Sample::add_full_to(&fixture.store).await?.application.pa_id;
        meddle(
            &fixture.file,
            "UPDATE offers SET created_at = 9223372036854775807",
        )?;
        let looks = fixture.store.read::<_, StoreError>(move |rows| {
            let named = rows.list_attachments(pa_id)?[0].id;
            let naming = rows.list_offers_naming(pa_id, named)?.len();
            Ok((naming, rows.outline_positions(pa_id)?.len()))
        });
        assert_eq!(looks.await?, (1, 2));
        let listed = fixture.store.read(move |rows| rows.list_positions(pa_id));
        assert!(listed.await.is_err());
        Ok(())
    })
}

#[test]
fn names_of_cleared_costs_that_make_no_sense_are_named() -> TestResult {
    let find: Look = |rows, pa_id| rows.find_cleared_costs(pa_id).map(drop);
    for value in ["'[1]'", "'[]'", "'{}'", "'[\"a\"'", "''"] {
        names("cleared_costs", "names", value, "26-0001", find)?;
    }
    Ok(())
}

#[test]
fn a_replay_that_makes_no_sense_is_named_without_its_key() -> TestResult {
    let find: Look = |rows, _| rows.find_replay(&[1; 32]).map(drop);
    for (column, value) in [
        ("expires_at", "9223372036854775807"),
        ("request_hash", "x'00'"),
    ] {
        names("replays", column, value, "26-0001", find)?;
    }
    Ok(())
}

/// As a disk may leave it. The transaction goes on, so that others can be looked at in it.
#[test]
fn a_text_that_is_none_is_named_by_its_application_and_the_transaction_goes_on() -> TestResult {
    let looks: [(&str, &str, Look); 5] = [
        ("applications", "data", |rows, pa_id| {
            rows.find_application(pa_id).map(drop)
        }),
        ("attachments", "filename", |rows, pa_id| {
            rows.list_attachments(pa_id).map(drop)
        }),
        ("offers", "description", |rows, pa_id| {
            rows.list_positions(pa_id).map(drop)
        }),
        ("cleared_costs", "names", |rows, pa_id| {
            rows.find_cleared_costs(pa_id).map(drop)
        }),
        ("application_keys", "lookup", |rows, pa_id| {
            rows.find_key_of(pa_id).map(drop)
        }),
    ];
    for (table, column, look) in looks {
        let fixture = fixture()?;
        let sql = format!("UPDATE {table} SET {column} = CAST(X'41FF' AS TEXT)");
        let expected = format!("corrupt row in {table}.a text: 26-0001");
        testkit::run(async move {
            let pa_id = Sample::add_full_to(&fixture.store).await?.application.pa_id;
            meddle(&fixture.file, &sql)?;
            let looked = fixture.store.read::<_, StoreError>(move |rows| {
                let said = look(rows, pa_id).err().map(|error| error.to_string());
                Ok((said, rows.exists(pa_id)?))
            });
            assert_eq!(looked.await?, (Some(expected), true), "{sql}");
            TestResult::Ok(())
        })?;
    }
    Ok(())
}

/// A look-up by number never finds such a row.
#[test]
fn what_is_no_number_is_listed_apart_from_the_numbers() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        for _ in 0..8 {
            Sample::add_to(&fixture.store).await?;
        }
        meddle(
            &fixture.file,
            "PRAGMA foreign_keys = OFF; \
             UPDATE applications SET pa_id = '' WHERE pa_id = '26-0001'; \
             UPDATE applications SET pa_id = '26-00030' WHERE pa_id = '26-0003'; \
             UPDATE applications SET pa_id = 'senseless' WHERE pa_id = '26-0004'; \
             UPDATE applications SET pa_id = '26-0000' WHERE pa_id = '26-0006'; \
             UPDATE applications SET pa_id = '26-0009' || char(0) WHERE pa_id = '26-0008'; \
             UPDATE applications SET pa_id = CAST(X'32362D30303037FF' AS TEXT) \
                WHERE pa_id = '26-0007';",
        )?;
        for count_max in 1..=9 {
            let listed = fixture.store.read::<_, StoreError>(move |rows| {
                let mut listed: Vec<PaId> = Vec::new();
                loop {
                    let page = rows.list_pa_ids(listed.last().copied(), count_max)?;
                    if page.is_empty() {
                        return Ok((listed, rows.list_senseless_pa_ids(count_max)?));
                    }
                    listed.extend(page);
                }
            });
            let (listed, senseless) = listed.await?;
            let listed: Vec<String> = listed.iter().map(PaId::to_string).collect();
            assert_eq!(listed, ["26-0002", "26-0005"], "{count_max}");
            let all = [
                "",
                "26-0000",
                "26-00030",
                "26-0007\u{FFFD}",
                "26-0009\0",
                "senseless",
            ];
            assert_eq!(senseless, all[..count_max.min(6)], "{count_max}");
        }
        Ok(())
    })
}

/// The others are listed as they were.
#[test]
fn a_form_package_that_makes_no_sense_is_named_and_passed_over() -> TestResult {
    for (column, value, named) in [
        ("version", "4294967296", "version"),
        ("version", "-1", "version"),
        ("stored_at", "9223372036854775807", "stored_at"),
        ("form_type", "CAST(X'70FF' AS TEXT)", "a text"),
    ] {
        let fixture = fixture()?;
        let sql = format!(
            "PRAGMA ignore_check_constraints = ON; UPDATE form_packages SET {column} = {value} \
                WHERE version = 1"
        );
        testkit::run(async move {
            let packages = [0, 1, 2].map(form_package);
            let expected = [packages[0].summary.clone(), packages[2].summary.clone()];
            let broken = packages[1].summary.version.package;
            for package in packages {
                let add = fixture
                    .store
                    .write(move |rows| rows.add_form_package(&package));
                add.await?;
            }
            meddle(&fixture.file, &sql)?;
            let look = fixture.store.read::<_, StoreError>(move |rows| {
                let found = rows.find_form_package(&broken).err();
                Ok((
                    rows.list_form_packages()?,
                    rows.list_senseless_form_packages()?,
                    found,
                ))
            });
            let (listed, senseless, found) = look.await?;
            assert_eq!(listed, expected, "{sql}");
            let said: Vec<String> = senseless
                .iter()
                .chain(&found)
                .map(ToString::to_string)
                .collect();
            let corrupt = format!("corrupt row in form_packages.{named}: {broken}");
            assert_eq!(said, [corrupt.clone(), corrupt], "{sql}");
            TestResult::Ok(())
        })?;
    }
    Ok(())
}

fn blobs(rows: &mut dyn Transaction, pa_id: PaId) -> Result<(), StoreError> {
    rows.list_blobs(pa_id).map(drop)
}

/// Sets a column of every row to a value, and expects the look-up to name the first of them.
fn names(table: &str, column: &str, value: &str, row: &str, look: Look) -> TestResult {
    let fixture = fixture()?;
    let sql = format!(
        "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; UPDATE {table} SET \
            {column} = {value}"
    );
    let expected = format!("corrupt row in {table}.{column}: {row}");
    testkit::run(async move {
        let pa_id = Sample::add_full_to(&fixture.store).await?.application.pa_id;
        fixture.store.read(move |rows| look(rows, pa_id)).await?;
        meddle(&fixture.file, &sql)?;
        let Err(error) = fixture.store.read(move |rows| look(rows, pa_id)).await else {
            return Err(format!("{sql}: nothing was said").into());
        };
        assert_eq!(error.to_string(), expected);
        Ok(())
    })
}
