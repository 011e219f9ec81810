//! How many threads the system gives the service. Libraries that need one and get none panic, and
//! of a panic the log has the place alone, so it is tried before.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread;

use anyhow::Context as _;

/// Threads of the service, and its workers, which count as well: for each processor, and beside.
const FOR_EACH_PROCESSOR: usize = 10;
const BESIDE: usize = 8;

/// The threads of a trial do nothing.
const STACK_BYTES: usize = 64 * 1024;

/// Why there are not as many threads as wanted, and how many there are.
struct TooFew {
    possible: usize,
    why: io::Error,
}

/// What an operator should know where there are too few for the service.
pub(crate) fn warning() -> Option<String> {
    let needed = FOR_EACH_PROCESSOR * processors() + BESIDE;
    try_making(needed).err().map(|few| sentence(&few, needed))
}

/// An error where there are not even those of a runtime.
pub(crate) fn see_runtime_can_begin() -> anyhow::Result<()> {
    // Those that work, and one for work that blocks.
    let few = try_making(processors() + 1).map_err(|few| few.why);
    few.context(
        "The threads of the program cannot be started: there may be no more processes and threads \
         (TasksMax=, pids_limit, ulimit -u), or the container does not let `clone3` through",
    )
}

fn sentence(few: &TooFew, needed: usize) -> String {
    let TooFew { possible, why } = few;
    format!(
        "there can be only {possible} more threads and processes, so that the service may end or \
         refuse requests: it needs {needed} (TasksMax=, pids_limit, ulimit -u): {why}"
    )
}

/// As many at once, all of which end before this does.
fn try_making(wanted: usize) -> Result<(), TooFew> {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let _closed = gate.lock();
        for possible in 0..wanted {
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            let made = thread.spawn_scoped(scope, || drop(gate.lock()));
            made.map_err(|why| TooFew { possible, why })?;
        }
        Ok(())
    })
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_says_how_many_there_can_be_and_which_bounds_there_are() {
        let few = TooFew {
            possible: 3,
            why: io::Error::from_raw_os_error(11),
        };
        assert_eq!(
            sentence(&few, 28),
            "there can be only 3 more threads and processes, so that the service may end or \
             refuse requests: it needs 28 (TasksMax=, pids_limit, ulimit -u): Resource \
             temporarily unavailable (os error 11)"
        );
    }

    #[test]
    fn see_runtime_can_begin_says_nothing_where_it_can() {
        see_runtime_can_begin().unwrap();
    }
}
