//! Counting requests.

use async_trait::async_trait;
use domain::quota::{Allowance, Quota};
use domain::rate_limit_subject::RateLimitSubject;

use crate::BoxError;

/// What is counted: a subject within an allowance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotaCell {
    /// Whose requests.
    pub subject: RateLimitSubject,
    /// How many they may be.
    pub quota: Quota,
}

/// Counts requests by the rule of [`Quota`].
///
/// Guarantees: of any number of requests at once exactly as many are allowed as the quota has left.
/// A request that is refused is not counted. Subjects do not affect each other. What a subject
/// used is kept no longer than until its full limit is there again; where there is no room for all,
/// those that are nearest to it are forgotten first. A call answers or fails within a moment: it
/// never waits for a count that cannot be reached.
#[async_trait]
pub trait RequestLimiter: Send + Sync {
    /// Counts a request, if it is allowed: what is left then, or when to come back.
    async fn take(&self, cell: &QuotaCell) -> Result<Allowance, LimiterError>;

    /// Takes back the count of a request that was allowed. A cell that is forgotten stays so.
    async fn give_back(&self, cell: &QuotaCell) -> Result<(), LimiterError>;
}

/// What went wrong with counting.
#[derive(Debug, thiserror::Error)]
pub enum LimiterError {
    /// The count cannot be reached, or did not answer in time.
    #[error("the count of requests is unavailable")]
    Unavailable(#[source] BoxError),
}
