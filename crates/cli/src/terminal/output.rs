//! Writing to a descriptor without ever waiting for whoever reads the other end.
//!
//! `O_NONBLOCK` would belong to the open file, which other processes have as well, and take them by
//! surprise. So it is asked first whether there is room, and no more is written at once than there
//! surely is then.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, fstat};
use rustix::io::{Errno, write};
use rustix::net::{SendFlags, send};

/// What a pipe takes at once when it has room at all, and keeps together (POSIX, `PIPE_BUF`).
const PIPE_PIECE: usize = 4096;

/// What a terminal takes at once when it has room at all: Linux hands its buffer out by 256 bytes,
/// and a line feed may become two of them.
const TERMINAL_PIECE: usize = 128;

/// Where bytes go.
pub(super) trait Output {
    /// Writes as many of the bytes as there is room for, at least one. An error where there is none
    /// now, or where nothing can be written.
    fn write_some(&self, bytes: &[u8]) -> io::Result<usize>;
}

/// Writes bytes as far as there is room for them now. Answers how many.
pub(super) fn write_while_there_is_room(output: &impl Output, bytes: &[u8]) -> usize {
    let mut written = 0;
    while written < bytes.len() {
        match output.write_some(&bytes[written..]) {
            Ok(0) => break,
            Ok(more) => written += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    written
}

/// A descriptor, whatever is behind it.
pub(super) struct Descriptor<D> {
    descriptor: D,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Its reader may stand still: no more than this is written at once.
    Piecewise(usize),
    Socket,
    /// A file, in which a write waits for the disk alone.
    File,
}

impl<D: AsFd> Descriptor<D> {
    pub(super) fn new(descriptor: D) -> Self {
        let found = fstat(&descriptor).map(|found| FileType::from_raw_mode(found.st_mode));
        let kind = match found {
            Ok(FileType::Fifo) => Kind::Piecewise(PIPE_PIECE),
            Ok(FileType::Socket) => Kind::Socket,
            Ok(FileType::RegularFile) => Kind::File,
            _ => Kind::Piecewise(TERMINAL_PIECE),
        };
        Self { descriptor, kind }
    }
}

impl<D: AsFd> Output for Descriptor<D> {
    fn write_some(&self, bytes: &[u8]) -> io::Result<usize> {
        let descriptor = self.descriptor.as_fd();
        let written = match self.kind {
            Kind::Socket => send(descriptor, bytes, SendFlags::DONTWAIT | SendFlags::NOSIGNAL)?,
            Kind::File => write(descriptor, bytes)?,
            Kind::Piecewise(bytes_max) => {
                if !has_room(descriptor)? {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                write(descriptor, piece(bytes, bytes_max))?
            }
        };
        Ok(written)
    }
}

/// Whether a write would not wait, be it since it would fail.
fn has_room(descriptor: BorrowedFd<'_>) -> Result<bool, Errno> {
    let mut asked = [PollFd::from_borrowed_fd(descriptor, PollFlags::OUT)];
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    Ok(poll(&mut asked, Some(&at_once))? > 0)
}

/// The beginning of the bytes: whole lines if one fits.
fn piece(bytes: &[u8], bytes_max: usize) -> &[u8] {
    let Some((fitting, _)) = bytes.split_at_checked(bytes_max) else {
        return bytes;
    };
    let end = fitting.iter().rposition(|byte| *byte == b'\n');
    end.map_or(fitting, |end| &fitting[..=end])
}
