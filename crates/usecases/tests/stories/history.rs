//! The history: an entry for each change, none for what changes nothing, one chain.

use std::sync::Arc;

use domain::PaId;
use domain::attachment::AttachmentLimits;
use domain::cost_position::OfferInput;
use domain::history::{ChainEnd, EntryContent, HistoryEntry, faults_in};
use forms::Value;
use forms::value::Object;
use ports::Transaction;
use testkit::{FailurePoint, FixedClock, TestResult, run};
use usecases::{ApplicationError, CostPositions, ExpectedState, StorageFault, Verification};

use crate::attaching::{attachments, sized};
use crate::house::{House, client, first_entries, id};
use crate::made::{AddFile as _, AddOffer as _, at, by_holder, by_master};
use crate::storing::{Listener, storage};

pub(crate) fn patch(name: &str) -> Value {
    Value::Object(Object::from_iter([("name".to_owned(), Value::text(name))]))
}

fn offer(attachment: Option<domain::AttachmentId>) -> OfferInput {
    OfferInput {
        supplier_name: "Zeltbau".to_owned(),
        amount_cents: 1_250,
        attachment,
        ..OfferInput::default()
    }
}

pub(crate) async fn entries(house: &House, pa_id: PaId) -> TestResult<Vec<HistoryEntry>> {
    Ok(house
        .applications
        .history(first_entries(pa_id, 200))
        .await?
        .entries)
}

fn said(entry: &HistoryEntry) -> String {
    let content = &entry.content;
    let paths: Vec<_> = content.changes.iter().map(|change| &*change.path).collect();
    let (by, action) = (content.by.as_str(), content.action.as_str());
    format!("{by} {action} {}", paths.join(" "))
        .trim()
        .to_owned()
}

#[test]
fn every_change_has_an_entry_with_its_author_and_its_values() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let (files, access) = (
            attachments(&house, AttachmentLimits::default()),
            by_holder(pa_id),
        );
        let positions = CostPositions::new(house.rows.clone(), house.clock.clone());
        let file = files.add_new(pa_id, sized(5)).await?.id;
        let first = positions.add_new(pa_id, 3, offer(Some(file)), true).await?;
        let second = positions.add_new(pa_id, 3, offer(None), false).await?;
        positions.prefer(access, at(3), second.id).await?;
        positions.remove_offer(access, at(3), second.id).await?;
        positions
            .justify(access, at(3), true, Some("nur einer"))
            .await?;
        files.remove(access, file).await?;
        let (applications, any) = (&house.applications, ExpectedState::Any);
        let change = applications.change(client(), access, any, patch("Neu"));
        let changed = change.await?;
        applications.replace_key(pa_id).await?;
        let entries = entries(&house, pa_id).await?;
        let (first, second, file) = (first.id.0, second.id.0, file.0);
        let expected = [
            "upload uploaded original name".to_owned(),
            format!("master attachment_added attachments.{file}"),
            format!(
                "master offer_added cost_positions.3.offers.{first} \
                    cost_positions.3.preferred_offer"
            ),
            format!("master offer_added cost_positions.3.offers.{second}"),
            "application offer_preferred cost_positions.3.preferred_offer".to_owned(),
            format!(
                "application offer_removed cost_positions.3.offers.{second} \
                    cost_positions.3.preferred_offer"
            ),
            "application justification_changed cost_positions.3.no_offers_required \
                cost_positions.3.justification"
                .to_owned(),
            format!(
                "application attachment_removed attachments.{file} \
                    cost_positions.3.offers.{first}.attachment_id"
            ),
            "application data_changed name".to_owned(),
            "master key_replaced".to_owned(),
        ];
        assert_eq!(entries.iter().map(said).collect::<Vec<_>>(), expected);
        assert_eq!(faults_in(pa_id, &entries), []);
        let original = entries[0].content.changes[0].after.at("filename");
        assert_eq!(original, Some(&Value::text("Antrag.pdf")));
        let renamed = &entries[8].content;
        assert_eq!(renamed.changes[0].after, Value::text("Neu"));
        assert_eq!(renamed.at, changed.updated_at);
        let found = house.applications.find(pa_id).await?;
        assert_eq!(
            Some(found.activity_at),
            entries.last().map(|entry| entry.content.at)
        );
        Ok(())
    })
}

#[test]
fn what_changes_nothing_has_no_entry() -> TestResult {
    run(async {
        let house = House::new();
        let before = house.uploaded().await?;
        let (pa_id, access) = (before.pa_id, by_master(before.pa_id));
        let positions = CostPositions::new(house.rows.clone(), house.clock.clone());
        let offer = positions.add_new(pa_id, 0, offer(None), true).await?;
        positions
            .justify(access, at(0), false, Some("ein Hinweis"))
            .await?;
        let stored = house.applications.find(pa_id).await?;
        let count = entries(&house, pa_id).await?.len();
        for _ in 0..3 {
            positions.prefer(access, at(0), offer.id).await?;
            positions
                .justify(access, at(0), false, Some(" ein Hinweis "))
                .await?;
            let empty = Value::Object(Object::new());
            let any = ExpectedState::Any;
            house
                .applications
                .change(client(), access, any, empty)
                .await?;
        }
        let refused = house.applications.change(
            client(),
            access,
            ExpectedState::OneOf(Vec::new()),
            patch("Neu"),
        );
        assert!(refused.await.is_err());
        assert_eq!(entries(&house, pa_id).await?.len(), count);
        let after = house.applications.find(pa_id).await?;
        assert_eq!(after.updated_at, stored.updated_at);
        assert_eq!(after.activity_at, stored.activity_at);
        Ok(())
    })
}

#[test]
fn a_change_that_fails_leaves_no_entry_and_an_entry_that_fails_no_change() -> TestResult {
    run(async {
        let house = House::new();
        let before = house.uploaded().await?;
        let pa_id = before.pa_id;
        let change = |name| {
            let any = ExpectedState::Any;
            house
                .applications
                .change(client(), by_master(pa_id), any, patch(name))
        };
        // It is read and merged, then written.
        for step in [1, 2] {
            house.store.fail_at(step, FailurePoint::Before);
            assert!(change("Neu").await.is_err());
        }
        assert_eq!(entries(&house, pa_id).await?.len(), 1);
        assert_eq!(house.applications.find(pa_id).await?, before);
        // Kept, though the caller was told otherwise.
        house.store.fail_at(2, FailurePoint::After);
        assert!(change("Neu").await.is_err());
        let entries = entries(&house, pa_id).await?;
        assert_eq!(
            (entries.len(), said(&entries[1])),
            (2, "master data_changed name".into())
        );
        Ok(())
    })
}

#[test]
fn thirty_two_changes_at_once_make_one_chain() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let names: Vec<_> = (0..32).map(|number| format!("Fest {number}")).collect();
        let changes = names.iter().map(|name| {
            let (any, access) = (ExpectedState::Any, by_holder(pa_id));
            house
                .applications
                .change(client(), access, any, patch(name))
        });
        for outcome in futures::future::join_all(changes).await {
            outcome?;
        }
        let entries = entries(&house, pa_id).await?;
        let numbers: Vec<_> = entries.iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, (1..=33).collect::<Vec<_>>());
        assert_eq!(faults_in(pa_id, &entries), []);
        // Each begins where the one before it ended.
        for pair in entries.windows(2).skip(1) {
            let [one, next] = [0, 1].map(|index| &pair[index].content.changes[0]);
            assert_eq!(one.after, next.before);
        }
        Ok(())
    })
}

#[test]
fn verification_names_entries_that_do_not_follow_their_predecessor() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let now = house.applications.find(pa_id).await?.activity_at;
        let first = entries(&house, pa_id).await?.remove(0);
        let content = EntryContent {
            at: now,
            ..first.content.clone()
        };
        let forged = ChainEnd::default().next(pa_id, content.clone());
        let mut second = forged.end().next(pa_id, content.clone());
        second.hash = [7; 32];
        let fourth = second
            .end()
            .next(pa_id, content.clone())
            .end()
            .next(pa_id, content);
        let add = house.rows.write(move |rows| {
            rows.lock(pa_id)?;
            rows.add_history_entry(pa_id, &second)?;
            rows.add_history_entry(pa_id, &fourth)
        });
        add.await.map_err(|error: ports::StoreError| error)?;
        let listener = Arc::new(Listener::default());
        let clock = Arc::new(FixedClock::default());
        Verification::new(storage(&house), clock, listener.clone())
            .run()
            .await?;
        let faults = listener.faults.lock().unwrap().clone();
        let expected = [
            StorageFault::HistoryEntryChanged { pa_id, number: 2 },
            StorageFault::HistoryEntryMissing { pa_id, number: 3 },
        ];
        assert_eq!(faults, expected);
        Ok(())
    })
}

#[test]
fn verification_names_entries_that_are_missing_at_the_end_of_a_history() -> TestResult {
    run(async {
        let house = House::new();
        let (cut, wiped) = (house.uploaded().await?.pa_id, house.uploaded().await?.pa_id);
        let change = house.rows.write(move |rows| {
            rows.lock(cut)?;
            let end = ChainEnd {
                number: 3,
                ..rows.find_history_end(cut)?
            };
            rows.add_history(cut, &[], &end)?;
            wipe_history(rows, wiped)
        });
        change.await.map_err(|error: ports::StoreError| error)?;
        let expected = [(cut, 2), (wiped, 1)]
            .map(|(pa_id, number)| StorageFault::HistoryEntryMissing { pa_id, number });
        let listener = Arc::new(Listener::default());
        let clock = Arc::new(FixedClock::default());
        Verification::new(storage(&house), clock, listener.clone())
            .run()
            .await?;
        let mut faults = listener.faults.lock().unwrap().clone();
        faults.sort_by_key(ToString::to_string);
        assert_eq!(faults, expected);
        // What is written afterwards does not hide it.
        let any = ExpectedState::Any;
        let change = house
            .applications
            .change(client(), by_master(wiped), any, patch("Neu"));
        change.await?;
        let written = entries(&house, wiped).await?;
        assert_eq!(
            written.iter().map(|entry| entry.number).collect::<Vec<_>>(),
            [2]
        );
        Ok(())
    })
}

/// As somebody does who has the database in their hands.
fn wipe_history(rows: &mut dyn Transaction, pa_id: PaId) -> Result<(), ports::StoreError> {
    let (end, key) = (rows.find_history_end(pa_id)?, rows.find_key_of(pa_id)?);
    let application = rows.find_application(pa_id)?;
    rows.lock(pa_id)?;
    rows.remove_application(pa_id)?;
    let (Some(application), Some(key)) = (application, key) else {
        return Err(ports::StoreError::Failed("not there".into()));
    };
    rows.add_application(&application, &key)?;
    rows.add_history(pa_id, &[], &end)
}

#[test]
fn the_history_of_what_is_not_there_is_not_found() -> TestResult {
    run(async {
        let house = House::new();
        let absent = house
            .applications
            .history(first_entries(id("26-0009"), 9))
            .await;
        assert!(matches!(absent, Err(ApplicationError::NotFound)));
        let pa_id = house.uploaded().await?.pa_id;
        house.erase(pa_id).await?;
        let removed = house.applications.history(first_entries(pa_id, 9)).await;
        assert!(matches!(removed, Err(ApplicationError::NotFound)));
        Ok(())
    })
}
