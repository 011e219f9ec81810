//! The places at which keys are checked, each with its own memory, and the queue before them.

use std::sync::{Arc, Mutex, PoisonError};

use argon2::Block;
use ports::MasterKeyError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// So many checks run at once.
const RUNNING_MAX: usize = 2;

/// So many wait.
const WAITING_MAX: usize = 30;

/// Two places with their memory, made when first needed and then kept.
pub(crate) struct Bench {
    block_count: usize,
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
    memory: Arc<Mutex<Vec<Vec<Block>>>>,
}

/// A place at the bench. Dropped, it is free for the next.
pub(crate) struct Place {
    memory: Vec<Block>,
    shelf: Arc<Mutex<Vec<Vec<Block>>>>,
    _permits: [OwnedSemaphorePermit; 2],
}

impl Bench {
    /// Places with so many blocks of memory each.
    pub(crate) fn new(block_count: usize) -> Self {
        Self {
            block_count,
            admitted: Arc::new(Semaphore::new(RUNNING_MAX + WAITING_MAX)),
            running: Arc::new(Semaphore::new(RUNNING_MAX)),
            memory: Arc::default(),
        }
    }

    /// Waits for a place; where too many wait already, it is [`MasterKeyError::Busy`].
    pub(crate) async fn take_place(&self) -> Result<Place, MasterKeyError> {
        let admitted = Arc::clone(&self.admitted)
            .try_acquire_owned()
            .map_err(|_| MasterKeyError::Busy)?;
        let running = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(|closed| MasterKeyError::Failed(closed.into()))?;
        let kept = self
            .memory
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        Ok(Place {
            memory: kept.unwrap_or_else(|| vec![Block::new(); self.block_count]),
            shelf: Arc::clone(&self.memory),
            _permits: [admitted, running],
        })
    }

    #[cfg(test)]
    pub(crate) fn buffers_kept(&self) -> usize {
        self.memory
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }
}

impl Place {
    /// The memory of this place.
    pub(crate) fn memory(&mut self) -> &mut [Block] {
        &mut self.memory
    }
}

/// The memory is back on the shelf before the permits are: fields are dropped after this.
impl Drop for Place {
    fn drop(&mut self) {
        self.shelf
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(std::mem::take(&mut self.memory));
    }
}
