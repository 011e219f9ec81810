//! Shows files to the malware scanner, if there is one, before they are accepted. If it does not
//! answer, no file is accepted.

use std::sync::Arc;
use std::time::Duration;

use domain::client_network::ClientNetwork;
use ports::{ByteStream, ScanError, ScanVerdict, Scanner, Signature};

use crate::{InternalError, PoolRules, SharedPool};

/// Files that may wait for the scanner.
const SCANS_WAITING_MAX: usize = 256;

/// How long a file may wait for the scanner.
const SCAN_WAIT_MAX: Duration = Duration::from_secs(30);

/// A scanner that clients share in turns. Clones share it.
#[derive(Clone)]
pub struct SharedScanner {
    scanner: Arc<dyn Scanner>,
    turns: SharedPool,
}

impl SharedScanner {
    /// A scanner that scans at most `at_once_max` files at once.
    pub fn new(scanner: Arc<dyn Scanner>, at_once_max: usize) -> Self {
        let rules = PoolRules {
            capacity: u64::try_from(at_once_max).unwrap_or(u64::MAX),
            kept: 0,
            grown_max: 0,
            waiting_max: SCANS_WAITING_MAX,
            wait_max: Some(SCAN_WAIT_MAX),
        };
        Self {
            scanner,
            turns: SharedPool::new(rules),
        }
    }

    /// The pool of scans, one part for each file, for metrics.
    pub fn turns(&self) -> &SharedPool {
        &self.turns
    }

    /// The signature that the scanner found in the file, `None` where it is clean. `bytes` is
    /// awaited when it is the client's turn.
    pub(crate) async fn find_malware(
        &self,
        client: ClientNetwork,
        bytes: impl Future<Output = Result<ByteStream, InternalError>>,
    ) -> Result<Option<Signature>, InternalError> {
        let _turn = self.turns.acquire(client).await?;
        match self.scanner.scan(bytes.await?).await {
            Ok(ScanVerdict::Clean) => Ok(None),
            Ok(ScanVerdict::Infected(signature)) => Ok(Some(signature)),
            Err(ScanError::BytesFailed(error)) => Err(error.into()),
            Err(error @ ScanError::Unavailable(_)) => Err(InternalError::Unavailable(error.into())),
        }
    }

    /// Whether the scanner answers.
    pub async fn check(&self) -> Result<(), InternalError> {
        let checked = self.scanner.check().await;
        checked.map_err(|error| InternalError::Unavailable(error.into()))
    }
}
