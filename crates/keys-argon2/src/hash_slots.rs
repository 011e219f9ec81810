//! The slots in which keys are hashed, each with memory of its own, and the bounded queue before
//! them.

use std::sync::{Arc, Mutex, PoisonError};

use argon2::Block;
use ports::MasterKeyError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Hashes that run at once.
const RUNNING_MAX: usize = 2;

/// Callers that wait for a slot; one more is told that the service is busy.
const WAITING_MAX: usize = 30;

/// The memory of a slot is made when it is first needed and then kept for the next.
pub(crate) struct HashSlots {
    block_count: usize,
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
    free_memory: Arc<Mutex<Vec<Vec<Block>>>>,
}

pub(crate) struct HashSlot {
    memory: Vec<Block>,
    free_memory: Arc<Mutex<Vec<Vec<Block>>>>,
    _permits: [OwnedSemaphorePermit; 2],
}

impl HashSlots {
    pub(crate) fn new(block_count: usize) -> Self {
        Self {
            block_count,
            admitted: Arc::new(Semaphore::new(RUNNING_MAX + WAITING_MAX)),
            running: Arc::new(Semaphore::new(RUNNING_MAX)),
            free_memory: Arc::default(),
        }
    }

    /// Waits for a slot; where too many wait already, the error is [`MasterKeyError::Busy`].
    pub(crate) async fn acquire(&self) -> Result<HashSlot, MasterKeyError> {
        let admitted = Arc::clone(&self.admitted)
            .try_acquire_owned()
            .map_err(|_| MasterKeyError::Busy)?;
        let running = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(|closed| MasterKeyError::Failed(closed.into()))?;
        let kept = self
            .free_memory
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        Ok(HashSlot {
            memory: kept.unwrap_or_else(|| vec![Block::new(); self.block_count]),
            free_memory: Arc::clone(&self.free_memory),
            _permits: [admitted, running],
        })
    }

    #[cfg(test)]
    pub(crate) fn buffers_kept(&self) -> usize {
        self.free_memory
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }
}

impl HashSlot {
    pub(crate) fn memory(&mut self) -> &mut [Block] {
        &mut self.memory
    }
}

/// Gives the memory back before the permits: fields are dropped after this has run.
impl Drop for HashSlot {
    fn drop(&mut self) {
        self.free_memory
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(std::mem::take(&mut self.memory));
    }
}
