//! Work on files, away from the threads that serve requests.

use ports::BlobError;
use tokio::task::{JoinHandle, spawn_blocking};

/// Runs work on a blocking thread. When the caller has gone, it is done all the same, and its
/// outcome dropped.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BlobError> + Send + 'static,
) -> Result<T, BlobError> {
    ended(spawn_blocking(work)).await?
}

/// The outcome of work on a blocking thread.
pub(crate) async fn ended<T>(work: JoinHandle<T>) -> Result<T, BlobError> {
    let outcome = work.await;
    outcome.map_err(|_| BlobError::Failed("work on a file panicked".into()))
}
