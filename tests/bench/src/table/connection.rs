//! A connection that sends one request after the other, and counts what comes back.

use actix_web::web::Bytes;
use test_servers::Fallible;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// What is read at once, at most.
const PIECE_BYTES: usize = 512 * 1024;

/// A request as bytes; the body apart, where many have the same.
#[derive(Clone)]
pub(crate) struct Request {
    pub(crate) head: Bytes,
    pub(crate) body: Bytes,
}

impl From<Vec<u8>> for Request {
    fn from(bytes: Vec<u8>) -> Self {
        Self {
            head: bytes.into(),
            body: Bytes::new(),
        }
    }
}

/// An answer that was read to its end.
pub(crate) struct Received {
    pub(crate) status: u16,
    pub(crate) body_bytes: usize,
    /// The other side closes the connection.
    pub(crate) closes: bool,
}

pub(crate) struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: &str) -> Fallible<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            read: vec![0; PIECE_BYTES],
        })
    }

    /// Sends a request and reads the answer, which must say how long it is.
    pub(crate) async fn send(&mut self, request: &Request) -> Fallible<Received> {
        self.stream.write_all(&request.head).await?;
        self.stream.write_all(&request.body).await?;
        let mut filled = 0;
        let end = loop {
            filled += self.read_after(filled).await?;
            let end = self.read[..filled]
                .windows(4)
                .position(|end| end == b"\r\n\r\n");
            if let Some(end) = end {
                break end + 4;
            }
        };
        let head = std::str::from_utf8(&self.read[..end])?;
        let status = head.get(9..12).ok_or("no status")?.parse()?;
        let length: usize = header(head, "content-length")
            .ok_or("an answer without a length")?
            .parse()?;
        let closes = header(head, "connection").is_some_and(|value| value == "close");
        let mut left = length
            .checked_sub(filled - end)
            .ok_or("an answer longer than it says")?;
        while left > 0 {
            let count = self.read_after(0).await?;
            left = left
                .checked_sub(count)
                .ok_or("an answer longer than it says")?;
        }
        Ok(Received {
            status,
            body_bytes: length,
            closes,
        })
    }

    async fn read_after(&mut self, filled: usize) -> Fallible<usize> {
        let count = self.stream.read(&mut self.read[filled..]).await?;
        if count == 0 {
            return Err("an answer that breaks off".into());
        }
        Ok(count)
    }
}

fn header<'head>(head: &'head str, name: &str) -> Option<&'head str> {
    head.split("\r\n").skip(1).find_map(|line| {
        let (sent, value) = line.split_once(':')?;
        sent.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}
