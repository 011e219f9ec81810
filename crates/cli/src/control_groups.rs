//! What the control groups that hold this process leave it (cgroups(7)).

use std::fs;
use std::path::Path;

/// Where the kernel shows control groups.
const GROUPS: &str = "/sys/fs/cgroup";

/// A bound that groups may have: the name of its file in those of version 2, and the controller of
/// version 1 with the name of its file there.
pub(crate) struct BoundOfGroups {
    pub(crate) file: &'static str,
    pub(crate) controller: &'static str,
    pub(crate) file_of_controller: &'static str,
}

impl BoundOfGroups {
    /// The lowest one of all groups that hold this process.
    pub(crate) fn lowest(&self) -> Option<u64> {
        self.lowest_of(&fs::read_to_string("/proc/self/cgroup").unwrap_or_default())
    }

    /// The same for the lines of such a file.
    fn lowest_of(&self, groups: &str) -> Option<u64> {
        let bounds = groups.lines().filter_map(|line| {
            let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
            if controllers.is_empty() {
                return lowest_bound(Path::new(GROUPS), path, self.file);
            }
            let controls = controllers.split(',').any(|one| one == self.controller);
            let root = Path::new(GROUPS).join(controllers);
            controls.then(|| lowest_bound(&root, path, self.file_of_controller))?
        });
        bounds.min()
    }
}

/// The lowest bound of a group and those that hold it; it is `max` where there is none.
fn lowest_bound(root: &Path, group: &str, file: &str) -> Option<u64> {
    let bounds = Path::new(group.trim_start_matches('/')).ancestors();
    let bounds = bounds.filter_map(|group| {
        let bound = fs::read_to_string(root.join(group).join(file)).ok()?;
        bound.trim().parse().ok()
    });
    bounds.min()
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    #[test]
    fn the_lowest_bound_of_a_group_and_of_those_that_hold_it_counts() -> io::Result<()> {
        let root = tempfile::tempdir()?;
        let inner = root.path().join("system.slice/formservice.service");
        fs::create_dir_all(&inner)?;
        let group = "/system.slice/formservice.service";
        assert_eq!(lowest_bound(root.path(), group, "pids.max"), None);
        fs::write(inner.join("pids.max"), "max\n")?;
        fs::write(root.path().join("system.slice/pids.max"), "99\n")?;
        assert_eq!(lowest_bound(root.path(), group, "pids.max"), Some(99));
        fs::write(inner.join("pids.max"), "12\n")?;
        assert_eq!(lowest_bound(root.path(), group, "pids.max"), Some(12));
        // In a container the group is the root, which has a bound there.
        assert_eq!(lowest_bound(&inner, "/", "pids.max"), Some(12));
        Ok(())
    }

    const PIDS: BoundOfGroups = BoundOfGroups {
        file: "pids.max",
        controller: "pids",
        file_of_controller: "pids.max",
    };

    #[test]
    fn groups_that_count_nothing_have_no_bound() {
        assert_eq!(PIDS.lowest_of(""), None);
        assert_eq!(
            PIDS.lowest_of("4:memory:/\nnonsense\n1:name=systemd:/a"),
            None
        );
    }
}
