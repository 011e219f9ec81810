//! Work on files, away from the threads that serve requests.

use std::sync::LazyLock;
use std::time::Duration;

use ports::BlobError;
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::timeout;

/// How long one piece of work may take. A disk that takes requests and answers none would else hold
/// every request, and nothing would tell of it.
const WORK_MAX: Duration = Duration::from_secs(15);

/// How much work may be under way at once, given up or not: a disk that hangs must not take all
/// threads for blocking work, of which the database needs some.
const AT_ONCE_MAX: usize = 256;

static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(AT_ONCE_MAX));

/// Runs work on a blocking thread. When the caller has gone or the time is over, it is done all the
/// same, and its outcome dropped.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BlobError> + Send + 'static,
) -> Result<T, BlobError> {
    ended(begun(work).await?).await?
}

/// Begins work on a blocking thread as soon as there is a place for it.
pub(crate) async fn begun<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, BlobError> {
    let place = timeout(WORK_MAX, PLACES.acquire()).await;
    let place = place.map_err(|_| hangs())?;
    let place = place.map_err(|closed| BlobError::Failed(closed.into()))?;
    Ok(spawn_blocking(move || {
        let _place = place;
        work()
    }))
}

/// The outcome of work on a blocking thread, if there is one in time.
pub(crate) async fn ended<T>(work: JoinHandle<T>) -> Result<T, BlobError> {
    let outcome = timeout(WORK_MAX, work).await.map_err(|_| hangs())?;
    outcome.map_err(|_| BlobError::Failed("work on a file panicked".into()))
}

/// The outcome of work that ends by itself, as it touches no disk.
pub(crate) async fn unbounded<T>(work: JoinHandle<T>) -> Result<T, BlobError> {
    work.await
        .map_err(|_| BlobError::Failed("work on a file panicked".into()))
}

/// Runs work that takes as long as there are files: no request waits for it.
pub(crate) async fn ended_sometime<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, BlobError> + Send + 'static,
) -> Result<T, BlobError> {
    unbounded(begun(work).await?).await?
}

fn hangs() -> BlobError {
    BlobError::Unavailable("the disk takes requests and answers none".into())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use ports::BlobError;
    use tokio::time::advance;

    use super::{WORK_MAX, blocking};

    #[tokio::test(start_paused = true)]
    async fn a_disk_that_hangs_is_told_in_time_and_waited_for_no_longer() {
        let (thaw, frozen) = channel::<()>();
        let work = blocking(move || {
            let _ = frozen.recv();
            Ok(())
        });
        let mut work = std::pin::pin!(work);
        assert!(futures::poll!(&mut work).is_pending());
        advance(WORK_MAX).await;
        let told = work.await;
        assert!(matches!(told, Err(BlobError::Unavailable(_))), "{told:?}");
        drop(thaw);
        assert_eq!(blocking(|| Ok(7)).await.ok(), Some(7));
    }
}
