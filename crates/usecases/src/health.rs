//! Whether the service can do its work.

use std::sync::Arc;

use ports::{BlobStore, Store};

use crate::InternalError;

/// Looks whether what the service stands on answers.
pub struct Health {
    store: Arc<dyn Store>,
    blobs: Arc<dyn BlobStore>,
}

impl Health {
    /// The health of a service on these stores.
    pub fn new(store: Arc<dyn Store>, blobs: Arc<dyn BlobStore>) -> Self {
        Self { store, blobs }
    }

    /// Whether database and blob store answer now; the first that does not.
    pub async fn check(&self) -> Result<(), InternalError> {
        let (store, blobs) = futures::join!(self.store.check(), self.blobs.check());
        store?;
        Ok(blobs?)
    }
}
