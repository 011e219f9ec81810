//! What a worker takes from itself before it sees the first byte of a file.
//!
//! One call, in the process that is to read the one file, while that has a single thread: after an
//! `exec` as today, or after a `fork`. It needs standard input, output and error, and `/proc` and
//! `/dev/null` until it has begun. Afterwards there is
//!
//! - no environment, and no descriptor but the lines to the service (`descriptors.rs`);
//! - no memory that others of the same user may look into, no core;
//! - a bound on memory, time, descriptors, files and processes (`resources.rs`);
//! - nothing that can be opened, connected to or signalled: Landlock (`landlock_domain.rs`);
//! - death at the first system call that reading does not need: seccomp (`system_calls.rs`).
//!
//! The last two depend on the kernel. Which of them it has is the first that the service hears
//! ([`Confinement`]), before it hands over a file.

mod descriptors;
mod landlock_domain;
mod resources;
mod system_calls;

use std::fs::File;
use std::io::{self, Stdin, Write as _};

use rustix::process::{DumpableBehavior, set_dumpable_behavior};

use crate::confinement::Confinement;

/// A worker's end of the line to the service.
pub struct WorkerPipes {
    pub requests: Stdin,
    /// Where the answer goes. Not standard output: libraries print there.
    pub answers: File,
}

/// Confines this process for good, and tells the service how far the kernel went along.
pub fn confine() -> io::Result<WorkerPipes> {
    if std::env::vars_os().next().is_some() {
        return Err(io::Error::other("a worker must have no environment"));
    }
    let mut answers = descriptors::keep_lines_only()?;
    rustix::thread::set_no_new_privs(true)?;
    let memory_bytes_max = resources::memory_bytes_max()?;
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    // Before the bound on descriptors, since it takes one for a moment.
    let landlock_abi = landlock_domain::enter()?;
    resources::limit(memory_bytes_max)?;
    // Last: it lets nothing of the above through.
    let has_system_call_filter = system_calls::filter()?;
    let confinement = Confinement {
        landlock_abi,
        has_system_call_filter,
    };
    answers.write_all(&confinement.to_bytes())?;
    Ok(WorkerPipes {
        requests: io::stdin(),
        answers,
    })
}
