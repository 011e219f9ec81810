//! A connection as the service reads and writes it: an answer must be taken at a minimum rate, the
//! connection can be ended from elsewhere, and one that is to be closed is not read on.
//!
//! The work of a client that hangs up is dropped too where it asks for that
//! ([`ConnectionHandle::unless_ended`]).
//!
//! All of it is done here since a client that takes nothing leaves the HTTP library waiting for the
//! socket, where it asks no handler and no body for anything; and since the library reads on what a
//! handler has left of a body, without a bound where the body is chunked, and requests that were
//! sent ahead ([`incoming`]).
//!
//! Here belongs what holds of a connection whatever is asked on it: who is at its other end, how
//! many there may be, how fast bytes must move.

mod admission;
pub(crate) mod client_address;
mod handle;
mod incoming;
pub(crate) mod minimum_rate;
mod parting;

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_web::rt::net::TcpStream;
use actix_web::web::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

pub(crate) use admission::{
    Admission, CONNECTIONS_REFUSED_MAX, CONNECTIONS_WAITING_MAX, ConnectionPlace,
};
pub(crate) use handle::{ConnectionHandle, LastReads};

use incoming::PIECE_BYTES_MAX;
use minimum_rate::Waiting;

/// The answer to a head that is too long (RFC 6585, 5), like those of the library to what it can
/// make no request of.
const HEAD_TOO_LONG: &[u8] = b"HTTP/1.1 431 Request Header Fields Too Large\r\n\
    content-length: 0\r\nconnection: close\r\n\r\n";

/// The socket with what is known of it.
pub(crate) struct Connection {
    socket: TcpStream,
    handle: ConnectionHandle,
    /// The wait for a client that takes nothing.
    stalled: Waiting,
    /// An answer is on its way, and the client takes nothing more of it for now.
    is_stalled: bool,
    /// What was read and is for a later request.
    ahead: Bytes,
    /// The library has been given a piece that it must look at before it gets more.
    holds_piece: bool,
    closing: Option<Closing>,
    place: Option<ConnectionPlace>,
}

/// What may still be read before the connection is closed.
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
            stalled: Waiting::default(),
            is_stalled: false,
            ahead: Bytes::new(),
            holds_piece: false,
            closing: None,
            place: Some(place),
        }
    }

    pub(crate) fn handle(&self) -> ConnectionHandle {
        self.handle.clone()
    }

    /// Reads what is expected of the client by now.
    fn read_on(
        &mut self,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if std::mem::take(&mut self.holds_piece) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let incoming = *self.handle.incoming();
        if incoming.is_too_long() {
            return match self.is_stalled {
                // The library comes back when that has been taken.
                true => Poll::Pending,
                false => self.refuse_head(),
            };
        }
        if incoming.bytes_max() == 0 {
            return self.look_for_end(context);
        }
        let is_ahead = !self.ahead.is_empty();
        if is_ahead || incoming.is_given_in_pieces() {
            return self.read_piece(context, buffer);
        }
        let bytes_max = incoming.bytes_max().min(buffer.remaining());
        let mut piece = ReadBuf::new(buffer.initialize_unfilled_to(bytes_max));
        ready!(self.read_socket(context, &mut piece))?;
        let bytes = self.handle.incoming().give(piece.filled());
        buffer.advance(bytes);
        Poll::Ready(Ok(()))
    }

    /// Hands on what was read before, else a piece that is read now, up to where the library must
    /// look at it.
    fn read_piece(
        &mut self,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.ahead.is_empty() {
            let mut piece = [0; PIECE_BYTES_MAX];
            let mut piece = ReadBuf::new(&mut piece);
            ready!(self.read_socket(context, &mut piece))?;
            self.holds_piece = piece.remaining() == 0;
            self.ahead = Bytes::copy_from_slice(piece.filled());
        }
        let bytes_max = self.ahead.len().min(buffer.remaining());
        let mut incoming = self.handle.incoming();
        let bytes = incoming.give(&self.ahead[..bytes_max]);
        buffer.put_slice(&self.ahead.split_to(bytes));
        self.holds_piece |= incoming.is_given_in_pieces() && !self.ahead.is_empty();
        Poll::Ready(Ok(()))
    }

    /// The HTTP library drops the connection then, and with it what it has of the head.
    fn refuse_head(&self) -> Poll<io::Result<()>> {
        self.handle
            .answer_when_dropped(Bytes::from_static(HEAD_TOO_LONG));
        Poll::Ready(Err(io::ErrorKind::InvalidData.into()))
    }

    fn read_socket(
        &mut self,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = ready!(Pin::new(&mut self.socket).poll_read(context, buffer));
        if read.is_err() || buffer.filled().is_empty() {
            self.handle.ended_by_client();
        }
        Poll::Ready(read)
    }

    /// Ready where the client has ended the connection. What it has sent ahead stays where it is;
    /// behind that no end is seen.
    fn look_for_end(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if !self.ahead.is_empty() {
            self.handle.hold_back();
            return Poll::Pending;
        }
        let mut byte = [0];
        let bytes = ready!(self.socket.poll_peek(context, &mut ReadBuf::new(&mut byte)));
        if bytes.as_ref().is_ok_and(|bytes| *bytes > 0) {
            self.handle.hold_back();
            return Poll::Pending;
        }
        self.handle.ended_by_client();
        Poll::Ready(bytes.map(drop))
    }

    /// Reads within the bounds of `last_reads` and throws away what comes, so that no further
    /// request comes of it. Ready when that is over: to the HTTP library it is then as if the
    /// client had ended the connection.
    fn read_out(
        &mut self,
        last_reads: LastReads,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<()>> {
        let closing = self.closing.get_or_insert_with(|| Closing {
            bytes_left: last_reads.bytes_max,
            end: Box::pin(sleep(last_reads.time_max)),
        });
        let mut piece = [0; 4096];
        while closing.bytes_left > 0 && closing.end.as_mut().poll(context).is_pending() {
            let mut piece = ReadBuf::new(&mut piece);
            ready!(Pin::new(&mut self.socket).poll_read(context, &mut piece))?;
            let bytes = piece.filled().len();
            if bytes == 0 {
                break;
            }
            closing.bytes_left = closing.bytes_left.saturating_sub(bytes);
        }
        closing.bytes_left = 0;
        Poll::Ready(Ok(()))
    }

    /// The outcome of a write; an error where the client has taken nothing for longer than the
    /// minimum rate allows.
    fn judge(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        self.is_stalled = written.is_pending();
        match written {
            Poll::Ready(written) => {
                let waited = self.stalled.end();
                if let Ok(bytes) = written {
                    self.handle.moved(bytes, waited);
                }
                Poll::Ready(written)
            }
            Poll::Pending => {
                ready!(self.stalled.poll(self.handle.patience(), context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(answer) = self.handle.take_last_answer() {
            parting::begin(&self.socket, self.place.take(), answer);
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
        match self.handle.last_reads() {
            Some(last_reads) => self.read_out(last_reads, context),
            None => self.read_on(context, buffer),
        }
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

#[cfg(test)]
mod tests;
