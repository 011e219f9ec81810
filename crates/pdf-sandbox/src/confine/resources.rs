//! What the kernel counts against a worker. Root is exempt from the bound on processes; the filter
//! of system calls is not.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

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
    setrlimit(resource, limit).map_err(|error| {
        let allowed = getrlimit(resource).maximum;
        below(resource, allowed, maximum).unwrap_or_else(|| error.into())
    })
}

/// What to tell whoever started the service with less than a worker has.
fn below(resource: Resource, allowed: Option<u64>, needed: u64) -> Option<io::Error> {
    let allowed = allowed.filter(|&allowed| allowed < needed)?;
    let (what, options) = match resource {
        Resource::As => ("bytes of address space", "`ulimit -v`, `LimitAS=`"),
        Resource::Cpu => ("seconds of processor time", "`ulimit -t`, `LimitCPU=`"),
        Resource::Nofile => ("open files", "`ulimit -n`, `LimitNOFILE=`"),
        _ => return None,
    };
    Some(io::Error::other(format!(
        "it needs {needed} {what}, and the service was started with a bound of {allowed}: raise \
         that ({options})"
    )))
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

#[cfg(test)]
mod tests {
    use rustix::process::Resource;

    use super::below;

    #[test]
    fn below_names_what_the_service_was_given_too_little_of_and_where_that_is_set() {
        let told = below(Resource::As, Some(100), 300).unwrap().to_string();
        assert_eq!(
            told,
            "it needs 300 bytes of address space, and the service was started with a bound of \
             100: raise that (`ulimit -v`, `LimitAS=`)"
        );
        let told = below(Resource::Cpu, Some(1), 4).unwrap().to_string();
        assert!(told.contains("`LimitCPU=`"), "{told}");
    }

    #[test]
    fn below_says_nothing_of_a_bound_that_is_high_enough() {
        for allowed in [None, Some(300)] {
            assert!(below(Resource::As, allowed, 300).is_none());
        }
    }
}
