//! Nobody waits for ever.

use std::sync::{Arc, mpsc};

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use ports::{KeyLookup, Store, StoreError, Transaction};
use test_servers::postgres::PostgresServer;
use testkit::TestResult;
use testkit::store_suite::Sample;

use crate::{connected, migrated};

/// One instance stands still in the middle of a transaction, with an application locked: another
/// one that wants to change the application is told that it is unavailable, and in the end the
/// server takes the lock away from the first.
#[test]
fn an_instance_that_stands_still_holds_the_others_up_for_a_while_only() -> TestResult {
    let server = PostgresServer::shared()?;
    let (store, database) = migrated(server)?;
    let other = connected(&server.url(&database))?;
    testkit::run(async move {
        let pa_id = Sample::add_to(&store).await?.application.pa_id;
        let (locked, has_locked) = tokio::sync::oneshot::channel();
        let (go_on, may_go_on) = mpsc::channel::<()>();
        let standing = Arc::clone(&store);
        let standing = tokio::spawn(async move {
            let stand_still = move |rows: &mut dyn Transaction| {
                let revision = rows.lock(pa_id)?;
                let _ = locked.send(());
                let _ = may_go_on.recv();
                Ok::<_, StoreError>(revision)
            };
            standing.write(stand_still).await
        });
        has_locked.await?;
        let other: Arc<dyn Store> = Arc::new(other);
        let held_up = other.write(move |rows| rows.lock(pa_id)).await;
        assert!(
            matches!(held_up, Err(StoreError::Unavailable(_))),
            "{held_up:?}"
        );
        other.check().await?;
        // The second attempt, or a later one on a slow machine, outlasts the first one's
        // transaction.
        let mut freed = held_up;
        for _ in 0..9 {
            if freed.is_err() {
                freed = other.write(move |rows| rows.lock(pa_id)).await;
            }
        }
        assert_eq!(freed?, Some(2));
        go_on.send(())?;
        let outcome = standing.await?;
        assert!(
            matches!(outcome, Err(StoreError::Unavailable(_))),
            "{outcome:?}"
        );
        let revision = store.write(move |rows| rows.lock(pa_id)).await?;
        assert_eq!(revision, Some(3));
        Ok(())
    })
}

/// Also where no transaction sets its limits: those of the session hold, and the connections are
/// free again.
#[test]
fn look_ups_of_keys_are_not_held_up_by_a_locked_table_for_ever() -> TestResult {
    let server = PostgresServer::shared()?;
    let (_, database) = migrated(server)?;
    let url = server.url(&database);
    let store = Arc::new(connected(&format!("{url}?prepared_statements=true"))?);
    let mut locking = PgConnection::establish(&url)?;
    testkit::run(async move {
        let of_nobody = || KeyLookup::from_stored("nobody".to_owned());
        assert_eq!(store.find_key(of_nobody()).await?, None);
        locking.batch_execute("BEGIN; LOCK TABLE applications IN ACCESS EXCLUSIVE MODE")?;
        let look_ups: Vec<_> = (0..20)
            .map(|_| {
                let store = Arc::clone(&store);
                tokio::spawn(async move { store.find_key(of_nobody()).await })
            })
            .collect();
        for look_up in look_ups {
            let outcome = look_up.await?;
            assert!(
                matches!(outcome, Err(StoreError::Unavailable(_))),
                "{outcome:?}"
            );
        }
        locking.batch_execute("COMMIT")?;
        assert_eq!(store.find_key(of_nobody()).await?, None);
        Ok(())
    })
}
