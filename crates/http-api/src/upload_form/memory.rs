//! The share of one upload in the memory that all uploads may take together.

use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

use crate::error::BodyError;
use crate::state::State;
use crate::upload_memory::UploadMemory;

/// Memory is taken in steps of so many KiB.
const STEP_KIB: u32 = 64;

/// Permits for the bytes that were taken so far, given back when this goes out of scope.
pub(super) struct Memory {
    budget: UploadMemory,
    wait_max: Duration,
    taken: Option<OwnedSemaphorePermit>,
}

impl Memory {
    pub(super) fn of(state: &State) -> Self {
        Self {
            budget: state.api.upload_memory.clone(),
            wait_max: state.api.settings.upload_wait_max,
            taken: None,
        }
    }

    /// Waits until there is memory for so many bytes altogether. Takes nothing ahead, so that a
    /// client that only announces bytes holds none.
    pub(super) async fn grow_to(&mut self, bytes: usize) -> Result<(), BodyError> {
        let permits = |taken: &OwnedSemaphorePermit| taken.num_permits();
        while self.taken.as_ref().map_or(0, permits).saturating_mul(1024) < bytes {
            let step = timeout(self.wait_max, self.budget.take(STEP_KIB)).await;
            let Ok(Some(step)) = step else {
                return Err(BodyError::UploadsBusy);
            };
            match &mut self.taken {
                Some(taken) => taken.merge(step),
                None => self.taken = Some(step),
            }
        }
        Ok(())
    }
}
