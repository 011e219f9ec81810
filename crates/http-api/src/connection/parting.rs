//! The end of a connection that the HTTP library drops while its client is owed an answer.
//!
//! That is what it does when the chunks of a body cannot be decoded: it takes them for a client
//! that is gone (docs/decisions/0020-broken-chunks.md).

use std::io;

use actix_web::rt::net::TcpStream;
use actix_web::web::Bytes;
use socket2::SockRef;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::{ConnectionPlace, LastReads};

/// What is still read, so that a client that is sending sees the answer.
const LAST_READS: LastReads = LastReads::AFTER_UNFINISHED_BODY;

/// Writes the last answer to a clone of the socket, which its owner is about to drop, and keeps the
/// connection's place in the pool for so long. A client that takes nothing is given up.
pub(super) fn begin(socket: &TcpStream, place: Option<ConnectionPlace>, answer: Bytes) {
    let socket = SockRef::from(socket).try_clone();
    let (Ok(socket), Ok(runtime)) = (socket, Handle::try_current()) else {
        return;
    };
    runtime.spawn(async move {
        let _place = place;
        // There is nobody left to be told.
        let _ = timeout(LAST_READS.time_max, part(socket.into(), &answer)).await;
    });
}

async fn part(socket: std::net::TcpStream, answer: &[u8]) -> io::Result<()> {
    let mut socket = TcpStream::from_std(socket)?;
    socket.write_all(answer).await?;
    socket.shutdown().await?;
    let mut piece = [0; 4096];
    let mut bytes_left = LAST_READS.bytes_max;
    while bytes_left > 0 {
        match socket.read(&mut piece).await? {
            0 => break,
            bytes => bytes_left = bytes_left.saturating_sub(bytes),
        }
    }
    Ok(())
}
