//! How many requests in how much time: the generic cell rate algorithm (ITU-T I.371), which needs one number for each counted party.
//!
//! A cell holds the moment at which its full allowance is there again. A request moves that moment on by a share of the window; it
//! is refused where that would move it further than one window ahead. Times are nanoseconds of any clock that never goes back.

/// An allowance: so many requests in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    limit: u32,
    window_nanoseconds: u64,
}

/// What a cell says about a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Requests allowed in a window.
    pub limit: u32,
    /// How many more would be allowed at once.
    pub remaining: u32,
    /// Nanoseconds until the full limit is there again.
    pub full_after: u64,
    /// Where the request is refused: nanoseconds until the next one would be allowed.
    pub retry_after: Option<u64>,
}

impl Quota {
    /// An allowance of at least one request in a window of at least a second; `None` for less.
    pub fn new(limit: u32, window_seconds: u32) -> Option<Self> {
        let window_nanoseconds = u64::from(window_seconds) * 1_000_000_000;
        (limit > 0 && window_seconds > 0).then_some(Self {
            limit,
            window_nanoseconds,
        })
    }

    /// What a cell says at a moment, without counting a request. `full_at` is what [`Quota::take`] gave last; 0 for a fresh cell.
    pub fn look(&self, full_at: u64, now: u64) -> Allowance {
        let full_after = full_at.saturating_sub(now);
        let free = self.window_nanoseconds.saturating_sub(full_after);
        let remaining = u32::try_from(free / self.share())
            .unwrap_or(self.limit)
            .min(self.limit);
        let retry_after = (remaining == 0)
            .then(|| (full_after + self.share()).saturating_sub(self.window_nanoseconds));
        Allowance {
            limit: self.limit,
            remaining,
            full_after,
            retry_after,
        }
    }

    /// Counts a request: the cell's new moment, which also tells when the cell can be forgotten.
    pub fn take(&self, full_at: u64, now: u64) -> u64 {
        full_at.max(now) + self.share()
    }

    /// The part of the window that one request takes, rounded so that the whole limit fits.
    fn share(&self) -> u64 {
        self.window_nanoseconds / u64::from(self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::Quota;

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn a_fresh_cell_allows_the_whole_limit_and_then_one_share_at_a_time() {
        let quota = Quota::new(60, 60).unwrap();
        let mut full_at = 0;
        for remaining in (1..=60).rev() {
            let allowance = quota.look(full_at, 5 * SECOND);
            assert_eq!(
                (allowance.remaining, allowance.retry_after),
                (remaining, None)
            );
            full_at = quota.take(full_at, 5 * SECOND);
        }
        let refused = quota.look(full_at, 5 * SECOND);
        assert_eq!(
            (refused.remaining, refused.retry_after, refused.full_after),
            (0, Some(SECOND), 60 * SECOND)
        );
        assert_eq!(quota.look(full_at, 6 * SECOND).remaining, 1);
        assert_eq!(quota.look(full_at, 65 * SECOND).remaining, 60);
    }

    #[test]
    fn a_limit_that_does_not_divide_the_window_is_allowed_in_full() {
        let quota = Quota::new(7, 60).unwrap();
        let full_at = (0..7).fold(0, |full_at, _| {
            assert!(quota.look(full_at, SECOND).retry_after.is_none());
            quota.take(full_at, SECOND)
        });
        assert!(quota.look(full_at, SECOND).retry_after.is_some());
        assert_eq!(Quota::new(0, 60), None);
    }
}
