//! What a sweep leaves to the next one.

use domain::BlobKey;
use ports::StoreError;
use testkit::{FailurePoint, TestResult, run};

use crate::house::{House, end_of_time};

/// Well over what a sweep skips before it gives up.
const LOOSE: u16 = 1_300;

#[test]
fn a_sweep_gives_up_where_almost_nothing_can_be_removed_and_the_next_takes_it_up() -> TestResult {
    run(async {
        let house = House::new();
        let since = house.ports.storing.clock.now();
        let listed = house.rows.write::<_, StoreError>(move |rows| {
            for number in 0..LOOSE {
                let mut random = [0; 16];
                random[..2].copy_from_slice(&number.to_be_bytes());
                rows.add_loose_blob(&BlobKey::from_entropy(random), since)?;
            }
            Ok(())
        });
        listed.await?;
        for operation in 1..=usize::from(LOOSE) {
            house.blobs.fail_at(operation, FailurePoint::Before);
        }
        let given_up = house.sweeper.sweep(end_of_time()).await?;
        assert_eq!(given_up.removed, 0);
        assert!((1_000..1_200).contains(&given_up.failed), "{given_up:?}");
        // Of those that are told to fail so many are left: few enough for it to reach the others.
        let left = usize::from(LOOSE) - given_up.failed;
        let next = house.sweeper.sweep(end_of_time()).await?;
        assert_eq!((next.removed, next.failed), (given_up.failed, left));
        Ok(())
    })
}
