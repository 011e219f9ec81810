//! What a worker takes from itself before it sees the first byte of a file.
//!
//! One call, in the process that is to read the one file, while that has a single thread. What it
//! needs of `/proc` and `/dev` is at hand before ([`Prepared`]): whoever forks workers can open
//! nothing any more itself. Afterwards there is
//!
//! - no environment, and no descriptor but the lines to the service (`descriptors.rs`);
//! - the first place among those that the kernel kills where memory is short;
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

use std::fs::{File, OpenOptions};
use std::io::{self, Stdin, Write as _};

use rustix::process::{DumpableBehavior, set_dumpable_behavior};

use crate::confinement::Confinement;

/// A worker's end of the line to the service.
pub struct WorkerPipes {
    pub requests: Stdin,
    /// Where the answer goes. Not standard output: libraries print there.
    pub answers: File,
}

/// What a worker has at hand before it is confined: of its own, or from the process that it was
/// forked from.
pub struct Prepared {
    dev_null: File,
    memory_bytes_max: u64,
}

impl Prepared {
    /// Needs `/proc` and `/dev/null`, and nothing that was handed down but standard input, output
    /// and error: all else is closed.
    pub fn new() -> io::Result<Self> {
        if std::env::vars_os().next().is_some() {
            return Err(io::Error::other("a worker must have no environment"));
        }
        descriptors::close_others().map_err(of_call("close_range(2), Linux 5.9"))?;
        Ok(Self {
            dev_null: OpenOptions::new().write(true).open("/dev/null")?,
            memory_bytes_max: resources::memory_bytes_max()?,
        })
    }

    /// The same in the process that forks workers. It takes from that what neither it nor they
    /// need: privileges to gain, a memory that others look into, whatever can be opened, connected
    /// to or signalled.
    pub fn for_forks() -> io::Result<Self> {
        let prepared = Self::new()?;
        // What the start of the program took is of use neither to it nor to workers.
        idle_memory::give_back();
        // Before others may not look in: then the file is root's.
        die_first();
        close_memory()?;
        landlock_domain::enter()?;
        system_calls::filter(system_calls::program_of_fork_server)?;
        Ok(prepared)
    }
}

/// Confines this process for good, and tells the service how far the kernel went along.
pub fn confine(prepared: Prepared) -> io::Result<WorkerPipes> {
    let mut answers = descriptors::divert_output(prepared.dev_null)?;
    close_memory()?;
    // Before the bound on descriptors, since it takes one for a moment.
    let landlock_abi = landlock_domain::enter()?;
    resources::limit(prepared.memory_bytes_max).map_err(of_call("prlimit(2)"))?;
    // Last: it lets nothing of the above through.
    let has_system_call_filter = system_calls::filter(system_calls::program_of_worker)?;
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

/// Where memory is short the kernel kills this process and those that it forks, not the service:
/// one file is refused, or read by the next worker. Where it cannot be asked it chooses by size.
fn die_first() {
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
}

/// Privileges cannot be gained any more, and nobody looks into the memory.
fn close_memory() -> io::Result<()> {
    let closed = rustix::thread::set_no_new_privs(true)
        .and_then(|()| set_dumpable_behavior(DumpableBehavior::NotDumpable));
    closed.map_err(|error| of_call("prctl(2)")(error.into()))
}

/// The error of a system call with its name: a container that does not let it through says nothing
/// else.
fn of_call(call: &str) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{call}: {error}"))
}
