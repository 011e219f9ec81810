//! A clock that jumps ahead and back, by hours and by years: whatever it says, numbers are given
//! once, answers and bytes that are acknowledged stay, and histories hold together.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::{IdempotencyKey, PaId, Timestamp};
use forms::Value;
use forms::value::Object;
use futures::{StreamExt as _, stream};
use ports::{AccessMode, ByteStream, Clock as _, Store, StoreError, Work};
use testkit::{FailingStore, FailurePoint, FixedClock, TestResult, run};
use usecases::{AttachmentError, ExpectedState, Retry, RetryPepper, Sweeper};

use crate::attaching::{attachments, named, nothing_is_forgotten, pieces, with_application};
use crate::house::{House, client, first_entries};
use crate::made::AddFile as _;
use crate::made::{by_holder, by_master};
use crate::storing::is_sound;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const YEAR: i64 = 365 * DAY;

/// So far from the first of February 2026, in seconds.
fn at(seconds: i64) -> Timestamp {
    let start = FixedClock::default().now().microseconds();
    Timestamp::from_microseconds(start + seconds * 1_000_000).unwrap()
}

/// Each work waits for a second until it is its turn.
struct SlowStore(Arc<dyn Store>, Arc<FixedClock>);

#[async_trait]
impl Store for SlowStore {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        self.1.advance(Duration::from_secs(1));
        self.0.run(access, work).await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.0.check().await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        self.0.free_bytes().await
    }
}

/// Else what waits longer would be older than what was written before it.
#[test]
fn a_change_is_as_old_as_its_turn_to_be_written() -> TestResult {
    run(async {
        let (mut house, pa_id) = with_application().await?;
        let slow = SlowStore(house.rows.clone(), house.clock.clone());
        house.ports.storing.store = Arc::new(slow);
        let files = attachments(&house, Default::default());
        let file = files.add_new(pa_id, named(pieces(["bytes"]))).await?;
        // Before the row, its bytes are listed; behind it, that is looked at once more.
        assert_eq!(file.created_at, at(2));
        files.remove(by_holder(pa_id), file.id).await?;
        let entries = house.applications.history(first_entries(pa_id, 9)).await?;
        let times = entries.entries.iter().map(|entry| entry.content.at);
        let since = times.map(|time| time.microseconds() - at(0).microseconds());
        let seconds: Vec<_> = since.map(|since| since / 1_000_000).collect();
        assert_eq!(seconds, [0, 2, 4]);
        Ok(())
    })
}

#[test]
fn numbers_are_given_once_whichever_way_the_clock_jumps() -> TestResult {
    run(async {
        let house = House::new();
        let mut given = Vec::new();
        for seconds in [0, -2 * YEAR, DAY, YEAR, -YEAR, 0, 60 * YEAR, -2 * YEAR, 0] {
            house.clock.set(at(seconds));
            let uploaded = house.upload("%PDF\nname=Fest").await?;
            given.push(uploaded.pa_id.to_string());
        }
        let expected = [
            "26-0001", "24-0001", "26-0002", "27-0001", "25-0001", "26-0003", "86-0001", "24-0002",
            "26-0004",
        ];
        assert_eq!(given, expected);
        house.clock.set(at(0));
        is_sound(&house).await
    })
}

#[test]
fn an_answer_is_repeated_wherever_the_clock_jumps_within_its_day() -> TestResult {
    run(async {
        let house = House::new();
        let upload = async |key: &str| {
            let key = IdempotencyKey::parse(key).unwrap();
            let retry = Retry::new(RetryPepper::NONE, "/upload", None, key);
            let form = house.form("%PDF\nname=Fest");
            house.applications.upload(form, Some(retry)).await
        };
        // The clock is right, ahead and behind when the answer is kept.
        for (kept_at, key) in [
            (0, "a-key-made-in-time"),
            (YEAR, "a-key-made-a-year-ahead"),
            (-YEAR, "a-key-made-a-year-behind"),
        ] {
            house.clock.set(at(kept_at));
            assert!(!upload(key).await?.is_repeated);
            for seconds in [-2 * YEAR, -HOUR, 0, DAY - 1] {
                house.clock.set(at(kept_at + seconds));
                house.sweeper.forget_answers(house.clock.now()).await?;
                assert!(upload(key).await?.is_repeated, "{kept_at} {seconds}");
            }
        }
        Ok(())
    })
}

/// Sends a piece, lets the clock jump ahead for a sweep and back, and sends another. The sweep may
/// be cut in its third transaction: it looks, claims and forgets.
fn interrupted(house: &House, ahead: i64, back: i64, is_cut: bool) -> ByteStream {
    let clock = Arc::clone(&house.clock);
    let store = Arc::new(FailingStore::over(Arc::clone(&house.rows)));
    if is_cut {
        store.fail_at(3, FailurePoint::Before);
    }
    let sweeper = Sweeper::new(store, house.ports.storing.blobs.clone());
    let first = stream::iter([Ok(Bytes::from_static(b"first"))]);
    let second = stream::once(async move {
        clock.set(at(ahead));
        let swept = sweeper.sweep(at(ahead - HOUR)).await;
        assert_eq!(swept.is_err(), is_cut);
        clock.set(at(back));
        Ok(Bytes::from_static(b"second"))
    });
    first.chain(second).boxed()
}

#[test]
fn bytes_are_acknowledged_only_if_no_sweep_of_a_wrong_time_has_taken_them() -> TestResult {
    run(async {
        for (ahead, back) in [(2 * HOUR, 0), (2 * HOUR, 2 * HOUR), (YEAR, -YEAR)] {
            let (house, pa_id) = with_application().await?;
            let files = attachments(&house, Default::default());
            let refused = files
                .add_new(pa_id, named(interrupted(&house, ahead, back, false)))
                .await;
            assert!(
                matches!(refused, Err(AttachmentError::TookTooLong)),
                "{ahead} {back}"
            );
            nothing_is_forgotten(&house, 1).await?;
        }
        // The sweep that is cut between the bytes and their row leaves nothing to acknowledge.
        let (house, pa_id) = with_application().await?;
        let files = attachments(&house, Default::default());
        let pieces = interrupted(&house, 2 * HOUR, 0, true);
        let refused = files.add_new(pa_id, named(pieces)).await;
        assert!(matches!(refused, Err(AttachmentError::TookTooLong)));
        nothing_is_forgotten(&house, 1).await?;
        // A clock that only went back takes nothing: too little is swept, never too much.
        let (house, pa_id) = with_application().await?;
        let files = attachments(&house, Default::default());
        files
            .add_new(pa_id, named(interrupted(&house, -YEAR, -YEAR, false)))
            .await?;
        nothing_is_forgotten(&house, 2).await
    })
}

#[test]
fn a_sweep_takes_up_what_it_left_when_the_clock_is_right_again() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        house.clock.set(at(-YEAR));
        let files = attachments(&house, Default::default());
        let file = files.add_new(
            pa_id,
            named(stream::iter([Ok(Bytes::from_static(b"x"))]).boxed()),
        );
        let file = file.await?.id;
        house.clock.set(at(YEAR));
        // Its bytes cannot be removed at once, so they are left to the sweeper.
        house.blobs.fail_at(1, FailurePoint::Before);
        files.remove(by_master(pa_id), file).await?;
        house.clock.set(at(0));
        let grace = |now: i64| at(now - HOUR);
        assert_eq!(
            house.sweeper.sweep(grace(DAY)).await?.removed,
            0,
            "loose since next year"
        );
        assert_eq!(
            house.sweeper.sweep(grace(YEAR + HOUR + 1)).await?.removed,
            1
        );
        nothing_is_forgotten(&house, 1).await
    })
}

#[test]
fn a_history_keeps_its_order_and_each_time_as_the_clock_said() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let jumps = [YEAR, -YEAR, 0, HOUR, -HOUR];
        for (number, seconds) in jumps.into_iter().enumerate() {
            house.clock.set(at(seconds));
            rename(&house, pa_id, &format!("Fest {number}")).await?;
        }
        let history = house
            .applications
            .history(first_entries(pa_id, 200))
            .await?
            .entries;
        let told: Vec<_> = history.iter().map(|entry| entry.content.at).collect();
        let expected: Vec<_> = [0].into_iter().chain(jumps).map(at).collect();
        assert_eq!(told, expected);
        is_sound(&house).await
    })
}

async fn rename(house: &House, pa_id: PaId, name: &str) -> TestResult {
    let name = Object::from_iter([("name".to_owned(), Value::text(name))]);
    let (applications, any) = (&house.applications, ExpectedState::Any);
    applications
        .change(client(), by_holder(pa_id), any, Value::Object(name))
        .await?;
    Ok(())
}
