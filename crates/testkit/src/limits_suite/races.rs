//! Many requests at once.

use std::sync::Arc;

use futures::future::join_all;

use super::{LimiterUnderTest, hourly};
use crate::TestResult;

const PARALLEL: usize = 40;

/// From several threads.
pub async fn of_requests_at_once_exactly_the_limit_is_allowed(
    subject: LimiterUnderTest,
) -> TestResult {
    let cell = hourly(11, 1)?;
    let takes = (0..PARALLEL).map(|_| {
        let limiter = Arc::clone(&subject.limiter);
        tokio::spawn(async move { limiter.take(&cell).await })
    });
    let mut allowed = 0;
    for taken in join_all(takes).await {
        allowed += usize::from(taken??.retry_after.is_none());
    }
    assert_eq!(allowed, 11);
    Ok(())
}

/// No change is lost.
pub async fn what_is_given_back_at_once_is_there_again(subject: LimiterUnderTest) -> TestResult {
    let cell = hourly(100, 1)?;
    let pairs = (0..PARALLEL).map(|_| {
        let limiter = Arc::clone(&subject.limiter);
        tokio::spawn(async move {
            limiter.take(&cell).await?;
            limiter.give_back(&cell).await
        })
    });
    for pair in join_all(pairs).await {
        pair??;
    }
    assert_eq!(subject.take(&cell).await?, Some(99));
    Ok(())
}
