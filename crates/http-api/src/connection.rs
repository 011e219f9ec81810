//! A connection as the service reads and writes it: an answer must be taken at a minimum rate, the
//! connection can be ended from elsewhere, and one that is to be closed is not read on.
//!
//! All of it is done here since a client that takes nothing leaves the HTTP library waiting for the
//! socket, where it asks no handler and no body for anything; and since the library reads on what a
//! handler has left of a body, without a bound where the body is chunked.

mod admission;
mod handle;

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use actix_web::rt::net::TcpStream;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

pub(crate) use admission::{
    Admission, CONNECTIONS_REFUSED_MAX, CONNECTIONS_WAITING_MAX, ConnectionPlace,
};
pub(crate) use handle::{ConnectionHandle, LastReads};

/// The socket with what is known of it.
pub(crate) struct Connection {
    socket: TcpStream,
    handle: ConnectionHandle,
    /// Since when the client takes nothing, and when it is given up.
    stalled: Option<(Instant, Pin<Box<Sleep>>)>,
    closing: Option<Closing>,
    _place: ConnectionPlace,
}

/// What is left of the last reads.
struct Closing {
    bytes_left: usize,
    end: Pin<Box<Sleep>>,
}

impl Connection {
    /// A connection that has been admitted.
    pub(crate) fn new(socket: TcpStream, handle: ConnectionHandle, place: ConnectionPlace) -> Self {
        Self {
            socket,
            handle,
            stalled: None,
            closing: None,
            _place: place,
        }
    }

    pub(crate) fn handle(&self) -> ConnectionHandle {
        self.handle.clone()
    }

    /// Whether nothing more is read, as if the client had ended the connection.
    fn is_read_out(&mut self, context: &mut Context<'_>) -> bool {
        let Some(last_reads) = self.handle.last_reads() else {
            return false;
        };
        let closing = self.closing.get_or_insert_with(|| Closing {
            bytes_left: last_reads.bytes_max,
            end: Box::pin(sleep(last_reads.time_max)),
        });
        if closing.bytes_left > 0 && closing.end.as_mut().poll(context).is_ready() {
            closing.bytes_left = 0;
        }
        closing.bytes_left == 0
    }

    /// What a write says, unless the client is given up.
    fn judge(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(written) => {
                let since = self.stalled.take().map(|(since, _)| since);
                let waited = since.map(|since| since.elapsed()).unwrap_or_default();
                if let Ok(bytes) = written {
                    self.handle.moved(bytes, waited);
                }
                Poll::Ready(written)
            }
            Poll::Pending => {
                let patience = self.handle.patience();
                let begin = || (Instant::now(), Box::pin(sleep(patience)));
                let (_, end) = self.stalled.get_or_insert_with(begin);
                ready!(end.as_mut().poll(context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.handle.check(context)?;
        if self.is_read_out(context) {
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.socket).poll_read(context, buffer);
        if let Some(closing) = &mut self.closing {
            let bytes = buffer.filled().len() - before;
            closing.bytes_left = closing.bytes_left.saturating_sub(bytes);
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.handle.check(context)?;
        let written = Pin::new(&mut self.socket).poll_write(context, bytes);
        self.judge(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}
