//! A list of costs that is cleared and written anew, whoever comes in between.

use std::sync::Arc;

use domain::cost_position::{CostNames, PositionIndex};
use domain::history::HistoryChange;
use domain::{PaId, Timestamp};
use forms::{Decimal, Value};
use futures::future;
use ports::{Store, StoreError};
use testkit::{FailurePoint, FixedClock, MemoryBlobStore, MemoryStore, TestResult, run};
use usecases::{
    ApplicationError, CostPositions, ExpectedState, Snapshot, Storage, Transfer, TransferPorts,
};

use crate::attaching::with_application;
use crate::change::StoreOfTwo;
use crate::house::{House, client, first_entries, patch};
use crate::made::{AddOffer as _, at, by_master, offer};
use crate::storing::{Listener, empty_house, is_sound, sound_storage, storage, transfer};

#[test]
fn positions_go_on_with_the_rows_of_before_and_the_history_says_so() -> TestResult {
    run(async {
        let (house, pa_id) = cleared(&["Bus", "Bahn"]).await?;
        assert_eq!(kept(&house.rows, pa_id).await?, Some(of(&["Bus", "Bahn"])));
        assert_eq!(suppliers(&house, pa_id, 2).await?, ["Bus", "Bahn"]);
        list(&house, pa_id, Some(&["Bahn", "Bus"])).await?;
        assert_eq!(suppliers(&house, pa_id, 2).await?, ["Bahn", "Bus"]);
        assert_eq!(kept(&house.rows, pa_id).await?, None);
        let went = |from: i64, to: i64| {
            let index = |index| Value::Number(Decimal::from_integer(index));
            let path = format!("cost_positions.{from}.index");
            HistoryChange::new(path, index(from), index(to))
        };
        let history = house.applications.history(first_entries(pa_id, 200));
        let mut last = history.await?.entries.pop().ok_or("no entry")?.content;
        last.changes
            .retain(|change| change.path.ends_with(".index"));
        assert_eq!(last.changes, [went(0, 1), went(1, 0)]);
        is_sound(&house).await
    })
}

/// What is refused, or breaks anywhere, changes neither data nor positions nor what is kept.
#[test]
fn a_change_that_is_not_made_keeps_what_was_kept() -> TestResult {
    run(async {
        let (house, pa_id) = cleared(&["Bus", "Bahn"]).await?;
        let refused = list(&house, pa_id, Some(&["Bahn", "Bahn"])).await;
        assert!(matches!(
            refused,
            Err(ApplicationError::CostPositionInUse(_))
        ));
        for (work, name) in [(1, "read"), (2, "written")] {
            house.store.fail_at(work, FailurePoint::Before);
            let broken = list(&house, pa_id, Some(&["Bahn", "Bus"])).await;
            assert!(broken.is_err(), "it is {name}");
            assert_eq!(kept(&house.rows, pa_id).await?, Some(of(&["Bus", "Bahn"])));
            assert_eq!(suppliers(&house, pa_id, 2).await?, ["Bus", "Bahn"]);
        }
        list(&house, pa_id, Some(&["Bahn", "Bus"])).await?;
        assert_eq!(suppliers(&house, pa_id, 2).await?, ["Bahn", "Bus"]);
        Ok(())
    })
}

#[test]
fn names_are_kept_only_of_a_list_on_which_something_hung() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        list(&house, pa_id, Some(&["Bus", "Bahn"])).await?;
        list(&house, pa_id, None).await?;
        assert_eq!(kept(&house.rows, pa_id).await?, None);
        // It is for the list that is to come.
        let positions = positions(&house);
        let added = positions.add_new(pa_id, 0, offer("Bahn"), false).await?.id;
        list(&house, pa_id, Some(&["Bahn", "Bus"])).await?;
        assert_eq!(suppliers(&house, pa_id, 2).await?, ["Bahn", ""]);
        // They are forgotten with the last that hung on them: what comes then is for the next list.
        let of_both = Some(of(&["Bahn", "Bus"]));
        positions
            .justify(by_master(pa_id), at(1), true, Some("Es fährt nur einer."))
            .await?;
        list(&house, pa_id, None).await?;
        positions
            .remove_offer(by_master(pa_id), at(0), added)
            .await?;
        assert_eq!(kept(&house.rows, pa_id).await?, of_both);
        positions
            .justify(by_master(pa_id), at(1), false, None)
            .await?;
        assert_eq!(kept(&house.rows, pa_id).await?, None);
        positions.add_new(pa_id, 0, offer("Bus"), false).await?;
        list(&house, pa_id, Some(&["Bus", "Bahn"])).await?;
        assert_eq!(suppliers(&house, pa_id, 2).await?, ["Bus", ""]);
        // One that is still kept is forgotten with the rows that come.
        list(&house, pa_id, None).await?;
        list(&house, pa_id, Some(&["Bahn", "Bus"])).await?;
        assert_eq!(kept(&house.rows, pa_id).await?, None);
        assert_eq!(suppliers(&house, pa_id, 2).await?, ["", "Bus"]);
        Ok(())
    })
}

/// Before the list comes an offer is for the row that was at its index, afterwards for the one that
/// is there; a second clearing keeps the rows of its own list.
#[test]
fn offers_that_race_with_a_list_that_is_written_anew_stand_at_a_row_of_before_or_after()
-> TestResult {
    run(async {
        for _ in 0..10 {
            let (house, pa_id) = cleared(&["Bus", "Bahn"]).await?;
            let positions = positions(&house);
            let adding = (0..50).map(|_| positions.add_new(pa_id, 0, offer("Neu"), false));
            let adding = future::join_all(adding);
            let writing = future::join_all((0..20).map(|number| {
                let rows = [&["Bahn", "Bus"][..], &["Bus", "Bahn"]][number % 2];
                let rows = (number % 3 > 0).then_some(rows);
                list(&house, pa_id, rows)
            }));
            let (added, written) = future::join(adding, writing).await;
            // A position takes no more than fifty.
            let added = added.iter().filter(|added| added.is_ok()).count();
            assert!(added >= 49, "{added}");
            for outcome in written {
                outcome?;
            }
            // Whatever the order: each has the first offer of its own name.
            list(&house, pa_id, Some(&["Rad", "Bahn", "Bus"])).await?;
            let first = suppliers(&house, pa_id, 3).await?;
            assert_eq!(first, ["", "Bahn", "Bus"]);
            let [bahn, bus] = [positions.find(pa_id, 1), positions.find(pa_id, 2)];
            let stored = bahn.await?.offers.len() + bus.await?.offers.len();
            assert_eq!(stored, 2 + added);
            is_sound(&house).await?;
        }
        Ok(())
    })
}

/// Another client has written another list and cleared it, so that the data is what it was when
/// the change was merged.
#[test]
fn a_change_goes_by_the_names_of_the_moment_in_which_it_is_written() -> TestResult {
    run(async {
        let store = Arc::new(StoreOfTwo::default());
        let house = House::on(store.clone(), MemoryBlobStore::default(), "sample_form");
        let pa_id = house.uploaded().await?.pa_id;
        furnish(&house, pa_id, &["Bus", "Bahn"]).await?;
        store.be_faster(move |rows| {
            rows.lock(pa_id)?;
            let [first, second] = [0, 1].map(PositionIndex::from_stored);
            rows.move_positions(pa_id, &[(first, second), (second, first)].into())?;
            rows.keep_cleared_costs(pa_id, &of(&["Bahn", "Bus"]))
        });
        list(&house, pa_id, Some(&["Rad", "Bus", "Bahn"])).await?;
        let stand = suppliers(&house, pa_id, 3).await?;
        assert_eq!(stand, ["", "Bus", "Bahn"]);
        Ok(())
    })
}

#[test]
fn a_copy_and_a_backup_go_on_where_the_list_was_cleared() -> TestResult {
    run(async {
        let (house, pa_id) = cleared(&["Bus", "Bahn"]).await?;
        let listener = Arc::new(Listener::default());
        let moved = empty_house();
        let copying = transfer(&house, &moved, &listener);
        copying.run().await?;
        assert_eq!((copying.compare().await?, listener.heard()), (0, vec![]));
        let rows: Arc<dyn Store> = Arc::new(MemoryStore::default());
        let (live, now) = (storage(&house).store, Timestamp::from_microseconds(0));
        let now = now.ok_or("no time")?;
        Snapshot::take(&live, &rows, now, listener.as_ref()).await?;
        // What happens at the source afterwards is none of the backup's.
        list(&house, pa_id, Some(&["Bahn", "Bus"])).await?;
        assert_eq!(copying.compare().await?, 1, "another state");
        let restored = empty_house();
        let restoring = Transfer::new(TransferPorts {
            from: Storage {
                store: rows,
                blobs: storage(&house).blobs,
            },
            live,
            to: sound_storage(&restored),
            clock: Arc::new(FixedClock::default()),
            watcher: listener,
        });
        restoring.run().await?;
        for copy in [moved, restored] {
            assert_eq!(kept(&copy.rows, pa_id).await?, Some(of(&["Bus", "Bahn"])));
            list(&copy, pa_id, Some(&["Rad", "Bahn", "Bus"])).await?;
            assert_eq!(suppliers(&copy, pa_id, 3).await?, ["", "Bahn", "Bus"]);
            is_sound(&copy).await?;
        }
        Ok(())
    })
}

/// An application whose list had these rows, each with an offer of its name, until it was cleared.
async fn cleared(names: &[&'static str]) -> TestResult<(House, PaId)> {
    let (house, pa_id) = with_application().await?;
    furnish(&house, pa_id, names).await?;
    Ok((house, pa_id))
}

async fn furnish(house: &House, pa_id: PaId, names: &[&'static str]) -> TestResult {
    list(house, pa_id, Some(names)).await?;
    for (index, name) in (0..).zip(names) {
        let positions = positions(house);
        positions.add_new(pa_id, index, offer(name), true).await?;
    }
    Ok(list(house, pa_id, None).await?)
}

/// Replaces the list of costs, or removes it.
async fn list(house: &House, pa_id: PaId, names: Option<&[&str]>) -> Result<(), ApplicationError> {
    let row = |name: &&str| patch([("name", Value::text(*name))]);
    let rows = names.map(|names| Value::List(names.iter().map(row).collect()));
    let costs = patch([("costs", rows.unwrap_or(Value::Null))]);
    let any = ExpectedState::Any;
    let change = house
        .applications
        .change(client(), by_master(pa_id), any, costs);
    change.await.map(drop)
}

/// Who was the first to offer at each of so many positions.
async fn suppliers(house: &House, pa_id: PaId, count: u64) -> TestResult<Vec<String>> {
    let mut names = Vec::new();
    for index in 0..count {
        let position = positions(house).find(pa_id, index).await?;
        let first = position.offers.into_iter().next();
        names.push(first.map_or(String::new(), |offer| offer.content.supplier_name));
    }
    Ok(names)
}

async fn kept(rows: &Arc<dyn Store>, pa_id: PaId) -> Result<Option<CostNames>, StoreError> {
    rows.read(move |rows| rows.find_cleared_costs(pa_id)).await
}

fn of(names: &[&str]) -> CostNames {
    names.iter().copied().collect()
}

fn positions(house: &House) -> CostPositions {
    CostPositions::new(house.store.clone(), house.clock.clone())
}
