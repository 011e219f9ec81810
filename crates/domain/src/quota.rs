//! How many requests in how much time: the generic cell rate algorithm (ITU-T I.371), which needs
//! one number for each counted subject.
//!
//! A cell holds the moment at which its full allowance is there again. A request moves that moment
//! on by one share of the window; it is refused where that would move it further than one window
//! ahead. Times are microseconds of any clock: exact in the numbers of a script too, which have 53
//! bits. A clock that goes back makes nobody wait longer than a window.

/// An allowance: so many requests in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    limit: u32,
    share: u64,
}

/// What a subject may still do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Requests allowed in a window.
    pub limit: u32,
    /// How many more would be allowed at once.
    pub remaining: u32,
    /// Microseconds until the full limit is there again.
    pub full_after: u64,
    /// Where the request was refused: microseconds until the next one would be allowed.
    pub retry_after: Option<u64>,
}

/// A cell after a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakeOutcome {
    /// The cell's moment: from then on it holds nothing and can be forgotten. Must be kept of a
    /// refused request as well: it may lie nearer than before.
    pub full_at: u64,
    /// Whether the request was allowed, and so counted.
    pub allowed: bool,
}

impl Quota {
    /// What an address has where nothing else is configured: 60 requests a minute.
    pub const PER_ADDRESS: Self = Self {
        limit: 60,
        share: 1_000_000,
    };

    /// What an application, or a master key at one address, has where nothing else is configured:
    /// 30 requests a minute.
    pub const PER_KEY: Self = Self {
        limit: 30,
        share: 2_000_000,
    };

    /// What an address has where nothing else is configured: 200 uploads a day.
    pub const UPLOADS: Self = Self {
        limit: 200,
        share: 432_000_000,
    };

    /// An allowance of at least one request in a window of at least a second; `None` for less, and
    /// for more than a hundred thousand requests a second, where rounding would begin to show.
    pub fn new(limit: u32, window_seconds: u32) -> Option<Self> {
        let fast = u64::from(window_seconds) * 100_000;
        let window = u64::from(window_seconds) * 1_000_000;
        (limit > 0 && u64::from(limit) <= fast).then(|| Self {
            limit,
            share: window / u64::from(limit),
        })
    }

    /// A quota of this many times as many requests; the largest there is, where that is more.
    pub fn times(&self, factor: u32) -> Self {
        Self {
            limit: self.limit.saturating_mul(factor),
            share: (self.share / u64::from(factor.max(1))).max(1),
        }
    }

    /// Requests allowed in a window.
    pub const fn limit(&self) -> u32 {
        self.limit
    }

    /// Microseconds that one request takes of the window.
    pub fn share(&self) -> u64 {
        self.share
    }

    /// Microseconds that all requests of the limit take: the window, rounded so that the limit fits
    /// exactly.
    pub fn span(&self) -> u64 {
        self.share * u64::from(self.limit)
    }

    /// Counts a request, if it is allowed. `full_at` is the cell's moment; 0 for a fresh cell.
    pub fn take(&self, full_at: u64, now: u64) -> TakeOutcome {
        let full_at = full_at.clamp(now, now + self.span());
        let next = full_at + self.share;
        let allowed = next <= now + self.span();
        TakeOutcome {
            full_at: if allowed { next } else { full_at },
            allowed,
        }
    }

    /// Uncounts a request: the cell's moment as if it had not been.
    pub fn give_back(&self, full_at: u64) -> u64 {
        full_at.saturating_sub(self.share)
    }

    /// What a cell allows that is full so many microseconds from now. `allowed` tells what became
    /// of the request.
    pub fn allowance(&self, full_after: u64, allowed: bool) -> Allowance {
        let full_after = full_after.min(self.span());
        let free = self.span() - full_after;
        let remaining = u32::try_from(free / self.share).unwrap_or(self.limit);
        Allowance {
            limit: self.limit,
            remaining,
            full_after,
            retry_after: (!allowed).then(|| self.share.saturating_sub(free)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Quota, TakeOutcome};

    const SECOND: u64 = 1_000_000;

    /// Takes at a moment; what remains, and how long to wait if it was refused.
    fn take(quota: Quota, full_at: &mut u64, now: u64) -> (u32, Option<u64>) {
        let taken = quota.take(*full_at, now);
        *full_at = taken.full_at;
        let allowance = quota.allowance(taken.full_at - now, taken.allowed);
        (allowance.remaining, allowance.retry_after)
    }

    #[test]
    fn a_fresh_cell_allows_the_whole_limit_and_then_one_share_at_a_time() {
        let quota = Quota::new(60, 60).unwrap();
        let mut full_at = 0;
        for remaining in (0..60).rev() {
            assert_eq!(take(quota, &mut full_at, 5 * SECOND), (remaining, None));
        }
        assert_eq!(take(quota, &mut full_at, 5 * SECOND), (0, Some(SECOND)));
        assert_eq!(full_at, 65 * SECOND);
        assert_eq!(take(quota, &mut full_at, 6 * SECOND - 1), (0, Some(1)));
        assert_eq!(take(quota, &mut full_at, 6 * SECOND), (0, None));
        assert_eq!(take(quota, &mut full_at, 66 * SECOND), (59, None));
    }

    #[test]
    fn a_limit_that_does_not_divide_the_window_is_allowed_in_full_and_no_more() {
        for (limit, seconds) in [(7, 60), (1, 1), (90_001, 1), (59_999, 60)] {
            let quota = Quota::new(limit, seconds).unwrap();
            let mut full_at = 0;
            let allowed = (0..=limit).filter(|_| take(quota, &mut full_at, SECOND).1.is_none());
            assert_eq!(allowed.count(), limit as usize);
        }
        assert_eq!(Quota::new(60, 60), Some(Quota::PER_ADDRESS));
        assert_eq!(Quota::new(30, 60), Some(Quota::PER_KEY));
        assert_eq!(Quota::new(200, 86_400), Some(Quota::UPLOADS));
        assert_eq!(Quota::new(0, 60), None);
        assert_eq!(Quota::new(1, 0), None);
        assert_eq!(Quota::new(100_001, 1), None);
    }

    #[test]
    fn times_is_so_many_in_the_same_time() {
        let ten = Quota::UPLOADS.times(10);
        assert_eq!((ten.limit(), ten.span()), (2000, Quota::UPLOADS.span()));
        let most = Quota::new(u32::MAX, 86_400).unwrap().times(10);
        assert_eq!((most.limit(), most.share()), (u32::MAX, 2));
        assert!(most.take(0, SECOND).allowed);
    }

    #[test]
    fn what_was_given_back_was_never_taken() {
        let quota = Quota::new(3, 60).unwrap();
        let mut full_at = 0;
        take(quota, &mut full_at, SECOND);
        let before = full_at;
        take(quota, &mut full_at, 2 * SECOND);
        assert_eq!(quota.give_back(full_at), before);
        assert_eq!(quota.give_back(0), 0);
    }

    #[test]
    fn a_clock_that_goes_back_costs_one_share_at_most() {
        let quota = Quota::new(60, 60).unwrap();
        let late = 10_000 * SECOND;
        assert_eq!(
            quota.take(late, SECOND),
            TakeOutcome {
                full_at: 61 * SECOND,
                allowed: false
            }
        );
        assert!(quota.take(61 * SECOND, 2 * SECOND).allowed);
    }
}
