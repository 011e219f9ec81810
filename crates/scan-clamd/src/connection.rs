//! A connection to the daemon, for one command.

use std::io;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpStream, UnixStream};

use crate::ClamdAddress;
use crate::error::ClamdError;

/// A longer answer is none of the daemon's.
const ANSWER_BYTES_MAX: u64 = 1024;

/// How many bytes are sent at once.
const PIECE_BYTES: usize = 64 * 1024;

trait Socket: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Socket for S {}

pub(crate) struct ClamdConnection(Box<dyn Socket>);

impl ClamdConnection {
    pub(crate) async fn connect(address: &ClamdAddress) -> Result<Self, ClamdError> {
        let connected = match address {
            ClamdAddress::Socket(path) => UnixStream::connect(path)
                .await
                .map(|socket| Box::new(socket) as Box<dyn Socket>),
            ClamdAddress::Port(host, port) => TcpStream::connect((host.as_str(), *port))
                .await
                .map(|socket| Box::new(socket) as Box<dyn Socket>),
        };
        connected
            .map(Self)
            .map_err(|error| ClamdError::Unreachable(error.kind()))
    }

    pub(crate) async fn send(&mut self, command: &[u8]) -> Result<(), ClamdError> {
        self.0.write_all(command).await.map_err(broken)
    }

    /// The bytes, each piece after its length; an empty piece would be the end.
    pub(crate) async fn send_piece(&mut self, piece: &Bytes) -> Result<(), ClamdError> {
        for piece in piece.chunks(PIECE_BYTES) {
            let length = u32::try_from(piece.len()).unwrap_or_default();
            self.send(&length.to_be_bytes()).await?;
            self.send(piece).await?;
        }
        Ok(())
    }

    /// Says that nothing more comes.
    pub(crate) async fn send_end(&mut self) -> Result<(), ClamdError> {
        self.send(&0_u32.to_be_bytes()).await?;
        self.0.flush().await.map_err(broken)
    }

    /// The answer up to the NUL with which the daemon ends it and the connection.
    pub(crate) async fn answer(&mut self) -> Result<Vec<u8>, ClamdError> {
        let mut answer = Vec::new();
        let mut rest = (&mut self.0).take(ANSWER_BYTES_MAX);
        rest.read_to_end(&mut answer).await.map_err(broken)?;
        match answer.iter().position(|byte| *byte == 0) {
            Some(end) if end + 1 == answer.len() => {
                answer.truncate(end);
                Ok(answer)
            }
            _ => Err(ClamdError::Unintelligible),
        }
    }
}

fn broken(error: io::Error) -> ClamdError {
    ClamdError::Broken(error.kind())
}
