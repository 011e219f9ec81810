//! What every use case needs that stores files: of applications, and of their attachments.

use std::sync::Arc;

use ports::{BlobStore, Clock, Entropy, Store};

use crate::{SharedScanner, StorageRoom};

/// The ports that storing needs, which all who store files share.
#[derive(Clone)]
pub struct StoringPorts {
    /// Where rows are kept.
    pub store: Arc<dyn Store>,
    /// Where bytes are kept.
    pub blobs: Arc<dyn BlobStore>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Gives randomness for keys.
    pub entropy: Arc<dyn Entropy>,
    /// Scans files for malware before they are accepted, if there is a scanner.
    pub scanner: Option<SharedScanner>,
    /// The bounds on stored bytes.
    pub room: StorageRoom,
}
