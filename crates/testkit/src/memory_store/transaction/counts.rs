//! How many applications there are. Nothing is kept, so nothing can be wrong.

use ports::{CountRows, ListFilter, Miscount, StoreError};

use super::MemoryTransaction;

impl CountRows for MemoryTransaction {
    fn count_applications(&mut self, filter: &ListFilter) -> Result<u64, StoreError> {
        let stored = self.looking()?.applications.values();
        let passing = stored.filter(|application| filter.passes(application));
        Ok(u64::try_from(passing.count()).unwrap_or(u64::MAX))
    }

    fn find_miscounts(&mut self) -> Result<Vec<Miscount>, StoreError> {
        self.looking().map(|_| Vec::new())
    }

    fn recount_applications(&mut self) -> Result<Vec<Miscount>, StoreError> {
        self.changing().map(|_| Vec::new())
    }
}
