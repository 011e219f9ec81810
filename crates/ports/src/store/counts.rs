//! How many applications there are, kept with every change of them.

use super::{ListFilter, StoreError};

/// The counts of applications by form type and status. Whatever adds, removes or changes an
/// application changes them when its transaction ends, be it a work, a migration or somebody's SQL.
pub trait CountRows {
    /// How many applications pass the filter. Of one without bounds of time no application is
    /// looked at; within bounds an index is read from one to the other.
    fn count_applications(&mut self, filter: &ListFilter) -> Result<u64, StoreError>;

    /// Where the kept counts are not those of the applications, by form type and status. Reads an
    /// index to its end.
    fn find_miscounts(&mut self) -> Result<Vec<Miscount>, StoreError>;

    /// Counts all applications and keeps that, and says what was kept before and wrong. Holds
    /// everybody up who adds, removes or changes one. Needs no lock.
    fn recount_applications(&mut self) -> Result<Vec<Miscount>, StoreError>;
}

/// A kept count that is not that of the applications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Miscount {
    /// The form type's key.
    pub form_type: String,
    /// The status as it is stored: a word that means none is counted as well.
    pub status: String,
    /// The count that is kept. One below zero is wrong like any other.
    pub kept: i64,
    /// How many there are.
    pub applications: i64,
}
