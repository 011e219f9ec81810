//! The list of all applications, page by page. Who may see it is judged by the caller.

use ports::{ApplicationSummary, ListFilter};

use super::Applications;
use crate::InternalError;

/// A part of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationPage {
    /// Newest first.
    pub applications: Vec<ApplicationSummary>,
    /// How many pass the filter, on this page or not.
    pub total_count: u64,
}

impl Applications {
    /// As many applications as a page may have.
    pub const PAGE_COUNT_MAX: usize = 200;

    /// As many as a page has where nothing else is asked for.
    pub const PAGE_COUNT_DEFAULT: usize = 50;

    /// The applications that pass the filter after the first `offset` of them: `count`, or
    /// [`Applications::PAGE_COUNT_MAX`] where that is less.
    pub async fn list(
        &self,
        filter: ListFilter,
        count: usize,
        offset: u64,
    ) -> Result<ApplicationPage, InternalError> {
        let count = count.min(Self::PAGE_COUNT_MAX);
        let store = &self.ports.store;
        let listed = store.read(move |rows| rows.list_applications(&filter, count, offset));
        let (applications, total_count) = listed.await?;
        Ok(ApplicationPage {
            applications,
            total_count,
        })
    }
}
