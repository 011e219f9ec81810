//! A storage, which is a database and its blob store; what can be wrong with it, and the listener
//! that is told while it is processed.

mod fault;

use std::sync::Arc;

use domain::{BlobKey, PaId, Timestamp};
use futures::stream::{self, BoxStream};
use futures::{StreamExt as _, TryStreamExt as _};
use ports::{BlobError, BlobStore, Counters, ListFilter, Miscount, Store, StoreError, Transaction};

use crate::InternalError;

pub use fault::{BlobRole, StorageFault};

/// Numbers of applications that are looked up at once.
pub(crate) const PAGE: usize = 200;

/// Most rows without a number that are named.
const SENSELESS_MAX: usize = 1_000;

/// A database and the blob store that belongs to it.
#[derive(Clone)]
pub struct Storage {
    /// Where rows are kept.
    pub store: Arc<dyn Store>,
    /// Where bytes are kept.
    pub blobs: Arc<dyn BlobStore>,
}

/// Is told of the progress of a long task, and of each fault.
pub trait ProgressListener: Send + Sync {
    /// A step begins; `total` pieces are expected, more or fewer may come. All rows may be held by
    /// a transaction meanwhile, so this must not wait.
    fn begins(&self, step: ProgressStep, total: u64);

    /// One more piece is done. This must not wait either.
    fn advances(&self);

    /// Something is wrong. The work goes on. No transaction waits for this.
    fn finds(&self, fault: &StorageFault);
}

/// A step of a long task, done for each application or blob in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressStep {
    /// A snapshot of the rows is taken.
    TakeRows,
    /// Applications are copied with their bytes.
    Copy,
    /// Applications are compared with their copies.
    Compare,
    /// Rows and the bytes that they name are verified.
    LookAtApplications,
    /// Stored bytes are looked up in the rows.
    LookAtBlobs,
}

impl Storage {
    /// Asks database and blob store whether they answer. The error is that of the database if both
    /// do not. A full one answers: what is stored can be read, removed and mostly changed, which
    /// nobody could where no request is sent here any more.
    pub async fn check(&self) -> Result<(), InternalError> {
        let (store, blobs) = futures::join!(self.store.check(), self.blobs.check());
        match store {
            Err(StoreError::Full(_)) => {}
            store => store?,
        }
        match blobs {
            Err(BlobError::Full(_)) => Ok(()),
            blobs => Ok(blobs?),
        }
    }

    /// Whether there is nothing in it: no application and no bytes.
    pub async fn is_empty(&self) -> Result<bool, InternalError> {
        let first: Vec<PaId> = self.page_after(None, 1).await?;
        Ok(first.is_empty()
            && self.senseless_rows().await?.is_empty()
            && self.blobs.list().await?.try_next().await?.is_none())
    }

    /// Whether the database has an application. Then there was a blob store: one that is not there
    /// is missing, and must not be taken for one that is still to be made.
    pub async fn has_applications(store: &Arc<dyn Store>) -> Result<bool, InternalError> {
        // Not counted: a kept count may be wrong, and that is no reason not to start.
        let look =
            store.read::<_, StoreError>(|rows| {
                Ok(!rows.list_pa_ids(None, 1)?.is_empty()
                    || !rows.list_senseless_pa_ids(1)?.is_empty())
            });
        Ok(look.await?)
    }

    /// When the copy into this database was begun that has not ended: what is there is a part, and
    /// who served it would not know most applicants.
    pub async fn unfinished_copy(
        store: &Arc<dyn Store>,
    ) -> Result<Option<Timestamp>, InternalError> {
        let look = store.read::<_, StoreError>(|rows| rows.find_unfinished_copy());
        Ok(look.await?)
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

    /// About how many applications there are: how far there is to go. See [`count_one_by_one`].
    pub(crate) async fn application_count(&self) -> Result<u64, InternalError> {
        Ok(self.store.read::<_, StoreError>(count_one_by_one).await?)
    }

    /// Counts all applications anew, and answers the counts that were wrong. Changes of
    /// applications wait meanwhile.
    pub async fn recount(store: &Arc<dyn Store>) -> Result<Vec<Miscount>, InternalError> {
        let counted = store.write::<_, StoreError>(|rows| rows.recount_applications());
        Ok(counted.await?)
    }

    /// The numbers of all applications, in their order, some at a time.
    pub(crate) fn pa_id_pages(&self) -> BoxStream<'_, Result<Vec<PaId>, InternalError>> {
        let pages = stream::try_unfold(None, move |last| async move {
            let page = self.page_after(last, PAGE).await?;
            let end = page.last().copied();
            Ok(end.map(|end| (page, Some(end))))
        });
        pages.boxed()
    }

    /// The applications that no number leads to, which can only be named. See [`senseless_rows`].
    pub(crate) async fn senseless_rows(&self) -> Result<Vec<StorageFault>, InternalError> {
        Ok(self.store.read::<_, StoreError>(senseless_rows).await?)
    }

    /// See [`senseless_counters`].
    pub(crate) async fn senseless_counters(&self) -> Result<Vec<StorageFault>, InternalError> {
        Ok(self.store.read::<_, StoreError>(senseless_counters).await?)
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

/// The number of applications, counted one by one: it does not depend on the kept count, which may
/// be wrong.
pub(crate) fn count_one_by_one(rows: &mut dyn Transaction) -> Result<u64, StoreError> {
    rows.count_applications(&ListFilter {
        created_from: Timestamp::from_microseconds(0),
        ..ListFilter::default()
    })
}

/// The counters of years that make no sense. A copy has none of these years, and counts anew from
/// the applications that it has.
pub(crate) fn senseless_counters(
    rows: &mut dyn Transaction,
) -> Result<Vec<StorageFault>, StoreError> {
    let senseless = rows.list_senseless_counters()?.into_iter();
    senseless.map(StorageFault::of).collect()
}

/// The rows of applications whose number makes no sense, up to [`SENSELESS_MAX`].
pub(crate) fn senseless_rows(rows: &mut dyn Transaction) -> Result<Vec<StorageFault>, StoreError> {
    let senseless = rows.list_senseless_pa_ids(SENSELESS_MAX)?.into_iter();
    let fault = |row| StorageFault::SenselessRow {
        table: "applications",
        column: "pa_id",
        row,
    };
    Ok(senseless.map(fault).collect())
}

/// How a trial write ended, which must leave nothing.
enum ProbeError {
    Undone,
    Failed(StoreError),
}

impl From<StoreError> for ProbeError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}
