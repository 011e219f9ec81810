//! The port.

use std::time::Duration;

use async_trait::async_trait;
use futures::StreamExt as _;
use ports::{ByteStream, ScanError, ScanVerdict, Scanner};
use tokio::time::timeout;

use crate::ClamdAddress;
use crate::answer::verdict;
use crate::connection::ClamdConnection;
use crate::error::ClamdError;

/// How long a file may take, from the connection to the verdict.
pub const SCAN_TIME_MAX: Duration = Duration::from_secs(60);

/// How long a connection, and the answer to a PING, may take.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);

/// How many files a daemon has threads for, unless it is told otherwise. Whoever calls keeps to
/// it.
pub const SCANS_AT_ONCE: usize = 10;

/// The port's scanner on a daemon. Connects for each file.
pub struct ClamdScanner {
    address: ClamdAddress,
    scan_time_max: Duration,
}

impl ClamdScanner {
    /// Asks the daemon there. A file may take so long, usually [`SCAN_TIME_MAX`].
    pub fn new(address: ClamdAddress, scan_time_max: Duration) -> Self {
        Self {
            address,
            scan_time_max,
        }
    }

    async fn connect(&self) -> Result<ClamdConnection, ClamdError> {
        let connecting = ClamdConnection::connect(&self.address);
        let connected = timeout(ANSWER_TIME_MAX, connecting).await;
        connected.unwrap_or(Err(ClamdError::Silent))
    }

    async fn scan_now(&self, bytes: ByteStream) -> Result<ScanVerdict, ScanError> {
        let mut connection = self.connect().await?;
        match send_all(&mut connection, bytes).await {
            Err(ScanError::Unavailable(broken)) => Err(reason(&mut connection, broken).await),
            Err(error) => Err(error),
            Ok(()) => Ok(verdict(&connection.answer().await?)?),
        }
    }

    async fn ping(&self) -> Result<(), ClamdError> {
        let mut connection = self.connect().await?;
        connection.send(b"zPING\0").await?;
        match connection.answer().await?.as_slice() {
            b"PONG" => Ok(()),
            _ => Err(ClamdError::Unintelligible),
        }
    }
}

#[async_trait]
impl Scanner for ClamdScanner {
    async fn scan(&self, bytes: ByteStream) -> Result<ScanVerdict, ScanError> {
        let scanned = timeout(self.scan_time_max, self.scan_now(bytes)).await;
        scanned.unwrap_or(Err(ClamdError::Silent.into()))
    }

    async fn check(&self) -> Result<(), ScanError> {
        let asked = timeout(ANSWER_TIME_MAX, self.ping()).await;
        Ok(asked.unwrap_or(Err(ClamdError::Silent))?)
    }
}

async fn send_all(
    connection: &mut ClamdConnection,
    mut bytes: ByteStream,
) -> Result<(), ScanError> {
    connection.send(b"zINSTREAM\0").await?;
    while let Some(piece) = bytes.next().await {
        connection
            .send_piece(&piece.map_err(ScanError::BytesFailed)?)
            .await?;
    }
    Ok(connection.send_end().await?)
}

/// Why the daemon takes no more of a file: what it says before it closes the connection, if it says
/// something. Never a verdict, since it has not seen the whole file.
async fn reason(connection: &mut ClamdConnection, broken: ports::BoxError) -> ScanError {
    match connection.answer().await.map(|answer| verdict(&answer)) {
        Ok(Err(refused)) => refused.into(),
        Ok(Ok(_)) | Err(_) => ScanError::Unavailable(broken),
    }
}
