//! Queries about one application that are answered by the look that judges the caller's key: in its
//! transaction, or with what is remembered of the state that it found.

use domain::PaId;
use ports::{ApplicationStamp, StoreError, Transaction};

/// A query about an application that exists.
pub trait ApplicationQuery: Send + 'static {
    /// What it gives.
    type Found: Send + 'static;
    /// Why it finds nothing.
    type Error: From<StoreError> + Send + 'static;

    /// What was looked up of an application before, and the state that it was in then. It is given
    /// only to whoever has found the application in that state now.
    fn find_remembered(&self, _: PaId) -> Option<(ApplicationStamp, Self::Found)> {
        None
    }

    /// Looks it up.
    fn find(self, rows: &mut dyn Transaction, pa_id: PaId) -> Result<Self::Found, Self::Error>;
}
