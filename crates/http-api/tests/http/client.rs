//! A client that sends exactly what it is told to, and reads one answer up to the end of the
//! connection.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// A request under construction.
pub(crate) struct Request {
    address: SocketAddr,
    head: String,
    body: Vec<u8>,
    has_length: bool,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn new(address: SocketAddr, method: &str, target: &str) -> Self {
        let head = format!("{method} {target} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n");
        Self {
            address,
            head,
            body: Vec::new(),
            has_length: false,
        }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.has_length |= name.eq_ignore_ascii_case("content-length");
        self.head.push_str(&format!("{name}: {value}\r\n"));
        self
    }

    pub(crate) fn body(mut self, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self.header("Content-Type", content_type)
    }

    pub(crate) fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string())
    }

    /// Sends it; an answer that comes before all is sent is read too.
    pub(crate) fn send(mut self) -> Response {
        if !self.has_length {
            let length = self.body.len().to_string();
            self = self.header("Content-Length", &length);
        }
        let mut bytes = format!("{}\r\n", self.head).into_bytes();
        bytes.extend_from_slice(&self.body);
        Response::to(self.address, &bytes)
    }
}

impl Response {
    /// The answer to these bytes.
    pub(crate) fn to(address: SocketAddr, bytes: &[u8]) -> Self {
        let mut stream = TcpStream::connect(address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream.write_all(bytes).unwrap();
        Self::read(&mut stream)
    }

    /// What comes up to the end of the connection.
    pub(crate) fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let (head, body) = bytes.split_at(end.unwrap() + 4);
        let head = std::str::from_utf8(head).unwrap();
        let mut lines = head.lines();
        let status = lines.next().unwrap()[9..12].parse().unwrap();
        let headers = lines.filter_map(|line| line.split_once(": "));
        Self {
            status,
            headers: headers
                .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
                .collect(),
            body: body.to_vec(),
        }
    }

    /// The one header of this name, empty if there is none.
    pub(crate) fn header(&self, name: &str) -> &str {
        let mut found = self.headers.iter().filter(|(known, _)| known == name);
        let value = found.next().map_or("", |(_, value)| value);
        assert!(found.next().is_none(), "{name} is there twice");
        value
    }

    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/json");
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Asserts the shape of a refusal; its sentence.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) -> String {
        let body = self.json();
        assert_eq!(
            (self.status, body["code"].as_str()),
            (status, Some(code)),
            "{body}"
        );
        assert_eq!(body.as_object().map(serde_json::Map::len), Some(2));
        body["detail"].as_str().unwrap().to_owned()
    }
}
