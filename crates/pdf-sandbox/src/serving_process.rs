//! The other side of the wall: what the service itself closes before it starts workers.

use std::io;

use rustix::process::{DumpableBehavior, Resource, Rlimit, set_dumpable_behavior, setrlimit};

/// Keeps this process's memory from others of the same user, workers among them: they can neither
/// read `/proc/PID/environ` and `/proc/PID/mem` nor trace it. It leaves no core: that would hold
/// form contents and keys.
pub fn close_serving_process() -> io::Result<()> {
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    Ok(setrlimit(Resource::Core, none)?)
}
