//! The history of an application, page by page.

use domain::PaId;
use domain::history::HistoryEntry;

use super::{ApplicationError, Applications};

/// A part of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryPage {
    /// Oldest first.
    pub entries: Vec<HistoryEntry>,
    /// How many entries there are, on this page or not.
    pub total_count: u64,
}

impl Applications {
    /// What happened to the application after the first `offset` entries: `count`, or
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
}
