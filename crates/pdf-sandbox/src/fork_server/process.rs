//! The process that forks workers, as the service sees it.

use std::ffi::OsString;
use std::io::{self, IoSlice, Read as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustix::io::retry_on_intr;
use rustix::net::sockopt::{Timeout, set_socket_timeout};
use rustix::net::{
    AddressFamily, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags,
    SocketType, recv, sendmsg, socketpair,
};
use rustix::process::{Pid, Signal, WaitOptions, kill_process_group, setpgid, waitpgid};

use super::PIPES;
use crate::limits::LAST_WORDS_BYTES;

/// How many workers share one layout of memory at most.
const FORKS_MAX: u32 = 500;

#[derive(Debug, Clone)]
pub struct WorkerCommand {
    /// The program; best `/proc/self/exe`, which is this very program even after an upgrade has
    /// replaced its file.
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

/// Starts workers, and the process that forks them where there is none.
pub(crate) struct ForkServer {
    command: WorkerCommand,
    answer_time_max: Duration,
    running: Mutex<Option<RunningServer>>,
}

/// The process that forks workers. Killed when dropped.
struct RunningServer {
    process: Child,
    /// Its process group, with the workers that it has told nobody of; `None` once they have ended:
    /// the number may then be that of others.
    group: Option<Pid>,
    line: OwnedFd,
    forks: u32,
}

impl ForkServer {
    pub(crate) fn new(command: WorkerCommand, answer_time_max: Duration) -> Self {
        Self {
            command,
            answer_time_max,
            running: Mutex::default(),
        }
    }

    /// Starts a worker with these ends of its pipes: the worker, or why the kernel gave none. An
    /// error if the process that forks has died or does not answer: the next call has another take
    /// its place. A worker may have these pipes all the same, so no other is to have them.
    pub(crate) fn fork(&self, pipes: [OwnedFd; PIPES]) -> io::Result<io::Result<Pid>> {
        // A fault under the lock leaves a process behind that is replaced as any that has died.
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let mut server = match running.take().filter(|server| server.forks < FORKS_MAX) {
            Some(server) => server,
            None => RunningServer::start(&self.command, self.answer_time_max)?,
        };
        let forked = server.fork(pipes).map_err(|error| server.told(&error))?;
        *running = Some(server);
        Ok(forked)
    }
}

impl RunningServer {
    /// Starts the process with nothing of this one: no environment, its own process group, a socket
    /// and a pipe. It is given up when an answer takes longer than `answer_time_max`.
    fn start(command: &WorkerCommand, answer_time_max: Duration) -> io::Result<Self> {
        let (line, its_own) = socketpair(
            AddressFamily::UNIX,
            SocketType::SEQPACKET,
            SocketFlags::CLOEXEC,
            None,
        )?;
        for way in [Timeout::Recv, Timeout::Send] {
            set_socket_timeout(&line, way, Some(answer_time_max))?;
        }
        let process = Command::new(&command.program)
            .args(&command.arguments)
            .env_clear()
            .current_dir("/")
            .process_group(0)
            .stdin(its_own)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        Ok(Self {
            group: Some(Pid::from_child(&process)),
            process,
            line,
            forks: 0,
        })
    }

    /// The worker, or why the kernel gave none; an error if the process does not answer.
    fn fork(&mut self, pipes: [OwnedFd; PIPES]) -> io::Result<io::Result<Pid>> {
        self.forks += 1;
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(PIPES))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        let descriptors = pipes.each_ref().map(|pipe| pipe.as_fd());
        if !ancillary.push(SendAncillaryMessage::ScmRights(&descriptors)) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let byte = [IoSlice::new(&[0])];
        retry_on_intr(|| sendmsg(&self.line, &byte, &mut ancillary, SendFlags::NOSIGNAL))?;
        let mut answer = [0; 4];
        let receive = || recv(&self.line, &mut answer, RecvFlags::empty());
        let (length, _) = retry_on_intr(receive)?;
        if length != answer.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let worker = forked(i32::from_le_bytes(answer));
        Ok(worker.and_then(|worker| {
            // From now on it does not end with this process.
            setpgid(Some(worker), Some(worker))?;
            Ok(worker)
        }))
    }

    /// What is known of its end.
    fn told(&mut self, error: &io::Error) -> io::Error {
        let status = self.end();
        let mut last_words = Vec::new();
        if let Some(stderr) = self.process.stderr.take() {
            let _ = stderr
                .take(LAST_WORDS_BYTES as u64)
                .read_to_end(&mut last_words);
        }
        let ended = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        io::Error::other(format!(
            "the process that starts workers gave no answer ({ended}, {error}): {}",
            String::from_utf8_lossy(&last_words)
        ))
    }

    /// Kills it, and the workers that it has told nobody of, and waits for all of them. Workers
    /// that others wait for are in groups of their own.
    fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(group) = self.group.take() {
            // They hold nothing that could be lost, and end at once.
            let _ = kill_process_group(group, Signal::KILL);
            self.process.wait()?;
            while retry_on_intr(|| waitpgid(group, WaitOptions::empty())).is_ok() {}
        }
        self.process.wait()
    }
}

/// The worker that an answer tells of, or why there is none: the error's number, negative.
fn forked(answer: i32) -> io::Result<Pid> {
    // Only a positive number may be shown to [`Pid`].
    let worker = (answer > 0).then(|| Pid::from_raw(answer)).flatten();
    worker.ok_or_else(|| io::Error::from_raw_os_error(answer.saturating_neg()))
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.end();
    }
}

#[cfg(test)]
mod tests {
    use rustix::process::Pid;

    use super::forked;

    #[test]
    fn an_answer_below_nothing_is_the_number_of_an_error() {
        let error = forked(-11).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(11));
        assert!(forked(i32::MIN).is_err());
        assert_eq!(forked(7).ok(), Pid::from_raw(7));
    }
}
