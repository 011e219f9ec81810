//! Which system calls of a service leave a trace on the disk or on the line.

use std::io;
use std::path::{Path, PathBuf};

use libc::{c_int, pid_t};

use crate::ptrace;

/// A system call that a thread is about to make.
pub(crate) struct Step {
    pub(crate) kind: Kind,
    /// Whether it makes descriptors.
    pub(crate) opens: bool,
    /// Bytes or pieces that it writes.
    length: u64,
    /// The file of its descriptor, where it has one.
    path: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Writes to a file below the data folder.
    Write,
    /// Changes its length.
    Truncate,
    Sync,
    /// Makes a file or folder, or gives it another name.
    Entry,
    Unlink,
    /// Sends an answer.
    Send,
    /// Opens what is there, or makes a pipe: it leaves no trace, and needs a descriptor.
    Open,
}

impl Step {
    /// What this thread, which is at the entry of a system call, is about to do below the folder
    /// or to a client; none where it is something else.
    pub(crate) fn of(thread: pid_t, data: &Path) -> Option<Self> {
        let registers = ptrace::registers(thread).ok()?;
        let number = i64::try_from(registers.orig_rax).ok()?;
        let kind = kind_of(number, registers.rdx)?;
        let path = match kind {
            Kind::Write | Kind::Truncate | Kind::Sync | Kind::Send => {
                let link = format!("/proc/{thread}/fd/{}", registers.rdi);
                std::fs::read_link(link).ok()?
            }
            Kind::Entry | Kind::Unlink | Kind::Open => PathBuf::new(),
        };
        let counts = match kind {
            Kind::Write | Kind::Truncate | Kind::Sync => path.starts_with(data),
            Kind::Send => path.to_string_lossy().starts_with("socket:"),
            Kind::Entry | Kind::Unlink | Kind::Open => true,
        };
        counts.then_some(Self {
            kind,
            opens: kind == Kind::Open || number == libc::SYS_openat,
            length: registers.rdx,
            path,
        })
    }

    /// Whether a part of what it writes could be written.
    pub(crate) fn can_be_short(&self) -> bool {
        self.kind == Kind::Write && self.length > 1
    }

    /// What it does to which file, for people.
    pub(crate) fn name(&self) -> String {
        let file = self.path.file_name().unwrap_or_default();
        format!("{:?} {}", self.kind, file.to_string_lossy())
    }
}

/// The number's kind; the third argument is what a file is opened with.
fn kind_of(number: i64, third: u64) -> Option<Kind> {
    match number {
        libc::SYS_write | libc::SYS_writev | libc::SYS_pwrite64 => Some(Kind::Write),
        libc::SYS_ftruncate => Some(Kind::Truncate),
        libc::SYS_fsync | libc::SYS_fdatasync => Some(Kind::Sync),
        libc::SYS_rename | libc::SYS_renameat | libc::SYS_renameat2 => Some(Kind::Entry),
        libc::SYS_link | libc::SYS_linkat | libc::SYS_mkdir | libc::SYS_mkdirat => {
            Some(Kind::Entry)
        }
        libc::SYS_openat if third & (libc::O_EXCL as u64) != 0 => Some(Kind::Entry),
        libc::SYS_openat | libc::SYS_pipe2 | libc::SYS_socketpair => Some(Kind::Open),
        libc::SYS_unlink | libc::SYS_unlinkat => Some(Kind::Unlink),
        libc::SYS_sendto | libc::SYS_sendmsg => Some(Kind::Send),
        _ => None,
    }
}

/// Whether the thread, which is at a system call, is about to begin it.
pub(crate) fn is_entry(thread: pid_t) -> bool {
    let registers = ptrace::registers(thread);
    registers.is_ok_and(|registers| registers.rax as i64 == -i64::from(libc::ENOSYS))
}

/// Takes the system call away that the thread is about to make.
pub(crate) fn withhold(thread: pid_t) -> io::Result<()> {
    let mut registers = ptrace::registers(thread)?;
    registers.orig_rax = u64::MAX;
    ptrace::set_registers(thread, &registers)
}

/// Lets the system call that was taken away end with this error.
pub(crate) fn refuse(thread: pid_t, error: c_int) -> io::Result<()> {
    let mut registers = ptrace::registers(thread)?;
    registers.rax = (-i64::from(error)) as u64;
    ptrace::set_registers(thread, &registers)
}

/// Lets the write that the thread is about to make write the first half only; gives what it would
/// have written.
pub(crate) fn shorten(thread: pid_t) -> io::Result<u64> {
    let mut registers = ptrace::registers(thread)?;
    let length = registers.rdx;
    registers.rdx = length.div_ceil(2);
    ptrace::set_registers(thread, &registers)?;
    Ok(length)
}

/// Puts the length back, which the thread may still count on.
pub(crate) fn lengthen(thread: pid_t, length: u64) -> io::Result<()> {
    let mut registers = ptrace::registers(thread)?;
    registers.rdx = length;
    ptrace::set_registers(thread, &registers)
}
