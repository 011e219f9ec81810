//! How many threads and processes there may be. Libraries that need a thread and get none panic,
//! and of a panic the log has the place alone, so it is told before.

use std::fs;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use anyhow::Context as _;
use rustix::process::{Resource, geteuid, getrlimit};

/// Threads of the service, and its workers, which count as well: for each processor, and beside.
const FOR_EACH_PROCESSOR: u64 = 10;
const BESIDE: u64 = 8;

/// Where the kernel shows control groups: of version 2, and the one of version 1 that counts.
const GROUPS: &str = "/sys/fs/cgroup";
const GROUPS_OF_PIDS: &str = "/sys/fs/cgroup/pids";

/// The threads of a trial do nothing.
const STACK_BYTES: usize = 64 * 1024;

/// What an operator should know of bounds that are too low for the service.
pub(crate) fn warning() -> Option<String> {
    let needed = FOR_EACH_PROCESSOR * processors() as u64 + BESIDE;
    let group = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    // Root is not bound by it.
    let of_user = getrlimit(Resource::Nproc).current;
    let of_user = of_user.filter(|_| !geteuid().is_root());
    let bounds = [
        ("TasksMax=, pids_limit", bound_of_groups(&group)),
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

/// The lowest bound of the control groups that hold this process (`/proc/self/cgroup`, cgroups(7)).
fn bound_of_groups(groups: &str) -> Option<u64> {
    let bounds = groups.lines().filter_map(|line| {
        let (kind, path) = line.split_once(':')?.1.split_once(':')?;
        match kind {
            "" => lowest_bound(Path::new(GROUPS), path),
            "pids" => lowest_bound(Path::new(GROUPS_OF_PIDS), path),
            _ => None,
        }
    });
    bounds.min()
}

/// The lowest `pids.max` of a group and those that hold it; it is `max` where there is no bound.
fn lowest_bound(root: &Path, group: &str) -> Option<u64> {
    let bounds = Path::new(group.trim_start_matches('/')).ancestors();
    let bounds = bounds.filter_map(|group| {
        let bound = fs::read_to_string(root.join(group).join("pids.max")).ok()?;
        bound.trim().parse().ok()
    });
    bounds.min()
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
    fn the_lowest_bound_of_a_group_and_of_those_that_hold_it_counts() -> io::Result<()> {
        let root = tempfile::tempdir()?;
        let inner = root.path().join("system.slice/formservice.service");
        fs::create_dir_all(&inner)?;
        let group = "/system.slice/formservice.service";
        assert_eq!(lowest_bound(root.path(), group), None);
        fs::write(inner.join("pids.max"), "max\n")?;
        fs::write(root.path().join("system.slice/pids.max"), "99\n")?;
        assert_eq!(lowest_bound(root.path(), group), Some(99));
        fs::write(inner.join("pids.max"), "12\n")?;
        assert_eq!(lowest_bound(root.path(), group), Some(12));
        // In a container the group is the root, which has a bound there.
        assert_eq!(lowest_bound(&inner, "/"), Some(12));
        Ok(())
    }

    #[test]
    fn groups_that_count_nothing_have_no_bound() {
        assert_eq!(bound_of_groups(""), None);
        assert_eq!(
            bound_of_groups("4:memory:/\nnonsense\n1:name=systemd:/a"),
            None
        );
    }

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
