//! What is looked up of one application in the transaction that judges the caller's key.

use domain::PaId;
use ports::{StoreError, Transaction};

/// A look-up in an application that is there.
pub trait ApplicationQuery: Send + 'static {
    /// What it gives.
    type Found: Send + 'static;
    /// Why it finds nothing.
    type Error: From<StoreError> + Send + 'static;

    /// Looks it up.
    fn find(self, rows: &mut dyn Transaction, pa_id: PaId) -> Result<Self::Found, Self::Error>;
}
