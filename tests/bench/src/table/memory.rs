//! What a process and its children have in memory, pages that they share counted once.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bench::processor;
use test_servers::Fallible;

/// From the last work until the service has certainly given back what it needed for that: it looks
/// every ten seconds whether there was none since the last time.
pub(crate) const UNTIL_GIVEN_BACK: Duration = Duration::from_secs(25);

const PAUSE: Duration = Duration::from_millis(200);

/// Proportional set sizes together (proc(5), `smaps_rollup`).
pub(crate) fn megabytes(process: u32) -> Fallible<f64> {
    let mut kilobytes = 0;
    for process in processor::family(process)? {
        // It may have ended meanwhile.
        let rollup = fs::read_to_string(format!("/proc/{process}/smaps_rollup"));
        let rollup = rollup.unwrap_or_default();
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
        let number = line.and_then(|line| line.trim().split(' ').next());
        kilobytes += number.map_or(Ok(0), str::parse::<u64>)?;
    }
    Ok(kilobytes as f64 / 1024.0)
}

/// The outcome of the work, and the most that the process had in memory meanwhile.
pub(crate) fn highest<T>(process: u32, work: impl FnOnce() -> Fallible<T>) -> Fallible<(T, f64)> {
    let (ended, highest) = (AtomicBool::new(false), AtomicU64::new(0));
    let look = || -> Fallible<()> {
        while !ended.load(Ordering::Acquire) {
            let bytes = (megabytes(process)? * 1_048_576.0) as u64;
            highest.fetch_max(bytes, Ordering::AcqRel);
            std::thread::sleep(PAUSE);
        }
        Ok(())
    };
    let worked = std::thread::scope(|scope| {
        let looking = scope.spawn(look);
        let worked = work();
        ended.store(true, Ordering::Release);
        looking.join().map_err(|_| "nobody looked at memory")??;
        worked
    })?;
    Ok((worked, highest.into_inner() as f64 / 1_048_576.0))
}
