//! Keys that were looked up before, and whoever changes them meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use ports::{FoundKey, Store, StoreError, StoredKey, Transaction};
use store_sqlite::SqliteStore;
use testkit::TestResult;
use testkit::store_suite::Sample;

use crate::{Fixture, fixture, meddle};

async fn find(fixture: &Fixture, key: &StoredKey) -> TestResult<Option<FoundKey>> {
    Ok(fixture.store.find_key(key.lookup.clone()).await?)
}

/// Twice, so that the second one may come from memory.
async fn is_found(fixture: &Fixture, key: &StoredKey) -> TestResult<bool> {
    let found = find(fixture, key).await?;
    assert_eq!(find(fixture, key).await?, found);
    Ok(found.is_some_and(|found| found.key == *key))
}

#[test]
fn what_another_program_does_to_a_key_that_is_known_is_seen_at_once() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let keys = [
            Sample::add_to(&fixture.store).await?.key,
            Sample::add_to(&fixture.store).await?.key,
        ];
        let replacing = "UPDATE application_keys SET lookup = 'another' WHERE lookup =";
        for (number, replaced) in keys.iter().enumerate() {
            assert!(is_found(&fixture, replaced).await?);
            // A log that is begun anew must not look like one of before.
            if number == 1 {
                meddle(&fixture.file, "PRAGMA wal_checkpoint(TRUNCATE)")?;
                assert!(is_found(&fixture, replaced).await?);
            }
            let lookup = replaced.lookup.as_str();
            meddle(&fixture.file, &format!("{replacing} '{lookup}'"))?;
            assert!(!is_found(&fixture, replaced).await?);
            meddle(
                &fixture.file,
                &format!(
                    "UPDATE application_keys SET lookup = '{lookup}' WHERE lookup = 'another'"
                ),
            )?;
            assert!(is_found(&fixture, replaced).await?);
        }
        let pa_id = keys[0].pa_id;
        let remove = move |rows: &mut dyn Transaction| {
            rows.lock(pa_id)?;
            rows.remove_application(pa_id)
        };
        let other: Arc<dyn Store> = Arc::new(SqliteStore::open(&fixture.file)?);
        other.write(remove).await?;
        assert!(!is_found(&fixture, &keys[0]).await?);
        assert!(is_found(&fixture, &keys[1]).await?);
        Ok(())
    })
}

/// Whoever asks after a change was acknowledged finds its revision, or a later one.
#[test]
fn no_key_is_found_in_a_state_before_the_last_acknowledged_one() -> TestResult {
    const CHANGES: i64 = 300;
    let fixture = fixture()?;
    testkit::run(async move {
        let key = Sample::add_to(&fixture.store).await?.key;
        let pa_id = key.pa_id;
        let first = find(&fixture, &key).await?.ok_or("no key")?.stamp.revision;
        let fixture = Arc::new(fixture);
        let acknowledged = Arc::new(AtomicI64::new(first));
        let readers: Vec<_> = (0..4)
            .map(|_| {
                let (fixture, key) = (Arc::clone(&fixture), key.clone());
                let acknowledged = Arc::clone(&acknowledged);
                tokio::spawn(async move {
                    loop {
                        let least = acknowledged.load(Ordering::SeqCst);
                        let found = fixture.store.find_key(key.lookup.clone()).await?;
                        let revision = found.map(|found| found.stamp.revision);
                        assert!(revision >= Some(least), "{revision:?} after {least}");
                        if least == first + CHANGES {
                            return Ok::<_, StoreError>(());
                        }
                        tokio::task::yield_now().await;
                    }
                })
            })
            .collect();
        let other: Arc<dyn Store> = Arc::new(SqliteStore::open(&fixture.file)?);
        for number in 1..=CHANGES {
            let store = if number % 2 == 0 {
                &fixture.store
            } else {
                &other
            };
            let lock = move |rows: &mut dyn Transaction| rows.lock(pa_id).map(drop);
            store.write(lock).await?;
            acknowledged.store(first + number, Ordering::SeqCst);
        }
        for reader in readers {
            reader.await??;
        }
        Ok(())
    })
}
