//! The system calls that reading one file needs: to take it, to have memory, to answer, to end.
//! At any other one the kernel ends the worker with SIGSYS.

use std::io;

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp,
    SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

use crate::fork_server::FLAGS;
use crate::limits::WORKER_DESCRIPTORS;

/// Whatever their arguments: each acts on this process alone.
const NEEDED: [c_long; 15] = [
    libc::SYS_brk,
    libc::SYS_clock_gettime,
    libc::SYS_close,
    libc::SYS_exit_group,
    libc::SYS_getpid,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_madvise,
    libc::SYS_mremap,
    libc::SYS_munmap,
    // After a stop and a continuation the kernel has a call begun anew.
    libc::SYS_restart_syscall,
    // A stack that is used up is told by a handler on a stack of its own.
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
];

/// Beside those: to take a request and tell of its worker, and for the worker to take its pipes and
/// to confine itself. None opens anything.
const NEEDED_TO_FORK: &[c_long] = &[
    // Newer architectures have `dup3` alone.
    #[cfg(target_arch = "x86_64")]
    libc::SYS_dup2,
    libc::SYS_dup3,
    libc::SYS_fcntl,
    libc::SYS_futex,
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_restrict_self,
    libc::SYS_prctl,
    libc::SYS_read,
    libc::SYS_recvmsg,
    libc::SYS_seccomp,
    libc::SYS_sendto,
    libc::SYS_write,
];

/// The condition on `mmap(2)` and `mprotect(2)`: memory that no code is run from.
const NO_CODE: [(u8, SeccompCmpOp, u64); 1] =
    [(2, SeccompCmpOp::MaskedEq(libc::PROT_EXEC as u64), 0)];

/// Lets nothing through from now on that is not needed. `false` where the kernel has no filters, or
/// whoever started the service forbids them.
pub(super) fn filter(
    program: fn(TargetArch) -> Result<BpfProgram, BackendError>,
) -> io::Result<bool> {
    // Of an architecture that the filter's compiler does not know there is none.
    let Ok(architecture) = TargetArch::try_from(std::env::consts::ARCH) else {
        return Ok(false);
    };
    let program = program(architecture).map_err(io::Error::other)?;
    match seccompiler::apply_filter(&program) {
        Ok(()) => Ok(true),
        Err(Error::Seccomp(error)) if is_absent(&error) => Ok(false),
        Err(error) => Err(io::Error::other(error)),
    }
}

/// seccomp(2): EINVAL and ENOSYS of a kernel without filters, EPERM of a container that forbids
/// them. Anything else, such as a want of memory, is no reason to go on without.
fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.raw_os_error(),
        Some(libc::EINVAL | libc::ENOSYS | libc::EPERM)
    )
}

/// Ends a worker at whatever reading does not need.
pub(super) fn program_of_worker(architecture: TargetArch) -> Result<BpfProgram, BackendError> {
    let rules = NEEDED.map(|call| (call, Vec::new()));
    let rules = rules.into_iter().chain(conditional()?).collect();
    let kill = SeccompAction::KillProcess;
    SeccompFilter::new(rules, kill, SeccompAction::Allow, architecture)?.try_into()
}

/// Ends the process that forks workers, and a worker that is not confined itself yet, at whatever
/// neither needs.
pub(super) fn program_of_fork_server(architecture: TargetArch) -> Result<BpfProgram, BackendError> {
    let forks_workers = [(0, SeccompCmpOp::Eq, FLAGS as u64)];
    let rules = NEEDED.iter().chain(NEEDED_TO_FORK);
    let rules = rules.map(|&call| (call, Vec::new()));
    let of_itself = [(0, SeccompCmpOp::Eq, 0)];
    // Whose it is, the filter of a worker says; the number of that is not known here.
    let aborts = [(2, SeccompCmpOp::Eq, libc::SIGABRT as u64)];
    let conditional = [
        when(libc::SYS_clone, &forks_workers)?,
        when(libc::SYS_prlimit64, &of_itself)?,
        when(libc::SYS_tgkill, &aborts)?,
        when(libc::SYS_mmap, &NO_CODE)?,
        when(libc::SYS_mprotect, &NO_CODE)?,
    ];
    let kill = SeccompAction::KillProcess;
    let rules = rules.chain(conditional).collect();
    SeccompFilter::new(rules, kill, SeccompAction::Allow, architecture)?.try_into()
}

/// Those of which reading needs only some uses.
fn conditional() -> Result<[(c_long, Vec<SeccompRule>); 7], BackendError> {
    let is_open = [(0, SeccompCmpOp::Lt, WORKER_DESCRIPTORS)];
    let is_a_look = [(1, SeccompCmpOp::Eq, libc::F_GETFD as u64)];
    let command = u64::from(!(libc::FUTEX_PRIVATE_FLAG as u32));
    let wakes = [(1, SeccompCmpOp::MaskedEq(command), libc::FUTEX_WAKE as u64)];
    let aborts_itself = [
        (0, SeccompCmpOp::Eq, u64::from(std::process::id())),
        (2, SeccompCmpOp::Eq, libc::SIGABRT as u64),
    ];
    Ok([
        when(libc::SYS_read, &[(0, SeccompCmpOp::Eq, 0)])?,
        when(libc::SYS_write, &is_open)?,
        when(libc::SYS_mmap, &NO_CODE)?,
        when(libc::SYS_mprotect, &NO_CODE)?,
        // The C library wakes whoever waits for what is done once. Nobody does: the only thread.
        when(libc::SYS_futex, &wakes)?,
        // A build with debug assertions asks whether a descriptor is open before it closes it.
        when(libc::SYS_fcntl, &is_a_look)?,
        when(libc::SYS_tgkill, &aborts_itself)?,
    ])
}

/// A system call where each of these arguments, by its index, compares like this.
fn when(
    call: c_long,
    conditions: &[(u8, SeccompCmpOp, u64)],
) -> Result<(c_long, Vec<SeccompRule>), BackendError> {
    let conditions = conditions.iter().map(|(argument, comparison, value)| {
        let comparison = comparison.clone();
        SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, comparison, *value)
    });
    let conditions = conditions.collect::<Result<Vec<_>, _>>()?;
    Ok((call, vec![SeccompRule::new(conditions)?]))
}
