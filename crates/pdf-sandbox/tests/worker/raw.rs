//! System calls that no safe interface makes.

#![expect(unsafe_code, reason = "what a worker would try has no safe interface")]

use std::ffi::c_int;
use std::io;
use std::ops::RangeInclusive;
use std::ptr::{null, null_mut};

/// Whether the memory of another process may be read. There is nothing at the address asked for.
pub(crate) fn read_memory(process: i32) -> io::Result<()> {
    let mut byte = 0_u8;
    let here = libc::iovec {
        iov_base: (&raw mut byte).cast(),
        iov_len: 1,
    };
    let there = libc::iovec {
        iov_base: null_mut(),
        iov_len: 1,
    };
    // SAFETY: `here` is a byte of this stack; `there` is in the other process, which the kernel
    // checks.
    let read =
        unsafe { libc::process_vm_readv(process, &raw const here, 1, &raw const there, 1, 0) };
    match check(read as i64) {
        // It was let, but nothing is at that address.
        Err(error) if error.raw_os_error() == Some(libc::EFAULT) => Ok(()),
        other => other,
    }
}

pub(crate) fn be_traced() -> io::Result<()> {
    // SAFETY: no memory is touched; the other arguments are ignored.
    check(unsafe { libc::ptrace(libc::PTRACE_TRACEME, 0, null::<u8>(), null::<u8>()) })
}

pub(crate) fn fork() -> io::Result<()> {
    // SAFETY: this process has one thread; the child ends at once and runs nothing else.
    match unsafe { libc::fork() } {
        // SAFETY: ends the child without running anything of the parent's.
        0 => unsafe { libc::_exit(0) },
        child => check(child.into()),
    }
}

pub(crate) fn map_executable() -> io::Result<()> {
    let protection = libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping, where the kernel likes; nobody uses it.
    let mapped = unsafe { libc::mmap(null_mut(), 4096, protection, flags, -1, 0) };
    check(if mapped == libc::MAP_FAILED { -1 } else { 0 })
}

/// Makes room for two descriptors, since a worker may have no further ones.
pub(crate) fn close_output() {
    for descriptor in [libc::STDOUT_FILENO, libc::STDERR_FILENO] {
        // SAFETY: a worker answers elsewhere, and prints nothing any more.
        unsafe { libc::close(descriptor) };
    }
}

pub(crate) fn is_open(descriptor: c_int) -> bool {
    // SAFETY: asks for flags; no memory is touched.
    unsafe { libc::fcntl(descriptor, libc::F_GETFD) >= 0 }
}

/// Writes into each of them; the last fault, if none could be written to.
pub(crate) fn write_to_one_of(descriptors: RangeInclusive<c_int>) -> io::Result<()> {
    let mut outcome = Err(io::ErrorKind::NotFound.into());
    for descriptor in descriptors {
        // SAFETY: reads one byte of a constant; what the descriptor is does not matter.
        let written = check(unsafe { libc::write(descriptor, b"!".as_ptr().cast(), 1) } as i64);
        if written.is_ok() || outcome.is_err() {
            outcome = written;
        }
    }
    outcome
}

fn check(returned: i64) -> io::Result<()> {
    if returned < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}
