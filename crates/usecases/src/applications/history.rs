//! The history of an application, page by page.

use domain::PaId;
use domain::client_network::ClientNetwork;
use domain::history::HistoryEntry;
use ports::StoreError;

use super::{ApplicationError, Applications};

/// Of a page with more bytes, reading and showing wait for the client's turn, and it is shown off
/// the request threads: to write down 18 MB takes a fifth of a second.
const SHOWN_AT_ONCE_BYTES_MAX: u64 = 256 * 1024;

/// Bytes of a page, as they are hashed. The holder of a key never comes to them: his changes are
/// refused when all of the history has 20 MB.
const PAGE_BYTES_MAX: u64 = 32 * 1024 * 1024;

/// Which entries of a history are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryRange {
    /// Whose history.
    pub pa_id: PaId,
    /// How many entries at most; [`Applications::PAGE_COUNT_MAX`] where that is less.
    pub count: usize,
    /// How many of the oldest are left out.
    pub offset: u64,
}

/// A part of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryPage {
    /// Oldest first.
    pub entries: Vec<HistoryEntry>,
    /// How many entries there are, on this page or not.
    pub total_count: u64,
}

impl Applications {
    /// The bytes of these entries, as they are hashed.
    /// [`ApplicationError::HistoryPageTooLarge`] where there are too many for a page.
    pub async fn history_page_bytes(&self, range: HistoryRange) -> Result<u64, ApplicationError> {
        let HistoryRange { pa_id, offset, .. } = range;
        let count = range.count.min(Self::PAGE_COUNT_MAX);
        let bytes = self
            .ports
            .storing
            .store
            .read::<_, StoreError>(move |rows| rows.count_history_bytes(pa_id, count, offset));
        match bytes.await? {
            // One alone has to be shown.
            bytes if bytes > PAGE_BYTES_MAX && count > 1 => {
                Err(ApplicationError::HistoryPageTooLarge {
                    bytes,
                    bytes_max: PAGE_BYTES_MAX,
                })
            }
            bytes => Ok(bytes),
        }
    }

    /// These entries.
    pub async fn history(&self, range: HistoryRange) -> Result<HistoryPage, ApplicationError> {
        let HistoryRange { pa_id, offset, .. } = range;
        let count = range.count.min(Self::PAGE_COUNT_MAX);
        self.ports
            .storing
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

    /// What these entries are shown as. Where they have many `bytes`
    /// ([`Applications::history_page_bytes`]), the client waits for a processor.
    pub async fn shown_history<Shown: Send + 'static>(
        &self,
        client: ClientNetwork,
        range: HistoryRange,
        bytes: u64,
        show: impl FnOnce(&HistoryPage) -> Shown + Send + 'static,
    ) -> Result<Shown, ApplicationError> {
        if bytes <= SHOWN_AT_ONCE_BYTES_MAX {
            return Ok(show(&self.history(range).await?));
        }
        let turn = self.pools.cpu.turn(client).await?;
        let page = self.history(range).await?;
        // Given back before the next one is asked for: whoever holds one must not wait for another.
        drop(turn);
        Ok(self.pools.cpu.run(client, move || show(&page)).await?)
    }
}
