//! The list of all applications, page by page. Who may see it is judged by the caller.

use std::sync::Arc;

use ports::{ApplicationSummary, ListFilter, Store};

use crate::InternalError;

/// Lists applications.
pub struct Listing {
    store: Arc<dyn Store>,
}

/// A part of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationPage {
    /// Newest first.
    pub applications: Vec<ApplicationSummary>,
    /// How many pass the filter, on this page or not.
    pub total_count: u64,
}

impl Listing {
    /// As many applications as a page may have.
    pub const COUNT_MAX: usize = 200;

    /// As many as a page has where nothing else is asked for.
    pub const COUNT_DEFAULT: usize = 50;

    /// Lists what is in this store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self { store }
    }

    /// The applications that pass the filter after the first `offset` of them: `count`, or
    /// [`Listing::COUNT_MAX`] where that is less.
    pub async fn page(
        &self,
        filter: ListFilter,
        count: usize,
        offset: u64,
    ) -> Result<ApplicationPage, InternalError> {
        let count = count.min(Self::COUNT_MAX);
        let listed = self
            .store
            .read(move |rows| rows.list_applications(&filter, count, offset))
            .await;
        let (applications, total_count) = listed?;
        Ok(ApplicationPage {
            applications,
            total_count,
        })
    }
}
