//! A bounded table of cells.
//!
//! What holds nothing any more is swept once a minute, and when there is no room. If that makes
//! none, an eighth of the table is forgotten: the cells nearest to full. So whoever makes up many
//! addresses pushes out those, not the few that are used up.

use std::collections::HashMap;

use domain::rate_limit_subject::RateLimitSubject;

const SWEEP_EVERY_MICROSECONDS: u64 = 60_000_000;

/// The moments at which subjects have their full limit again.
pub(crate) struct Cells {
    full_at: HashMap<RateLimitSubject, u64>,
    count_max: usize,
    swept_at: u64,
}

impl Cells {
    pub(crate) fn new(count_max: usize) -> Self {
        Self {
            full_at: HashMap::new(),
            count_max: count_max.max(1),
            swept_at: 0,
        }
    }

    /// The moment of a subject; 0 where nothing is remembered.
    pub(crate) fn full_at(&self, subject: &RateLimitSubject) -> u64 {
        self.full_at.get(subject).copied().unwrap_or(0)
    }

    /// Remembers a moment, unless it is over.
    pub(crate) fn set(&mut self, subject: RateLimitSubject, full_at: u64, now: u64) {
        if full_at <= now {
            self.full_at.remove(&subject);
            return;
        }
        let is_full = self.full_at.len() >= self.count_max && !self.full_at.contains_key(&subject);
        if is_full || now.saturating_sub(self.swept_at) >= SWEEP_EVERY_MICROSECONDS {
            self.sweep(now);
        }
        if is_full && self.full_at.len() >= self.count_max {
            self.make_room();
        }
        self.full_at.insert(subject, full_at);
    }

    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.full_at.len()
    }

    /// A byte for each place of the table, and what can stand there; an eighth stays free.
    #[cfg(test)]
    pub(crate) fn bytes_max(&self) -> usize {
        let place = 1 + size_of::<(RateLimitSubject, u64)>();
        self.full_at.capacity() * place * 8 / 7
    }

    fn sweep(&mut self, now: u64) {
        self.swept_at = now;
        self.full_at.retain(|_, full_at| *full_at > now);
        if self.full_at.len() < self.full_at.capacity() / 4 {
            self.full_at.shrink_to_fit();
        }
    }

    fn make_room(&mut self) {
        let mut moments: Vec<u64> = self.full_at.values().copied().collect();
        let count = (self.count_max / 8).max(1);
        let (_, last, _) = moments.select_nth_unstable(count - 1);
        let last = *last;
        // Of several cells with the same moment only as many as are needed.
        let mut left = count;
        self.full_at.retain(|_, full_at| {
            let goes = *full_at <= last && left > 0;
            left -= usize::from(goes);
            !goes
        });
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use domain::client_network::ClientNetwork;
    use domain::rate_limit_subject::RateLimitSubject;

    use super::{Cells, SWEEP_EVERY_MICROSECONDS};

    fn subject(number: u32) -> RateLimitSubject {
        RateLimitSubject::Client(ClientNetwork::of(Ipv4Addr::from_bits(number).into()))
    }

    #[test]
    fn there_are_never_more_than_fit_and_the_fullest_are_forgotten() {
        let mut cells = Cells::new(100);
        for number in 0..10_000 {
            // Ten are used up, the others are new.
            let full_at = if number < 10 { 1_000_000 } else { 1_000 };
            cells.set(subject(number), full_at, 1);
            assert!(cells.count() <= 100);
        }
        for number in 0..10 {
            assert_eq!(cells.full_at(&subject(number)), 1_000_000);
        }
        assert_eq!(cells.full_at(&subject(9_999)), 1_000);
    }

    #[test]
    fn what_is_over_makes_room_before_anything_else() {
        let mut cells = Cells::new(10);
        for number in 0..10 {
            cells.set(subject(number), 10 + u64::from(number % 2), 1);
        }
        cells.set(subject(10), 20, 10);
        let left = (0..10).filter(|number| cells.full_at(&subject(*number)) > 0);
        assert_eq!(left.count(), 5);
    }

    #[test]
    fn an_eighth_is_forgotten_whether_moments_differ_or_not() {
        for step in [0, 1] {
            let mut cells = Cells::new(16);
            for number in 0..16 {
                cells.set(subject(number), 100 + u64::from(number) * step, 1);
            }
            assert_eq!(cells.count(), 16);
            cells.set(subject(16), 100, 1);
            assert_eq!(cells.count(), 15);
            let gone = (0..16).filter(|number| cells.full_at(&subject(*number)) == 0);
            let gone: Vec<u32> = gone.collect();
            assert!(gone.len() == 2 && (step == 0 || gone == [0, 1]), "{gone:?}");
        }
    }

    #[test]
    fn in_a_full_table_a_cell_that_is_there_pushes_none_out() {
        let mut cells = Cells::new(16);
        for number in (0..16).chain(0..16) {
            cells.set(subject(number), 100, 1);
        }
        assert_eq!(cells.count(), 16);
    }

    #[test]
    fn a_table_of_one_cell_holds_the_last() {
        let mut cells = Cells::new(0);
        cells.set(subject(1), 10, 1);
        cells.set(subject(2), 9, 1);
        assert_eq!(
            (cells.full_at(&subject(1)), cells.full_at(&subject(2))),
            (0, 9)
        );
    }

    #[test]
    fn after_a_rush_the_memory_is_given_back() {
        let mut cells = Cells::new(100_000);
        for number in 0..100_000 {
            cells.set(subject(number), 10, 1);
        }
        let later = SWEEP_EVERY_MICROSECONDS + 1;
        cells.set(subject(1), later + 10, later);
        assert_eq!(cells.count(), 1);
        assert!(cells.full_at.capacity() < 100);
    }

    #[test]
    fn what_is_over_is_not_kept() {
        let mut cells = Cells::new(10);
        cells.set(subject(1), 10, 1);
        cells.set(subject(1), 5, 5);
        assert_eq!(cells.count(), 0);
    }
}
