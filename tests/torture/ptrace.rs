//! What of ptrace(2) the injector needs: threads are seized, stopped at each system call and sent
//! on. Every function but `wait` is for a thread that the calling thread has seized.

#![expect(unsafe_code, reason = "ptrace and waitpid are system calls of C")]

use std::io;
use std::ptr::null_mut;

use libc::{c_int, c_long, pid_t, user_regs_struct};

/// Why a seized thread has stopped, or that it has ended.
pub(crate) enum Stop {
    /// It is at the beginning or the end of a system call.
    Call(pid_t),
    /// It is about to get a signal.
    Signal(pid_t, c_int),
    /// It has begun, was interrupted, or has made another.
    Event(pid_t),
    /// It has ended, with this exit status where that of a thread that ended by itself is known.
    End(pid_t, Option<c_int>),
}

/// Seizes a thread with all threads that it makes, and stops it.
pub(crate) fn seize(thread: pid_t) -> io::Result<()> {
    let options = libc::PTRACE_O_TRACESYSGOOD | libc::PTRACE_O_TRACECLONE;
    // SAFETY: seizing and interrupting read and write no memory of this process.
    done(unsafe {
        libc::ptrace(
            libc::PTRACE_SEIZE,
            thread,
            null_mut::<u8>(),
            options as usize,
        )
    })?;
    // SAFETY: as above. A thread that has ended meanwhile needs no stop.
    unsafe { libc::ptrace(libc::PTRACE_INTERRUPT, thread, null_mut::<u8>(), 0_usize) };
    Ok(())
}

/// Waits for the next stop of a thread that this thread has seized, or of its children. Other
/// threads of these tests have children of their own.
pub(crate) fn wait() -> io::Result<Stop> {
    let mut status = 0;
    // SAFETY: the kernel writes one number, for which there is room.
    let thread = unsafe { libc::waitpid(-1, &raw mut status, libc::__WALL | libc::__WNOTHREAD) };
    done(thread.into())?;
    if !libc::WIFSTOPPED(status) {
        let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
        return Ok(Stop::End(thread, code));
    }
    Ok(match (status >> 16, libc::WSTOPSIG(status)) {
        // So TRACESYSGOOD tells calls from signals.
        (0, signal) if signal == libc::SIGTRAP | 0x80 => Stop::Call(thread),
        (0, signal) => Stop::Signal(thread, signal),
        _ => Stop::Event(thread),
    })
}

/// Sends it on to its next system call, with a signal unless it is 0. It may have been killed.
pub(crate) fn go_on(thread: pid_t, signal: c_int) {
    // SAFETY: sending on reads and writes no memory of this process.
    unsafe {
        libc::ptrace(
            libc::PTRACE_SYSCALL,
            thread,
            null_mut::<u8>(),
            signal as usize,
        )
    };
}

/// Its registers.
pub(crate) fn registers(thread: pid_t) -> io::Result<user_regs_struct> {
    // SAFETY: the struct is numbers only, for which zeros are right.
    let mut registers: user_regs_struct = unsafe { std::mem::zeroed() };
    let room = &raw mut registers;
    // SAFETY: the kernel writes exactly this struct.
    done(unsafe { libc::ptrace(libc::PTRACE_GETREGS, thread, null_mut::<u8>(), room) })?;
    Ok(registers)
}

/// Gives it others.
pub(crate) fn set_registers(thread: pid_t, registers: &user_regs_struct) -> io::Result<()> {
    let from = std::ptr::from_ref(registers);
    // SAFETY: the kernel reads exactly this struct.
    done(unsafe { libc::ptrace(libc::PTRACE_SETREGS, thread, null_mut::<u8>(), from) })
}

/// Sends a signal to a process.
pub(crate) fn signal(process: pid_t, signal: c_int) -> io::Result<()> {
    // SAFETY: it touches no memory of this process.
    done(unsafe { libc::kill(process, signal) }.into())
}

fn done(result: c_long) -> io::Result<()> {
    if result == -1 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
