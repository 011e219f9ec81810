//! The list of all applications, page by page. Who may see it is judged by the caller.

use ports::{ApplicationSummary, ListFilter, ListPlace};

use super::Applications;
use crate::InternalError;

/// Where a page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageStart {
    /// After so many applications.
    Offset(u64),
    /// After a place, usually that of the last one on the page before.
    After(ListPlace),
}

/// A part of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationPage {
    /// Newest first.
    pub applications: Vec<ApplicationSummary>,
    /// How many applications pass the filter, on all pages.
    pub total_count: u64,
    /// The place after which the next page begins, if there is one.
    pub next: Option<ListPlace>,
}

impl Applications {
    /// Most applications of a page.
    pub const PAGE_COUNT_MAX: usize = 200;

    /// Applications of a page if no number is asked for.
    pub const PAGE_COUNT_DEFAULT: usize = 50;

    /// The applications that pass the filter from the start on: `count`, or
    /// [`Applications::PAGE_COUNT_MAX`] where that is less.
    pub async fn list(
        &self,
        filter: ListFilter,
        count: usize,
        start: PageStart,
    ) -> Result<ApplicationPage, InternalError> {
        let count = count.min(Self::PAGE_COUNT_MAX);
        let order = filter.order;
        // One more tells whether there is another page.
        let listed = self.ports.store.read(move |rows| match start {
            PageStart::Offset(offset) => rows.list_applications(&filter, count + 1, offset),
            PageStart::After(place) => Ok((
                rows.list_applications_after(&filter, place, count + 1)?,
                rows.count_applications(&filter)?,
            )),
        });
        let (mut applications, total_count) = listed.await?;
        let goes_on = applications.len() > count;
        applications.truncate(count);
        let last = applications.last().filter(|_| goes_on);
        Ok(ApplicationPage {
            next: last.map(|summary| summary.place(order)),
            applications,
            total_count,
        })
    }
}
