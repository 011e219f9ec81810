//! Work on files, away from the threads that serve requests.

use ports::BlobError;

/// Runs work on a blocking thread. When the caller has gone, it is done all the same, and its
/// outcome dropped.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BlobError> + Send + 'static,
) -> Result<T, BlobError> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(BlobError::Failed("work on a file panicked".into())))
}
