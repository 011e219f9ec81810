//! What a store has that is a database: a schema, and connections.

use super::{Store, StoreError};

/// A store whose schema changes from version to version.
pub trait Database: Store {
    /// Brings the schema up to date, all steps in one transaction, and gives the number of steps.
    /// Blocks. Processes that start together wait for each other.
    fn migrate(&self) -> Result<usize, StoreError>;

    /// How far the schema is. Blocks.
    fn schema(&self) -> Result<SchemaReport, StoreError>;

    /// Marks the database as different from every copy of it that was made before, and gives the
    /// mark; `None` where there is no such place, or others keep it from getting there. Blocks.
    fn mark(&self) -> Result<Option<u32>, StoreError> {
        Ok(None)
    }

    /// What an operator should correct, as something that was acknowledged may be lost: a sentence
    /// each. Blocks.
    fn risks(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// How the connections are used; `None` where there is no pool of them.
    fn pool_load(&self) -> Option<PoolLoad>;
}

/// How far a schema is, in steps of [`Database::migrate`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaReport {
    /// Steps that were taken, by whatever program: none where there are no tables yet.
    pub applied: usize,
    /// Steps that are still to take.
    pub pending: usize,
    /// Steps that were taken and that this program does not know: those of a newer one.
    pub unknown: usize,
}

/// How the connections of a database are used now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolLoad {
    /// Open ones.
    pub connections: u64,
    /// How many there may be.
    pub connections_max: u64,
    /// Those on which a transaction runs, or is about to.
    pub used: u64,
}
