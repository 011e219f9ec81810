//! The port's transaction over a copy of the state, in one module for each resource.

mod applications;
mod archive;
mod attachments;
mod blobs;
mod cleared_costs;
mod cost_positions;
mod counts;
mod form_packages;
mod history;
mod keys;
mod replays;

use domain::PaId;
use ports::{AccessMode, StoreError};

use super::state::MemoryRows;

/// One work's copy of the state. After the first error everything else fails, as it does in a
/// database.
pub(super) struct MemoryTransaction {
    state: MemoryRows,
    access: AccessMode,
    locked: Vec<PaId>,
    failed: bool,
}

impl MemoryTransaction {
    pub(super) fn new(state: MemoryRows, access: AccessMode) -> Self {
        Self {
            state,
            access,
            locked: Vec::new(),
            failed: false,
        }
    }

    /// The changed state, unless a step failed.
    pub(super) fn finish(self) -> Result<MemoryRows, StoreError> {
        if self.failed {
            Err(spent())
        } else {
            Ok(self.state)
        }
    }

    fn looking(&self) -> Result<&MemoryRows, StoreError> {
        if self.failed {
            Err(spent())
        } else {
            Ok(&self.state)
        }
    }

    fn changing(&mut self) -> Result<&mut MemoryRows, StoreError> {
        if self.failed {
            return Err(spent());
        }
        if self.access == AccessMode::Read {
            return self.fail(StoreError::Failed(
                "a reading work wanted to change something".into(),
            ));
        }
        Ok(&mut self.state)
    }

    fn changing_locked(&mut self, pa_id: PaId) -> Result<&mut MemoryRows, StoreError> {
        if !self.locked.contains(&pa_id) {
            return self.fail(StoreError::Failed(
                "an application was to be changed without its lock".into(),
            ));
        }
        self.changing()
    }

    fn conflict<T>(&mut self, what: &'static str) -> Result<T, StoreError> {
        self.fail(StoreError::Conflict(what.into()))
    }

    fn fail<T>(&mut self, error: StoreError) -> Result<T, StoreError> {
        self.failed = true;
        Err(error)
    }
}

fn spent() -> StoreError {
    StoreError::Failed("an earlier step of the transaction failed".into())
}
