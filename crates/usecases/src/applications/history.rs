//! The history of an application, page by page.

use domain::PaId;
use domain::client_network::ClientNetwork;
use domain::history::{ChainEnd, HistoryEntry};
use ports::StoreError;

use super::{ApplicationError, Applications};

/// Of a history with more bytes, a page is shown off the request threads: to write down 18 MB takes
/// a fifth of a second.
const SHOWN_AT_ONCE_BYTES_MAX: u64 = 256 * 1024;

/// A part of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryPage {
    /// Oldest first.
    pub entries: Vec<HistoryEntry>,
    /// How many entries there are, on this page or not.
    pub total_count: u64,
}

impl Applications {
    /// The bytes of all entries of the application, as they are hashed.
    pub async fn history_bytes(&self, pa_id: PaId) -> Result<u64, ApplicationError> {
        let end = self
            .ports
            .store
            .read(move |rows| rows.find_history_end(pa_id));
        let end: Result<ChainEnd, StoreError> = end.await;
        Ok(end?.total_bytes)
    }

    /// The entries of the history after the first `offset`: `count`, or
    /// [`Applications::PAGE_COUNT_MAX`] where that is less.
    pub async fn history(
        &self,
        pa_id: PaId,
        count: usize,
        offset: u64,
    ) -> Result<HistoryPage, ApplicationError> {
        let count = count.min(Self::PAGE_COUNT_MAX);
        self.ports
            .store
            .read(move |rows| {
                if !rows.exists(pa_id)? {
                    return Err(ApplicationError::NotFound);
                }
                let (entries, total_count) = rows.list_history(pa_id, count, offset)?;
                Ok(HistoryPage {
                    entries,
                    total_count,
                })
            })
            .await
    }

    /// What a page of the history, as [`Applications::history`] gives it, is shown as. `bytes` are
    /// those of the whole history: where these are many, the client waits for a processor.
    pub async fn shown_history<Shown: Send + 'static>(
        &self,
        client: ClientNetwork,
        (pa_id, bytes): (PaId, u64),
        (count, offset): (usize, u64),
        show: impl FnOnce(&HistoryPage) -> Shown + Send + 'static,
    ) -> Result<Shown, ApplicationError> {
        let page = self.history(pa_id, count, offset).await?;
        if bytes <= SHOWN_AT_ONCE_BYTES_MAX {
            return Ok(show(&page));
        }
        Ok(self.pools.cpu.run(client, move || show(&page)).await?)
    }
}
