//! Files wait for the scanner, and no client's files keep another's from their turn.

use std::sync::Arc;

use domain::attachment::AttachmentLimits;
use domain::client_network::ClientNetwork;
use testkit::{TestResult, run};
use usecases::{NewFile, SharedScanner};

use crate::attaching::{attachments, named, pieces};
use crate::fakes::StuckScanner;
use crate::house::House;
use crate::made::AddFile as _;

#[test]
fn whoever_waits_with_many_files_for_the_scanner_keeps_nobody_from_its_turn() -> TestResult {
    run(async {
        let mut house = House::new();
        let scanner = SharedScanner::new(Arc::new(StuckScanner), 1);
        let turns = scanner.turns().clone();
        house.ports.scanner = Some(scanner);
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

/// What was given up is erased by whoever began it, a moment later.
async fn nothing_is_loose_soon(house: &House, stored: usize) {
    while (house.blob_count().await, house.loose_count().await) != (stored, 0) {
        tokio::task::yield_now().await;
    }
}
