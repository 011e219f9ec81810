//! One request after the other.

use domain::client_network::ClientNetwork;
use domain::rate_limit_subject::RateLimitSubject;
use ports::QuotaCell;

use super::{LimiterUnderTest, SECOND, cell, hourly};
use crate::TestResult;

/// A limit of seven allows seven requests.
pub async fn the_whole_limit_is_allowed_and_no_more(subject: LimiterUnderTest) -> TestResult {
    let cell = hourly(7, 1)?;
    for left in (0..7).rev() {
        assert_eq!(subject.take(&cell).await?, Some(left));
    }
    assert_eq!(subject.take(&cell).await?, None);
    Ok(())
}

/// With a limit of three, one request is allowed again after a third of the window.
pub async fn what_was_used_comes_back_share_by_share(subject: LimiterUnderTest) -> TestResult {
    let cell = hourly(3, 1)?;
    for _ in 0..3 {
        subject.take(&cell).await?;
    }
    subject.clock.advance(1200 * SECOND - 1);
    assert_eq!(subject.take(&cell).await?, None);
    subject.clock.advance(1);
    assert_eq!(subject.take(&cell).await?, Some(0));
    assert_eq!(subject.take(&cell).await?, None);
    subject.clock.advance(3600 * SECOND);
    assert_eq!(subject.take(&cell).await?, Some(2));
    Ok(())
}

/// However often it is refused, the subject waits no longer.
pub async fn a_refused_request_is_not_counted(subject: LimiterUnderTest) -> TestResult {
    let cell = hourly(1, 1)?;
    subject.take(&cell).await?;
    for _ in 0..10 {
        assert_eq!(subject.take(&cell).await?, None);
    }
    subject.clock.advance(3600 * SECOND);
    assert_eq!(subject.take(&cell).await?, Some(0));
    Ok(())
}

/// At that time it is allowed. The last request that was allowed has no such time.
pub async fn a_refusal_tells_when_to_come_back(subject: LimiterUnderTest) -> TestResult {
    let cell = hourly(2, 1)?;
    subject.take(&cell).await?;
    subject.clock.advance(10 * SECOND);
    let last = subject.limiter.take(&cell).await?;
    assert_eq!((last.limit, last.remaining), (2, 0));
    assert_eq!((last.full_after, last.retry_after), (3590 * SECOND, None));
    subject.clock.advance(10 * SECOND);
    let refused = subject.limiter.take(&cell).await?;
    assert_eq!((refused.limit, refused.remaining), (2, 0));
    assert_eq!(
        (refused.full_after, refused.retry_after),
        (3580 * SECOND, Some(1780 * SECOND))
    );
    subject.clock.advance(1780 * SECOND);
    assert_eq!(subject.take(&cell).await?, Some(0));
    Ok(())
}

/// What was given back once can be taken once.
pub async fn what_was_given_back_can_be_taken_again(subject: LimiterUnderTest) -> TestResult {
    let cell = hourly(2, 1)?;
    subject.take(&cell).await?;
    subject.take(&cell).await?;
    subject.limiter.give_back(&cell).await?;
    assert_eq!(subject.take(&cell).await?, Some(0));
    assert_eq!(subject.take(&cell).await?, None);
    Ok(())
}

/// Neither in a new cell nor in one that is full again.
pub async fn giving_back_never_makes_more_than_the_limit(subject: LimiterUnderTest) -> TestResult {
    let cell = hourly(2, 1)?;
    subject.limiter.give_back(&cell).await?;
    assert_eq!(subject.take(&cell).await?, Some(1));
    for _ in 0..3 {
        subject.limiter.give_back(&cell).await?;
    }
    assert_eq!(subject.take(&cell).await?, Some(1));
    Ok(())
}

/// Applications: neither taking nor giving back changes what another has.
pub async fn parties_do_not_affect_each_other(subject: LimiterUnderTest) -> TestResult {
    let (one, other) = (hourly(1, 1)?, hourly(1, 2)?);
    assert_eq!(subject.take(&one).await?, Some(0));
    assert_eq!(subject.take(&one).await?, None);
    assert_eq!(subject.take(&other).await?, Some(0));
    subject.limiter.give_back(&other).await?;
    assert_eq!(subject.take(&one).await?, None);
    Ok(())
}

/// Applications and addresses, each counted for itself.
pub async fn every_kind_of_subject_is_counted(limiter: LimiterUnderTest) -> TestResult {
    let application = hourly(1, 1)?;
    let mut subjects = vec![application.subject];
    for address in [
        "203.0.113.9",
        "203.0.113.10",
        "2001:db8::1",
        "2001:db8:0:1::1",
    ] {
        let network = ClientNetwork::of(address.parse()?);
        subjects.extend([
            RateLimitSubject::Client(network),
            RateLimitSubject::Master(network),
            RateLimitSubject::Uploads(network),
        ]);
    }
    for address in ["2001:db8::1", "2001:db8:1::1"] {
        let site = ClientNetwork::of(address.parse()?).site();
        subjects.push(RateLimitSubject::UploadsOfSite(site));
    }
    for expected in [Some(0), None] {
        for &subject in &subjects {
            let cell = QuotaCell {
                subject,
                quota: application.quota,
            };
            assert_eq!(limiter.take(&cell).await?, expected, "{subject}");
        }
    }
    Ok(())
}

/// What was counted under another limit counts on.
pub async fn a_changed_limit_holds_at_once(subject: LimiterUnderTest) -> TestResult {
    for _ in 0..10 {
        subject.take(&hourly(10, 1)?).await?;
    }
    // After a restart with another configuration the count is still there.
    assert_eq!(subject.take(&hourly(5, 1)?).await?, None);
    subject.clock.advance(1800 * SECOND);
    assert_eq!(subject.take(&hourly(20, 1)?).await?, Some(9));
    Ok(())
}

/// Who has used up what a long window allowed waits no longer than the window that is configured
/// now, however often he is refused meanwhile.
pub async fn nobody_waits_longer_than_the_window(subject: LimiterUnderTest) -> TestResult {
    let (daily, hourly) = (cell(1, 24 * 3600, 1)?, hourly(1, 1)?);
    assert_eq!(subject.take(&daily).await?, Some(0));
    let refused = subject.limiter.take(&hourly).await?;
    assert_eq!(refused.retry_after, Some(3600 * SECOND));
    subject.clock.advance(1800 * SECOND);
    let refused = subject.limiter.take(&hourly).await?;
    assert_eq!(refused.retry_after, Some(1800 * SECOND));
    subject.clock.advance(1800 * SECOND);
    assert_eq!(subject.take(&hourly).await?, Some(0));
    Ok(())
}
