//! Answers that are kept for a retry come along with every copy.

use std::sync::Arc;
use std::time::Duration;

use domain::IdempotencyKey;
use testkit::{TestResult, run};
use usecases::{Retry, RetryPepper, Transfer, TransferPorts};

use crate::house::{House, UPLOADED};
use crate::storing::{Listener, empty_house, storage};

/// The first of them is still in the target when the second comes over.
#[test]
fn two_answers_of_one_scope_a_day_apart_come_over_one_after_the_other() -> TestResult {
    run(async {
        let (house, target) = (House::new(), empty_house());
        let listener = Arc::new(Listener::default());
        let copying = Transfer::new(TransferPorts {
            from: storage(&house),
            live: house.store.clone(),
            to: storage(&target),
            clock: house.clock.clone(),
            watcher: listener.clone(),
        });
        let day = Duration::from_secs(24 * 60 * 60);
        for number in 1..=2 {
            let key = IdempotencyKey::parse("a-key-of-one-request").ok_or("no key")?;
            let retry = Retry::new(RetryPepper::NONE, "/upload", None, key);
            let form = house.form(UPLOADED);
            let made = house.applications.upload(form, Some(retry)).await?;
            assert_eq!(made.report.pa_id.number(), number);
            assert_eq!(copying.run().await?.copied, 1);
            assert_eq!((copying.compare().await?, listener.heard()), (0, vec![]));
            house.clock.advance(day);
        }
        Ok(())
    })
}
