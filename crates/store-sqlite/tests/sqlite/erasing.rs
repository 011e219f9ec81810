//! What is erased is not in the database's files any more.

use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use domain::cost_position::CostPosition;
use domain::{BlobKey, PaId};
use forms::{Data, Value};
use ports::{StoreError, Transaction};
use testkit::TestResult;
use testkit::store_suite::Sample;

use crate::{Fixture, fixture};

/// What the sample says: the file names of its attachments, its suppliers, its justification, a row
/// of a list that was cleared, an answer.
const SAID: [&str; 5] = [
    "Angebot 3.pdf",
    "Anbieter 2",
    "Bagatelle",
    "Tontechnik",
    ANSWER,
];
/// The printable bytes in the answer.
const ANSWER: &str = "0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ";

#[test]
fn nothing_of_a_removed_application_is_left_in_the_files() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let application = Sample::add_full_to(&fixture.store).await?.application;
        let (pa_id, status, now) = (
            application.pa_id,
            application.status,
            application.updated_at,
        );
        for word in ["Marginalie", "Palimpsest"] {
            let text = Value::Text(word.repeat(2_000));
            let data = Data::from_checked([("name".to_owned(), text)].into_iter().collect());
            change(&fixture, pa_id, move |rows| {
                rows.replace_data(pa_id, &data, status, now)
            })
            .await?;
        }
        let written = [&["Palimpsest"], &SAID[..]].concat();
        for word in &written {
            assert!(is_in_the_files(&fixture, word)?, "{word}");
        }
        change(&fixture, pa_id, move |rows| rows.remove_application(pa_id)).await?;
        for word in [&["Marginalie", &pa_id.to_string()], &written[..]].concat() {
            assert!(!is_in_the_files(&fixture, word)?, "{word}");
        }
        Ok(())
    })
}

#[test]
fn nothing_of_forgotten_answers_and_replaced_keys_is_left_in_the_files() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let sample = Sample::add_full_to(&fixture.store).await?;
        let pa_id = sample.application.pa_id;
        let old = sample.key.lookup.as_str().to_owned();
        assert!(is_in_the_files(&fixture, ANSWER)? && is_in_the_files(&fixture, &old)?);
        change(&fixture, pa_id, move |rows| {
            rows.erase_replays_of(pa_id).map(drop)
        })
        .await?;
        assert!(!is_in_the_files(&fixture, ANSWER)?);
        let other = PaId::new(26, 500).map(Sample::of).ok_or("no id")?.key;
        let key = ports::StoredKey { pa_id, ..other };
        change(&fixture, pa_id, move |rows| rows.replace_key(&key)).await?;
        assert!(!is_in_the_files(&fixture, &old)?);
        Ok(())
    })
}

#[test]
fn nothing_of_what_one_application_loses_is_left_when_it_is_removed() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let sample = Sample::add_full_to(&fixture.store).await?;
        let pa_id = sample.application.pa_id;
        change(&fixture, pa_id, move |rows| {
            let attachments = rows.list_attachments(pa_id)?;
            for attachment in attachments {
                rows.remove_attachment(pa_id, attachment.id)?;
            }
            for (index, position) in rows.list_positions(pa_id)? {
                rows.replace_position(pa_id, index, &CostPosition::default())?;
                for offer in position.offers {
                    rows.remove_offer(pa_id, index, offer.id)?;
                }
            }
            Ok(())
        })
        .await?;
        change(&fixture, pa_id, move |rows| rows.remove_application(pa_id)).await?;
        for word in SAID {
            assert!(!is_in_the_files(&fixture, word)?, "{word}");
        }
        Ok(())
    })
}

/// As a backup would be; the next write of anybody finds that it has ended.
#[test]
fn what_a_long_reader_keeps_in_the_log_leaves_it_when_that_has_ended() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let sample = Sample::add_full_to(&fixture.store).await?;
        let pa_id = sample.application.pa_id;
        let file = fixture.file.to_str().ok_or("no path")?;
        let mut reader = SqliteConnection::establish(file)?;
        reader.batch_execute("BEGIN; SELECT count(*) FROM applications")?;
        change(&fixture, pa_id, move |rows| rows.remove_application(pa_id)).await?;
        assert!(is_left(&fixture)?, "the reader sees it still");
        reader.batch_execute("COMMIT")?;
        let began = Instant::now();
        while is_left(&fixture)? {
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "it is never emptied"
            );
            let unknown = BlobKey::from_entropy([0; 16]);
            let anything = fixture
                .store
                .write(move |rows| rows.remove_loose_blob(&unknown));
            anything.await?;
        }
        Ok(())
    })
}

/// Whether anything of what the sample says is in the files.
fn is_left(fixture: &Fixture) -> TestResult<bool> {
    SAID.iter().try_fold(false, |found, word| {
        Ok(found | is_in_the_files(fixture, word)?)
    })
}

async fn change(
    fixture: &Fixture,
    pa_id: PaId,
    work: impl FnOnce(&mut dyn Transaction) -> Result<(), StoreError> + Send + 'static,
) -> TestResult {
    let locked_work = move |rows: &mut dyn Transaction| {
        rows.lock(pa_id)?;
        work(rows)
    };
    Ok(Arc::clone(&fixture.store).write(locked_work).await?)
}

/// Whether the log or the database holds the text anywhere. The log is read first: a commit is
/// answered before the log is moved, and what has left the log is in the database already.
fn is_in_the_files(fixture: &Fixture, text: &str) -> TestResult<bool> {
    let mut found = false;
    for name in ["app.db-wal", "app.db"] {
        let bytes = std::fs::read(fixture.file.with_file_name(name))?;
        found |= bytes
            .windows(text.len())
            .any(|window| window == text.as_bytes());
    }
    Ok(found)
}
