//! How many threads and processes there may be. Libraries that need a thread and get none panic,
//! and of a panic the log has the place alone, so it is told before.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread;

use anyhow::Context as _;
use rustix::process::{Resource, geteuid, getrlimit};

use crate::control_groups::BoundOfGroups;

/// Threads of the service, and its workers, which count as well: for each processor, and beside.
const FOR_EACH_PROCESSOR: u64 = 10;
const BESIDE: u64 = 8;

/// The bound of control groups on them.
const OF_GROUPS: BoundOfGroups = BoundOfGroups {
    file: "pids.max",
    controller: "pids",
    file_of_controller: "pids.max",
};

/// The threads of a trial do nothing.
const STACK_BYTES: usize = 64 * 1024;

/// What an operator should know of bounds that are too low for the service.
pub(crate) fn warning() -> Option<String> {
    let needed = FOR_EACH_PROCESSOR * processors() as u64 + BESIDE;
    // Root is not bound by it.
    let of_user = getrlimit(Resource::Nproc).current;
    let of_user = of_user.filter(|_| !geteuid().is_root());
    let bounds = [
        ("TasksMax=, pids_limit", OF_GROUPS.lowest()),
        ("LimitNPROC=, ulimit -u", of_user),
    ];
    let lowest = bounds
        .into_iter()
        .filter_map(|(name, bound)| Some((bound?, name)));
    let (bound, name) = lowest.min()?;
    (bound < needed).then(|| sentence(bound, name, needed))
}

fn sentence(bound: u64, name: &str, needed: u64) -> String {
    format!(
        "there may be only {bound} threads and processes ({name}), so that the service may end or \
         refuse requests: it needs {needed}"
    )
}

/// An error where there are not even the threads of a runtime: as many as it makes, which all end
/// before this does.
pub(crate) fn see_runtime_can_begin() -> anyhow::Result<()> {
    // Those that work, and one for work that blocks.
    try_making(processors() + 1).context(
        "The threads of the program cannot be started: there may be no more processes and threads \
         (TasksMax=, pids_limit, ulimit -u), no memory for them (ulimit -v), or the container does \
         not let `clone3` through",
    )
}

fn try_making(count: usize) -> io::Result<()> {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let _closed = gate.lock();
        (0..count).try_for_each(|_| {
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, || drop(gate.lock())).map(drop)
        })
    })
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_the_bound() {
        assert_eq!(
            sentence(12, "TasksMax=, pids_limit", 28),
            "there may be only 12 threads and processes (TasksMax=, pids_limit), so that the \
             service may end or refuse requests: it needs 28"
        );
    }

    #[test]
    fn see_runtime_can_begin_says_nothing_where_it_can() {
        see_runtime_can_begin().unwrap();
    }
}
