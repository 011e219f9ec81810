//! What the kernel counts against a worker. Root is exempt from the bound on processes; the filter
//! of system calls is not.

use std::io;

use rustix::process::{Resource, Rlimit, setrlimit};

use crate::limits::{WORKER_CPU_SECONDS, WORKER_DESCRIPTORS, WORKER_MEMORY_BYTES};

/// Bounds this process for good.
pub(super) fn limit(memory_bytes_max: u64) -> io::Result<()> {
    for (resource, limit) in [
        (Resource::As, memory_bytes_max),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
        (Resource::Nofile, WORKER_DESCRIPTORS),
        (Resource::Nproc, 0),
    ] {
        set(resource, limit, limit)?;
    }
    // The signal of the soft limit tells the parent why; the hard one is for whoever ignores it.
    set(Resource::Cpu, WORKER_CPU_SECONDS, WORKER_CPU_SECONDS + 1)
}

/// What is mapped now, and what a file may take. Needs `/proc`.
pub(super) fn memory_bytes_max() -> io::Result<u64> {
    Ok(mapped_bytes()?.saturating_add(WORKER_MEMORY_BYTES))
}

pub(crate) fn set(resource: Resource, current: u64, maximum: u64) -> io::Result<()> {
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
