//! What a worker takes from itself before it sees the first byte of a file.
//!
//! The limits are the kernel's: address space, processor time, descriptors, no files, no core, no
//! children, no new privileges. Where the service runs as root, root's exemptions hold for a worker
//! too: run it as a user of its own.

use std::fs::{File, OpenOptions};
use std::io::{self, Stdin};

use rustix::process::{Resource, Rlimit, setrlimit};

use crate::limits::{WORKER_CPU_SECONDS, WORKER_DESCRIPTORS, WORKER_MEMORY_BYTES};

/// A worker's end of the line to the service.
pub struct WorkerPipes {
    pub requests: Stdin,
    /// Where the answer goes. Not standard output: libraries print there.
    pub answers: File,
}

/// Confines this process for good. First thing in a worker, while it has one thread.
pub fn confine() -> io::Result<WorkerPipes> {
    let answers = File::from(rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 0)?);
    rustix::stdio::dup2_stdout(OpenOptions::new().write(true).open("/dev/null")?)?;
    let memory = mapped_bytes()?.saturating_add(WORKER_MEMORY_BYTES);
    rustix::thread::set_no_new_privs(true)?;
    for (resource, limit) in [
        (Resource::As, memory),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
        (Resource::Nofile, WORKER_DESCRIPTORS),
        (Resource::Nproc, 0),
    ] {
        set(resource, limit, limit)?;
    }
    // The signal of the soft limit tells the parent why; the hard one is for whoever ignores it.
    set(Resource::Cpu, WORKER_CPU_SECONDS, WORKER_CPU_SECONDS + 1)?;
    Ok(WorkerPipes {
        requests: io::stdin(),
        answers,
    })
}

fn set(resource: Resource, current: u64, maximum: u64) -> io::Result<()> {
    let limit = Rlimit {
        current: Some(current),
        maximum: Some(maximum),
    };
    Ok(setrlimit(resource, limit)?)
}

/// Size of the address space, proc(5): the first number of `statm`, in pages.
fn mapped_bytes() -> io::Result<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm")?;
    let pages = statm
        .split_whitespace()
        .next()
        .and_then(|pages| pages.parse::<u64>().ok())
        .ok_or_else(|| io::Error::other("statm holds no number"))?;
    Ok(pages.saturating_mul(rustix::param::page_size() as u64))
}
