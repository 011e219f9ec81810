//! Any run of requests, compared with the plain model.

use std::sync::Arc;

use ports::{QuotaCell, RequestLimiter as _};

use super::{LimiterUnderTest, SECOND, cell};
use crate::seeded_numbers::SeededNumbers;
use crate::{PlainLimiter, TestResult};

const RUNS: u64 = 40;
const STEPS: usize = 60;

/// Taking, giving back and waiting in any order.
pub async fn any_run_of_requests_is_counted_as_the_plain_model_does(
    subject: LimiterUnderTest,
) -> TestResult {
    let model = PlainLimiter::new(Arc::clone(&subject.clock));
    for seed in 1..=RUNS {
        let mut numbers = SeededNumbers(seed);
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
        // The next run has the same clock, but subjects of its own.
        subject.clock.advance(SECOND);
    }
    Ok(())
}

/// Two subjects with quotas of any size.
fn cells(numbers: &mut SeededNumbers, run: u64) -> TestResult<[QuotaCell; 2]> {
    let mut next = |place: u64| {
        let limit = u32::try_from(1 + numbers.below(12))?;
        let window_seconds = u32::try_from(3600 + numbers.below(100_000))?;
        cell(limit, window_seconds, u16::try_from(2 * run + place)?)
    };
    Ok([next(0)?, next(1)?])
}
