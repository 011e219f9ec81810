//! A process of the program that does nothing but fork workers: what every one of them would do
//! first (mapping the program, resolving its symbols, asking the processor what it can) it has done
//! once for all.
//!
//! It never sees a byte of a file: the service sends it the worker's ends of three pipes
//! (`unix(7)`, `SCM_RIGHTS`) over a socket, it answers with the number of the child. Children are
//! the service's own (`fork.rs`), in the process group of this one until the service has heard of
//! them. It has nothing of the service either, is confined before the first fork, and is replaced
//! by another after a number of forks, since its children share the layout of its memory
//! ([`ForkServer`]).

mod fork;
mod process;

use std::io::{self, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::process::ExitCode;

use rustix::io::retry_on_intr;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendFlags, recvmsg, send};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout, stdin};

use crate::ending::{NOT_HEARD, not_confined};

pub(crate) use fork::FLAGS;
pub(crate) use process::ForkServer;
pub use process::WorkerCommand;

/// A worker's ends of its pipes: standard input, output and error.
pub(crate) const PIPES: usize = 3;

/// Prepares for all workers, forks one for each request on standard input until that is closed,
/// and does in each what it is to do. Comes back in every process, with what that is to exit with.
pub fn fork_workers<P>(
    prepare: impl FnOnce() -> io::Result<P>,
    worker: impl FnOnce(P) -> ExitCode,
) -> ExitCode {
    match prepare() {
        Ok(prepared) => serve(prepared, worker),
        Err(error) => not_confined(&error),
    }
}

fn serve<P>(prepared: P, worker: impl FnOnce(P) -> ExitCode) -> ExitCode {
    loop {
        let forked = match receive_pipes() {
            Ok(Some(pipes)) => fork::fork().map(|child| (child, pipes)),
            Ok(None) => return ExitCode::SUCCESS,
            Err(_) => return ExitCode::from(NOT_HEARD),
        };
        let told = match forked {
            Ok((None, pipes)) => {
                return match begin(pipes) {
                    Ok(()) => worker(prepared),
                    Err(_) => ExitCode::from(NOT_HEARD),
                };
            }
            Ok((Some(child), _)) => tell(&child.as_raw_nonzero().get().to_le_bytes()),
            // No worker for now: the service says so to whoever waits for one.
            Err(error) => tell(&(-error.raw_os_error().unwrap_or(libc::EAGAIN)).to_le_bytes()),
        };
        if told.is_err() {
            return ExitCode::from(NOT_HEARD);
        }
    }
}

/// The child's first steps: its own pipes in the place of the socket.
fn begin([requests, answers, last_words]: [OwnedFd; PIPES]) -> io::Result<()> {
    dup2_stdin(requests)?;
    dup2_stdout(answers)?;
    Ok(dup2_stderr(last_words)?)
}

/// The next worker's pipes. `None` if the service is gone.
fn receive_pipes() -> io::Result<Option<[OwnedFd; PIPES]>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PIPES))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let mut bytes = [IoSliceMut::new(&mut byte)];
    let received =
        retry_on_intr(|| recvmsg(stdin(), &mut bytes, &mut ancillary, RecvFlags::CMSG_CLOEXEC))?;
    if received.bytes == 0 {
        return Ok(None);
    }
    let pipes = ancillary.drain().flat_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => descriptors.collect(),
        _ => Vec::new(),
    });
    let pipes = pipes.collect::<Vec<_>>().try_into();
    pipes
        .map(Some)
        .map_err(|_| io::ErrorKind::InvalidData.into())
}

fn tell(answer: &[u8]) -> io::Result<()> {
    // A message of such a socket goes whole or not at all.
    retry_on_intr(|| send(stdin(), answer, SendFlags::NOSIGNAL))?;
    Ok(())
}
