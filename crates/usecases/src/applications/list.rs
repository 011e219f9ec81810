//! The list of all applications, page by page. Who may see it is judged by the caller.

use ports::{ApplicationSummary, ListFilter, ListPlace, ListedRow, StoreError, Transaction};

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
    /// What stands in the place of the numbers of those whose rows make no sense, among them or
    /// right after them.
    pub unreadable: Vec<String>,
    /// How many applications pass the filter, on all pages, those that are unreadable included.
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
    /// [`Applications::PAGE_COUNT_MAX`] where that is less. Rows that make no sense are of the
    /// count; where nothing else is among them the page goes on to the first that does make sense,
    /// since the next one begins after that.
    pub async fn list(
        &self,
        filter: ListFilter,
        count: usize,
        start: PageStart,
    ) -> Result<ApplicationPage, InternalError> {
        let count = count.min(Self::PAGE_COUNT_MAX);
        let order = filter.order;
        let look = move |rows: &mut dyn Transaction| look(rows, &filter, count, start);
        let looked = match self.ports.storing.store.read(look).await {
            Ok(looked) | Err(LookError::Damaged(looked)) => looked,
            Err(LookError::Failed(error)) => return Err(error.into()),
            Err(LookError::Endless) => {
                let what = "thousands of rows of applications make no sense, `verify` names them";
                return Err(InternalError::Failed(what.into()));
            }
        };
        let (mut applications, mut unreadable) = (Vec::new(), Vec::new());
        for row in looked.rows {
            match row {
                Ok(summary) => applications.push(summary),
                Err(error) => unreadable.push(name_of_row(error)?),
            }
        }
        let last = applications.last().filter(|_| looked.goes_on);
        Ok(ApplicationPage {
            next: last.map(|summary| summary.place(order)),
            applications,
            unreadable,
            total_count: looked.total_count,
        })
    }
}

/// Most rows that are passed over to find one that makes sense.
const PASSED_OVER_MAX: usize = 2_000;

/// The rows of a page.
struct Looked {
    rows: Vec<ListedRow>,
    total_count: u64,
    /// Whether there are more.
    goes_on: bool,
}

/// How a look ends that is no good one.
enum LookError {
    /// It came upon rows that make no sense. It ends as one that failed, so that whoever watches
    /// the database learns of them.
    Damaged(Looked),
    /// None of [`PASSED_OVER_MAX`] rows makes sense.
    Endless,
    Failed(StoreError),
}

impl From<StoreError> for LookError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

fn look(
    rows: &mut dyn Transaction,
    filter: &ListFilter,
    count: usize,
    start: PageStart,
) -> Result<Looked, LookError> {
    let mut read = |count_max| match start {
        PageStart::Offset(offset) => rows.list_applications(filter, count_max, offset),
        PageStart::After(place) => Ok((
            rows.list_applications_after(filter, place, count_max)?,
            rows.count_applications(filter)?,
        )),
    };
    // One more tells whether there is another page.
    let (mut listed, total_count) = read(count + 1)?;
    let makes_sense = |rows: &[ListedRow]| rows.iter().position(Result::is_ok);
    if listed.len() > count && makes_sense(&listed[..count]).is_none() {
        (listed, _) = read(count + PASSED_OVER_MAX)?;
    }
    let is_all = listed.len() < count + PASSED_OVER_MAX;
    let length = match makes_sense(&listed) {
        Some(first) => count.max(first + 1),
        None if is_all => listed.len(),
        // There is no place for the next page to begin after: the list cannot be shown.
        None => return Err(LookError::Endless),
    };
    ended(listed, length, total_count)
}

fn ended(mut rows: Vec<ListedRow>, length: usize, total_count: u64) -> Result<Looked, LookError> {
    let goes_on = rows.len() > length;
    rows.truncate(length);
    let is_damaged = rows.iter().any(Result::is_err);
    let looked = Looked {
        rows,
        total_count,
        goes_on,
    };
    if is_damaged {
        Err(LookError::Damaged(looked))
    } else {
        Ok(looked)
    }
}

/// Tells the operator of a row that makes no sense, and answers what stands in the place of its
/// number.
fn name_of_row(error: StoreError) -> Result<String, StoreError> {
    tracing::error!(
        error = &error as &dyn std::error::Error,
        "an application is left out of the list"
    );
    match error {
        StoreError::Corrupt { row, .. } => Ok(row),
        error => Err(error),
    }
}
