//! Where everything is kept, rows and bytes together: what can be wrong with it, and who is told
//! while it is gone through.

mod fault;

use std::sync::Arc;

use domain::{BlobKey, PaId};
use futures::TryStreamExt as _;
use ports::{BlobStore, Counters, Store, StoreError};

use crate::InternalError;

pub use fault::{BlobRole, StorageFault};

/// So many numbers of applications are looked up at once.
const PAGE: usize = 200;

/// A database and the blob store that belongs to it.
#[derive(Clone)]
pub struct Storage {
    /// Where rows are kept.
    pub store: Arc<dyn Store>,
    /// Where bytes are kept.
    pub blobs: Arc<dyn BlobStore>,
}

/// Is told how far a long work is, and what is wrong, as soon as it is found.
pub trait ProgressListener: Send + Sync {
    /// A step begins; `total` pieces are expected, more or fewer may come.
    fn begins(&self, step: ProgressStep, total: u64);

    /// One more piece is done.
    fn advances(&self);

    /// Something is wrong. The work goes on.
    fn finds(&self, fault: &StorageFault);
}

/// What is done with every application, or with every blob, in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressStep {
    /// The rows of one moment are taken.
    TakeRows,
    /// Applications are copied with their bytes.
    Copy,
    /// Applications are compared with their copies.
    Compare,
    /// Rows and the bytes that they name are looked at.
    LookAtApplications,
    /// Stored bytes are looked up in the rows.
    LookAtBlobs,
}

impl Storage {
    /// Whether database and blob store answer now; the first that does not.
    pub async fn check(&self) -> Result<(), InternalError> {
        let (store, blobs) = futures::join!(self.store.check(), self.blobs.check());
        store?;
        Ok(blobs?)
    }

    /// Whether there is nothing in it: no application and no bytes.
    pub async fn is_empty(&self) -> Result<bool, InternalError> {
        let first: Vec<PaId> = self.page_after(None, 1).await?;
        Ok(first.is_empty() && self.blobs.list().await?.try_next().await?.is_none())
    }

    /// Whether rows can be written: writes one and undoes it.
    pub async fn try_writing_rows(store: &Arc<dyn Store>) -> Result<(), InternalError> {
        let probe = BlobKey::from_entropy([0; 16]);
        let tried: Result<(), ProbeError> = store
            .write(move |rows| {
                rows.raise_counters(&Counters::default())?;
                rows.remove_loose_blob(&probe)?;
                Err(ProbeError::Undone)
            })
            .await;
        match tried {
            Err(ProbeError::Failed(error)) => Err(error.into()),
            Ok(()) | Err(ProbeError::Undone) => Ok(()),
        }
    }

    pub(crate) async fn application_count(&self) -> Result<u64, InternalError> {
        let listed = self
            .store
            .read::<_, StoreError>(|rows| rows.list_applications(&Default::default(), 0, 0));
        let (_, total_count) = listed.await?;
        Ok(total_count)
    }

    /// The next numbers of applications, in their order; none at the end.
    pub(crate) async fn pa_ids_after(
        &self,
        last: Option<PaId>,
    ) -> Result<Vec<PaId>, InternalError> {
        self.page_after(last, PAGE).await
    }

    async fn page_after(
        &self,
        last: Option<PaId>,
        count: usize,
    ) -> Result<Vec<PaId>, InternalError> {
        let list = self
            .store
            .read::<_, StoreError>(move |rows| rows.list_pa_ids(last, count));
        Ok(list.await?)
    }
}

/// How an attempt ended that is to leave nothing.
enum ProbeError {
    Undone,
    Failed(StoreError),
}

impl From<StoreError> for ProbeError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}
