//! One worker, as the serving side sees it.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::net::unix::pipe::{Receiver, Sender};

use crate::confinement::Confinement;
use crate::fork_server::ForkServer;
use crate::forked_process::ForkedProcess;
use crate::limits::LAST_WORDS_BYTES;
use crate::protocol::{ReceivedFrame, receive, receive_confinement, send};

/// What a worker is asked to do, in `pdf_read::wire`, with which file, and how long its answer may
/// be.
#[derive(Clone, Copy)]
pub(crate) struct WorkerRequest<'request> {
    pub(crate) job: &'request [u8],
    pub(crate) pdf: &'request [u8],
    pub(crate) answer_bytes_max: u64,
}

/// A worker that waits for its file. Killed when dropped.
pub(crate) struct WorkerProcess {
    child: ForkedProcess,
    stdin: Sender,
    stdout: Receiver,
    stderr: Receiver,
}

/// How the talk with a worker ended.
pub(crate) enum WorkerOutcome {
    Answered(Vec<u8>),
    /// Its answer was longer than allowed.
    AnswerTooLong,
    /// It was dead before it had taken the whole file.
    Untaken(ExitStatus, Vec<u8>),
    /// It died of the file: how, and what it wrote last.
    Died(ExitStatus, Vec<u8>),
    TimedOut,
}

impl WorkerProcess {
    /// Starts a worker. Where the process that forks has died or does not answer, it is tried once
    /// more, by another and with other pipes.
    pub(crate) fn start(server: &ForkServer) -> io::Result<Self> {
        Self::forked(server).or_else(|_| Self::forked(server))?
    }

    /// A worker with nothing of this process but three pipes, or why the kernel gave none. An error
    /// if the process that forks does not answer.
    fn forked(server: &ForkServer) -> io::Result<io::Result<Self>> {
        let (requests, stdin) = io::pipe()?;
        let (stdout, answers) = io::pipe()?;
        let (stderr, last_words) = io::pipe()?;
        let its_own = [requests.into(), answers.into(), last_words.into()];
        let (stdin, stdout, stderr) = (
            Sender::from_owned_fd(stdin.into())?,
            Receiver::from_owned_fd(stdout.into())?,
            Receiver::from_owned_fd(stderr.into())?,
        );
        let forked = server.fork(its_own)?;
        Ok(forked.map(|child| Self {
            child: ForkedProcess::new(child),
            stdin,
            stdout,
            stderr,
        }))
    }

    /// How it is confined; or what it said when it could not confine itself.
    pub(crate) async fn confinement(mut self) -> io::Result<Confinement> {
        if let Some(confinement) = receive_confinement(&mut self.stdout).await? {
            return Ok(confinement);
        }
        let last_words = tail(self.stderr).await?;
        Err(io::Error::other(format!(
            "a worker could not confine itself ({}): {}",
            self.child.wait().await?,
            String::from_utf8_lossy(&last_words)
        )))
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        self.child.is_running()
    }

    /// Hands over the job and its file, if the worker is confined as it must be, and waits for its
    /// end, whichever it is.
    pub(crate) async fn serve(
        self,
        request: WorkerRequest<'_>,
        confinement: Confinement,
        wall_clock_max: Duration,
    ) -> io::Result<WorkerOutcome> {
        let Self {
            mut child,
            stdin,
            stdout,
            stderr,
        } = self;
        let talk = async {
            let (answer, last_words) =
                tokio::join!(ask(stdin, stdout, request, confinement), tail(stderr));
            io::Result::Ok((answer?, last_words?, child.wait().await?))
        };
        let talked = tokio::time::timeout(wall_clock_max, talk).await;
        let (answer, last_words, status) = match talked {
            Err(_) => return Ok(WorkerOutcome::TimedOut),
            Ok(talked) => talked?,
        };
        Ok(match answer {
            Some(ReceivedFrame::Whole(bytes)) => WorkerOutcome::Answered(bytes),
            Some(ReceivedFrame::TooLong) => WorkerOutcome::AnswerTooLong,
            Some(ReceivedFrame::Cut) => WorkerOutcome::Died(status, last_words),
            None => WorkerOutcome::Untaken(status, last_words),
        })
    }
}

/// The answer, or `None` if the worker did not take the file. Closes the line either way, so that
/// the worker ends.
async fn ask(
    mut stdin: Sender,
    mut stdout: Receiver,
    request: WorkerRequest<'_>,
    confinement: Confinement,
) -> io::Result<Option<ReceivedFrame>> {
    match receive_confinement(&mut stdout).await? {
        None => return Ok(None),
        Some(told) if told == confinement => {}
        Some(_) => {
            return Err(io::Error::other(
                "a worker is confined unlike the first one",
            ));
        }
    }
    for frame in [request.job, request.pdf] {
        match send(&mut stdin, frame).await {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(None),
            other => other?,
        }
    }
    receive(&mut stdout, request.answer_bytes_max)
        .await
        .map(Some)
}

/// The last bytes of a stream of any length.
async fn tail(mut stream: impl AsyncRead + Unpin) -> io::Result<Vec<u8>> {
    let mut last = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let count = stream.read(&mut piece).await?;
        if count == 0 {
            return Ok(last);
        }
        last.extend_from_slice(&piece[..count]);
        let surplus = last.len().saturating_sub(LAST_WORDS_BYTES);
        last.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::tail;
    use crate::limits::LAST_WORDS_BYTES;

    #[tokio::test]
    async fn of_a_long_stream_only_the_end_is_kept() {
        let mut noise = vec![b'.'; 100_000];
        noise.extend_from_slice(b"the end");
        let last = tail(noise.as_slice()).await.unwrap();
        assert_eq!(last.len(), LAST_WORDS_BYTES);
        assert!(last.ends_with(b".the end"));
        assert_eq!(tail(b"short".as_slice()).await.unwrap(), b"short");
    }
}
