//! A client of one connection that stays open: as little work as possible beside the service it
//! measures.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use test_servers::Fallible;

/// One connection.
pub struct Client(BufReader<TcpStream>);

/// What was answered.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Client {
    /// Connects to `host:port`.
    pub fn connect(address: &str) -> Fallible<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self(BufReader::new(stream)))
    }

    /// Sends the bytes of a request and reads the answer, which must say how long it is.
    pub fn send(&mut self, request: &[u8]) -> Fallible<Answer> {
        self.0.get_mut().write_all(request)?;
        let mut line = String::new();
        self.0.read_line(&mut line)?;
        let status = line.split(' ').nth(1).ok_or("no status")?.parse()?;
        let mut length = None;
        loop {
            line.clear();
            self.0.read_line(&mut line)?;
            let Some((name, value)) = line.split_once(':') else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = Some(value.trim().parse::<usize>()?);
            }
        }
        let mut body = vec![0; length.ok_or("an answer without a length")?];
        self.0.read_exact(&mut body)?;
        Ok(Answer { status, body })
    }

    /// The same, for a request that must succeed.
    pub fn done(&mut self, request: &[u8]) -> Fallible<String> {
        let answer = self.send(request)?;
        let body = String::from_utf8_lossy(&answer.body).into_owned();
        if !(200..300).contains(&answer.status) {
            return Err(format!("{}: {body}", answer.status).into());
        }
        Ok(body)
    }
}
