//! The conformance suite of request limiters: one function for each check, given a fresh limiter
//! with a clock that the check moves.
//!
//! To add a check: write it in the module of its subject and add its name to
//! [`limits_checks`](crate::limits_checks). The clock of the machine may run on meanwhile, so
//! windows are an hour and longer.

mod counting;
mod model;
mod races;

use std::sync::Arc;

use domain::PaId;
use domain::quota::{Allowance, Quota};
use domain::rate_limit_subject::RateLimitSubject;
use ports::{QuotaCell, RequestLimiter};

use crate::{SteppedClock, TestResult};

pub use counting::*;
pub use model::*;
pub use races::*;

pub struct LimiterUnderTest {
    pub limiter: Arc<dyn RequestLimiter>,
    pub clock: Arc<SteppedClock>,
}

impl LimiterUnderTest {
    /// Takes one request. Answers what remains, or `None` if it was refused.
    async fn take(&self, cell: &QuotaCell) -> TestResult<Option<u32>> {
        let allowance = self.limiter.take(cell).await?;
        Ok(remaining(&allowance))
    }
}

/// What remains, or `None` if it was refused.
fn remaining(allowance: &Allowance) -> Option<u32> {
    allowance
        .retry_after
        .is_none()
        .then_some(allowance.remaining)
}

/// A second in microseconds.
const SECOND: u64 = 1_000_000;

/// A quota of so many requests an hour for the application of this number.
fn hourly(limit: u32, number: u16) -> TestResult<QuotaCell> {
    cell(limit, 3600, number)
}

fn cell(limit: u32, window_seconds: u32, number: u16) -> TestResult<QuotaCell> {
    let pa_id = PaId::new(26, number).ok_or("no such number")?;
    let quota = Quota::new(limit, window_seconds).ok_or("no such quota")?;
    Ok(QuotaCell {
        subject: RateLimitSubject::Application(pa_id),
        quota,
    })
}

#[cfg(test)]
pub(crate) const SOURCES: &[&str] = &[
    include_str!("limits_suite/counting.rs"),
    include_str!("limits_suite/model.rs"),
    include_str!("limits_suite/races.rs"),
];

#[doc(hidden)]
#[macro_export]
macro_rules! limits_checks {
    ([$($callback:tt)+] $suite:ident, $argument:expr) => {
        $($callback)+! {
            $suite, $argument,
            the_whole_limit_is_allowed_and_no_more
            what_was_used_comes_back_share_by_share
            a_refused_request_is_not_counted
            a_refusal_tells_when_to_come_back
            what_was_given_back_can_be_taken_again
            giving_back_never_makes_more_than_the_limit
            parties_do_not_affect_each_other
            every_kind_of_subject_is_counted
            a_changed_limit_holds_at_once
            nobody_waits_longer_than_the_window
            any_run_of_requests_is_counted_as_the_plain_model_does
            of_requests_at_once_exactly_the_limit_is_allowed
            what_is_given_back_at_once_is_there_again
        }
    };
}
