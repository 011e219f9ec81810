//! What was free when the disks were last asked. Asking is a change of threads and back for each of
//! them, several times for a file: far from the floor of free space one look holds for a second.

use std::time::{Duration, Instant};

/// For so long other programs cannot take [`MARGIN_BYTES`].
const HOLDS: Duration = Duration::from_secs(1);

/// Must be free beyond what is needed. What this process takes is counted to the byte.
const MARGIN_BYTES: u64 = 1 << 30;

/// How much was free above the floor at a moment, and what had been written until then.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastLook {
    began: Instant,
    /// Bytes above the floor, on the disk that had fewest.
    spare_bytes: u64,
    /// What this process had written of files before.
    written_before: u64,
}

impl LastLook {
    /// A look that began when this process had written so many bytes. `None` where nobody knows
    /// what is free.
    pub(super) fn new(
        began: Instant,
        written_before: u64,
        floor_bytes: u64,
        free: [Option<u64>; 2],
    ) -> Option<Self> {
        let free = free.into_iter().flatten().min()?;
        Some(Self {
            began,
            spare_bytes: free.saturating_sub(floor_bytes),
            written_before,
        })
    }

    /// Whether files of so many bytes have room for certain, when so many were written in all.
    pub(super) fn admits(&self, now: Instant, written: u64, under_way: u64) -> bool {
        let taken = written.saturating_sub(self.written_before);
        let needed = taken.saturating_add(under_way).saturating_add(MARGIN_BYTES);
        now.saturating_duration_since(self.began) < HOLDS && needed <= self.spare_bytes
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{HOLDS, LastLook, MARGIN_BYTES};

    const FLOOR: u64 = 500;

    fn look(began: Instant, free: [Option<u64>; 2]) -> Option<LastLook> {
        LastLook::new(began, 1_000, FLOOR, free)
    }

    #[test]
    fn admits_what_leaves_the_margin_and_counts_what_was_written_since() {
        let began = Instant::now();
        let free = MARGIN_BYTES + FLOOR + 100;
        for free in [[Some(free), None], [Some(u64::MAX), Some(free)]] {
            let look = look(began, free).unwrap();
            assert!(look.admits(began, 1_000, 100));
            assert!(!look.admits(began, 1_000, 101));
            assert!(look.admits(began, 1_060, 40));
            assert!(!look.admits(began, 1_060, 41));
            assert!(!look.admits(began, u64::MAX, u64::MAX));
        }
    }

    #[test]
    fn a_look_holds_for_a_second_and_never_near_the_floor() {
        let began = Instant::now();
        let plenty = look(began, [Some(u64::MAX), None]).unwrap();
        assert!(plenty.admits(began + HOLDS / 2, 1_000, 1));
        assert!(!plenty.admits(began + HOLDS, 1_000, 1));
        let little = look(began, [Some(u64::MAX), Some(FLOOR - 1)]).unwrap();
        assert!(!little.admits(began, 1_000, 0));
        assert!(look(began, [None, None]).is_none());
    }
}
