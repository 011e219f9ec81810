//! Any run of requests, compared with the plain model.

use std::sync::Arc;

use ports::{QuotaCell, RequestLimiter as _};

use super::{LimiterUnderTest, SECOND, cell};
use crate::{Checked, Fallible, PlainLimiter};

const RUNS: u64 = 40;
const STEPS: usize = 60;

/// Taking, giving back and waiting in any order.
pub async fn any_run_of_requests_is_counted_as_the_plain_model_does(
    subject: LimiterUnderTest,
) -> Checked {
    let model = PlainLimiter::new(Arc::clone(&subject.clock));
    for seed in 1..=RUNS {
        let mut numbers = Numbers(seed);
        let cells = cells(&mut numbers, seed)?;
        for step in 0..STEPS {
            let cell = cells[numbers.below(2) as usize];
            match numbers.below(8) {
                0 => {
                    subject.limiter.give_back(&cell).await?;
                    model.give_back(&cell).await?;
                }
                1 => subject.clock.advance(numbers.below(2 * cell.quota.share())),
                2 => subject.clock.advance(numbers.below(cell.quota.span())),
                _ => {
                    let (counted, expected) =
                        (subject.limiter.take(&cell).await?, model.take(&cell).await?);
                    assert_eq!(counted, expected, "seed {seed}, step {step}");
                }
            }
        }
        // The next run has the same clock, but parties of its own.
        subject.clock.advance(SECOND);
    }
    Ok(())
}

/// Two parties with quotas of any size.
fn cells(numbers: &mut Numbers, run: u64) -> Fallible<[QuotaCell; 2]> {
    let mut next = |place: u64| {
        let limit = u32::try_from(1 + numbers.below(12))?;
        let window_seconds = u32::try_from(3600 + numbers.below(100_000))?;
        cell(limit, window_seconds, u16::try_from(2 * run + place)?)
    };
    Ok([next(0)?, next(1)?])
}

/// Numbers without a pattern, the same in every run of the tests (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }
}
