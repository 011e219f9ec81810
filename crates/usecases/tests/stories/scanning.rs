//! Files wait for the scanner, and no client's files keep another's from their turn.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::attachment::AttachmentLimits;
use domain::client_network::ClientNetwork;
use futures::{StreamExt as _, stream};
use ports::{ByteStream, ScanError, ScanVerdict, Scanner};
use testkit::{FixedClock, TestResult, run};
use usecases::{AttachmentError, NewFile, SharedScanner};

use crate::attaching::{attachments, named, nothing_is_loose, pieces};
use crate::fakes::StuckScanner;
use crate::house::House;
use crate::made::AddFile as _;

#[test]
fn whoever_waits_with_many_files_for_the_scanner_keeps_nobody_from_its_turn() -> TestResult {
    run(async {
        let mut house = House::new();
        let scanner = SharedScanner::new(Arc::new(StuckScanner), 1);
        let turns = scanner.turns().clone();
        house.ports.storing.scanner = Some(scanner);
        let pa_id = house.uploaded().await?.pa_id;
        let attachments = attachments(&house, AttachmentLimits::default());
        let greedy = || {
            let attachments = attachments.clone();
            let file = NewFile {
                client: ClientNetwork::of([203, 0, 113, 9].into()),
                ..named(pieces(["stuck"]))
            };
            tokio::spawn(async move { attachments.add_new(pa_id, file).await.is_ok() })
        };
        let first = greedy();
        while turns.load().held == 0 {
            tokio::task::yield_now().await;
        }
        let more: Vec<_> = (0..7).map(|_| greedy()).collect();
        while turns.load().waiting < 7 {
            tokio::task::yield_now().await;
        }
        let other = attachments.add_new(pa_id, named(pieces(["clean"])));
        let first_goes = async {
            while turns.load().waiting < 8 {
                tokio::task::yield_now().await;
            }
            // Whoever does not wait for the answer any more does not keep the scanner either.
            first.abort();
        };
        let (added, ()) = tokio::join!(other, first_goes);
        added?;
        more.iter().for_each(|file| file.abort());
        while turns.load().held + turns.load().waiting > 0 {
            tokio::task::yield_now().await;
        }
        nothing_is_loose_soon(&house, 2).await;
        Ok(())
    })
}

/// Finds nothing, and takes its time by this clock.
struct SlowScanner(Arc<FixedClock>, Duration);

#[async_trait]
impl Scanner for SlowScanner {
    async fn scan(&self, mut bytes: ByteStream) -> Result<ScanVerdict, ScanError> {
        while let Some(piece) = bytes.next().await {
            piece.map_err(ScanError::BytesFailed)?;
        }
        self.0.advance(self.1);
        Ok(ScanVerdict::Clean)
    }

    async fn check(&self) -> Result<(), ScanError> {
        Ok(())
    }
}

#[test]
fn the_scanner_has_as_much_time_for_a_file_that_came_slowly() -> TestResult {
    run(async {
        for (seconds, is_added) in [(120, true), (121, false)] {
            let mut house = House::new();
            let slow = SlowScanner(Arc::clone(&house.clock), Duration::from_secs(seconds));
            let pa_id = house.uploaded().await?.pa_id;
            house.ports.storing.scanner = Some(SharedScanner::new(Arc::new(slow), 1));
            let attachments = attachments(&house, AttachmentLimits::default());
            let clock = Arc::clone(&house.clock);
            let late = stream::once(async move {
                clock.advance(Duration::from_secs(50));
                Ok(Bytes::from_static(b"late"))
            });
            let added = attachments.add_new(pa_id, named(late.boxed())).await;
            assert_eq!(added.is_ok(), is_added, "{seconds}");
            let refused = added.err();
            assert!(matches!(refused, None | Some(AttachmentError::TookTooLong)));
            nothing_is_loose(&house, 1 + usize::from(is_added)).await?;
        }
        Ok(())
    })
}

/// What was given up is erased by whoever began it, a moment later.
async fn nothing_is_loose_soon(house: &House, stored: usize) {
    while (house.blob_count().await, house.loose_count().await) != (stored, 0) {
        tokio::task::yield_now().await;
    }
}
