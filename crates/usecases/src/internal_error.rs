//! Failures underneath a use case, of the service or of what it depends on, never of the caller.

use ports::{BlobError, BoxError, FillError, MasterKeyError, StoreError, WorkerError};

use crate::PoolBusyError;

/// A failure that the caller cannot avoid by another request.
#[derive(Debug, thiserror::Error)]
pub enum InternalError {
    /// The client has used its share of something that others wait for, or too many wait; trying
    /// again soon helps.
    #[error("others wait for their share")]
    Busy,
    /// Something cannot be reached; trying again later may help.
    #[error("a part of the service is unavailable")]
    Unavailable(#[source] BoxError),
    /// Another change of the same group commit failed, and both were rolled back; trying again soon
    /// helps.
    #[error("nothing was kept of a change")]
    Undone(#[source] BoxError),
    /// There is no room for what was to be stored, and nothing of it was stored; reading and
    /// removing still work.
    #[error("the storage is full")]
    StorageFull(#[source] BoxError),
    /// Anything else.
    #[error("a part of the service failed")]
    Failed(#[source] BoxError),
}

impl InternalError {
    /// Whether bytes that were to be stored may still be, as the blob store has not answered.
    pub(crate) fn leaves_bytes_under_way(&self) -> bool {
        let Self::Unavailable(cause) = self else {
            return false;
        };
        matches!(cause.downcast_ref(), Some(BlobError::Unavailable(_)))
    }
}

/// An error of a write.
pub(crate) trait WriteError {
    /// Whether it is certain that nothing was kept: a store that does not answer may have kept
    /// everything all the same.
    fn kept_nothing(&self) -> bool;
}

impl WriteError for InternalError {
    fn kept_nothing(&self) -> bool {
        matches!(self, Self::StorageFull(_) | Self::Undone(_))
    }
}

impl From<PoolBusyError> for InternalError {
    fn from(_: PoolBusyError) -> Self {
        Self::Busy
    }
}

impl From<StoreError> for InternalError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => Self::Unavailable(error.into()),
            StoreError::Undone(_) => Self::Undone(error.into()),
            StoreError::Full(_) => Self::StorageFull(error.into()),
            StoreError::Conflict(_)
            | StoreError::Corrupt { .. }
            | StoreError::Damaged(_)
            | StoreError::Failed(_) => Self::Failed(error.into()),
        }
    }
}

impl From<BlobError> for InternalError {
    fn from(error: BlobError) -> Self {
        match error {
            // Keys are random: one that is in use is what a server has left of this very blob that
            // broke off in the middle, such as one without room. The next request has another key.
            BlobError::Unavailable(_) | BlobError::AlreadyExists => Self::Unavailable(error.into()),
            BlobError::Full(_) => Self::StorageFull(error.into()),
            BlobError::Interrupted(_) | BlobError::Failed(_) => Self::Failed(error.into()),
        }
    }
}

/// A worker that could not be started may start when there is memory or a process slot again.
impl From<WorkerError> for InternalError {
    fn from(error: WorkerError) -> Self {
        match error {
            WorkerError::Busy => Self::Busy,
            WorkerError::Failed(_) => Self::Unavailable(error.into()),
        }
    }
}

impl From<FillError> for InternalError {
    fn from(error: FillError) -> Self {
        match error {
            FillError::Template(_) | FillError::Failed(_) => Self::Failed(error.into()),
        }
    }
}

impl From<MasterKeyError> for InternalError {
    fn from(error: MasterKeyError) -> Self {
        match error {
            MasterKeyError::Busy => Self::Busy,
            MasterKeyError::Failed(_) => Self::Failed(error.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use ports::BlobError;

    use super::InternalError;

    #[test]
    fn a_key_that_a_server_has_left_in_use_may_be_tried_again() {
        let error = InternalError::from(BlobError::AlreadyExists);
        assert!(matches!(error, InternalError::Unavailable(_)), "{error:?}");
    }
}
