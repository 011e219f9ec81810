//! Rows put aside piece by piece: histories that are larger than a piece, and those of which
//! something is missing.

use std::sync::Arc;

use domain::PaId;
use domain::access::Caller;
use domain::history::{Action, ChainEnd, EntryContent, HistoryChange};
use forms::Value;
use ports::{StoreError, Transaction};
use testkit::{TestResult, run};
use usecases::{ProgressStep, Snapshot};

use crate::house::House;
use crate::storing::{Listener, empty_house};

/// Adds so many entries, the largest of which are larger than a piece.
fn add_entries(rows: &mut dyn Transaction, pa_id: PaId, count: usize) -> Result<(), StoreError> {
    rows.lock(pa_id)?;
    for number in 0..count {
        let end = rows.find_history_end(pa_id)?;
        let size = if number % 50 == 7 { 300_000 } else { 9_000 };
        let text = Value::text("x".repeat(size));
        let content = EntryContent {
            at: domain::Timestamp::from_microseconds(7).unwrap(),
            by: Caller::Master.into(),
            action: Action::DataChanged,
            changes: vec![HistoryChange::new("name", Value::Null, text)],
        };
        rows.add_history_entry(pa_id, &end.next(pa_id, content))?;
    }
    Ok(())
}

#[test]
fn take_puts_every_entry_aside_however_large_a_history_is() -> TestResult {
    run(async {
        let (house, target) = (House::new(), empty_house());
        // More applications than are put aside at once; the third has more pieces than that.
        let mut applications = Vec::new();
        for _ in 0..70 {
            applications.push(house.uploaded().await?.pa_id);
        }
        let (large, cut) = (applications[2], applications[5]);
        let fill = house.rows.write::<_, StoreError>(move |rows| {
            add_entries(rows, large, 2_500)?;
            rows.lock(cut)?;
            let end = ChainEnd {
                number: 9,
                ..rows.find_history_end(cut)?
            };
            rows.add_history(cut, &[], &end)
        });
        fill.await?;
        let (listener, now) = (
            Arc::new(Listener::default()),
            house.ports.storing.clock.now(),
        );
        Snapshot::take(&house.rows, &target.rows, now, listener.as_ref()).await?;
        assert_eq!(listener.heard(), []);
        let steps = listener.steps.lock().unwrap().clone();
        assert_eq!(steps, [(ProgressStep::TakeRows, 70, 70)]);
        for pa_id in applications {
            let read = move |rows: &mut dyn Transaction| {
                let application = rows.find_application(pa_id)?;
                let history = rows.list_history(pa_id, usize::MAX, 0)?;
                Ok::<_, StoreError>((application, history, rows.find_history_end(pa_id)?))
            };
            let source = house.rows.read(read).await?;
            assert_eq!(target.rows.read(read).await?, source, "{pa_id}");
        }
        Ok(())
    })
}

#[test]
fn take_fails_where_the_target_does_and_nobody_waits() -> TestResult {
    run(async {
        let (house, target) = (House::new(), empty_house());
        let pa_id = house.uploaded().await?.pa_id;
        let fill = house
            .rows
            .write::<_, StoreError>(move |rows| add_entries(rows, pa_id, 2_500));
        fill.await?;
        // The number is taken there already.
        target.uploaded().await?;
        let (listener, now) = (
            Arc::new(Listener::default()),
            house.ports.storing.clock.now(),
        );
        let taken = Snapshot::take(&house.rows, &target.rows, now, listener.as_ref()).await;
        assert!(taken.is_err());
        Ok(())
    })
}
