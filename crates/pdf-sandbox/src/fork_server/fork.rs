//! Forking a child whose parent is this process's own parent: the service itself waits for it and
//! learns how it ended.

use std::ffi::c_long;
use std::io;

use rustix::process::{Pid, Signal};

/// The flags of each fork, and the only ones that the filter of system calls lets through.
pub(crate) const FLAGS: c_long = libc::CLONE_PARENT as c_long | Signal::CHILD.as_raw() as c_long;

/// `None` in the child. `clone(2)` with the memory copied, as `fork(2)` has it: the child goes on
/// from here with values of its own.
pub(super) fn fork() -> io::Result<Option<Pid>> {
    const NONE: c_long = 0;
    #[expect(unsafe_code, reason = "there is no safe way to fork")]
    // SAFETY: without `CLONE_VM` the child has its own copy of all memory, and no pointer is given.
    // The process has one thread, so that no lock is held, and nothing half done, by one that the
    // child does not have. All but the flags are 0, so their order, which differs by architecture,
    // does not matter.
    let forked = unsafe { libc::syscall(libc::SYS_clone, FLAGS, NONE, NONE, NONE, NONE) };
    child(forked).map_err(|NotForked| io::Error::last_os_error())
}

/// The kernel made no child; `errno` says why.
#[derive(Debug, PartialEq, Eq)]
struct NotForked;

/// Which child `clone(2)` has told of; `None` in the child itself.
fn child(forked: c_long) -> Result<Option<Pid>, NotForked> {
    match i32::try_from(forked) {
        // Not a child's number, though [`Pid`] would take it for one.
        Ok(..0) | Err(_) => Err(NotForked),
        Ok(number) => Ok(Pid::from_raw(number)),
    }
}

#[cfg(test)]
mod tests {
    use rustix::process::Pid;

    use super::{NotForked, child};

    #[test]
    fn a_fork_that_failed_is_no_child_whose_number_is_negative() {
        assert_eq!(child(-1), Err(NotForked));
        assert_eq!(child(0), Ok(None));
        assert_eq!(child(7), Ok(Pid::from_raw(7)));
    }
}
