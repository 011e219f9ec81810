//! CPU work off the request threads, a bounded amount at a time.

mod threads;

use std::io;
use std::sync::Arc;

use domain::client_network::ClientNetwork;
use tokio::sync::oneshot;

use crate::{InternalError, PoolRules, SharePermit, SharedPool};
use threads::Threads;

/// How many pieces of work may wait for each one that may run; further ones are refused.
const WAITING_PER_RUNNING: usize = 64;

/// Runs pieces of CPU work on other threads than those of requests. Clones share the bounds.
#[derive(Debug, Clone)]
pub struct CpuWork {
    pool: SharedPool,
    threads: Arc<Threads>,
}

impl CpuWork {
    /// Runs at most `running_max` pieces at once, clamped to 1 to 1024, on as many threads. An
    /// error if these cannot be started.
    pub fn new(running_max: usize) -> io::Result<Self> {
        let running_max = running_max.clamp(1, 1024);
        let pool = SharedPool::new(PoolRules {
            capacity: u64::try_from(running_max).unwrap_or(u64::MAX),
            kept: 0,
            grown_max: 0,
            waiting_max: running_max * WAITING_PER_RUNNING,
            wait_max: None,
        });
        let threads = Arc::new(Threads::start(running_max)?);
        Ok(Self { pool, threads })
    }

    /// The pool, one part for each piece that runs, for metrics.
    pub fn pool(&self) -> &SharedPool {
        &self.pool
    }

    /// Waits for a place among the pieces that run, for work that other threads do, such as reading
    /// much out of the database. [`InternalError::Busy`] if too many wait.
    pub async fn turn(&self, client: ClientNetwork) -> Result<SharePermit, InternalError> {
        Ok(self.pool.acquire(client).await?)
    }

    /// The outcome of the work. [`InternalError::Busy`] if too many wait, [`InternalError::Failed`]
    /// if it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        client: ClientNetwork,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, InternalError> {
        let permit = self.pool.acquire(client).await?;
        let (sender, outcome) = oneshot::channel();
        self.threads.run(move || {
            // Held by the work, not by whoever waits for it: a caller that goes away does not stop
            // a thread. Given back before anybody knows of the end.
            let done = {
                let _permit = permit;
                work()
            };
            // Whoever is gone needs no outcome.
            let _ = sender.send(done);
        });
        // What a panic says may hold what a form says.
        outcome
            .await
            .map_err(|_| InternalError::Failed("CPU work panicked".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::{CpuWork, WAITING_PER_RUNNING};
    use crate::InternalError;
    use domain::client_network::ClientNetwork;
    use std::sync::mpsc;

    fn client(last: u8) -> ClientNetwork {
        ClientNetwork::of([192, 0, 2, last].into())
    }

    #[test]
    fn a_panic_breaks_only_its_own_work() -> testkit::TestResult {
        testkit::run(async {
            let cpu = CpuWork::new(1)?;
            let outcome = cpu.run(client(1), || panic!("of one work")).await;
            assert!(matches!(outcome, Err(InternalError::Failed(_))));
            assert_eq!(cpu.run(client(1), || 7).await?, 7);
            Ok(())
        })
    }

    #[test]
    fn whoever_knows_the_outcome_finds_the_place_free() -> testkit::TestResult {
        testkit::run(async {
            let cpu = CpuWork::new(1)?;
            for number in 0..50 {
                assert_eq!(cpu.run(client(1), move || number).await?, number);
                assert_eq!(cpu.pool().load().held, 0);
                let panicked = cpu.run(client(1), || panic!("of one work")).await;
                assert!(matches!(panicked, Err(InternalError::Failed(_))));
                assert_eq!(cpu.pool().load().held, 0);
            }
            Ok(())
        })
    }

    #[test]
    fn what_is_too_much_to_wait_is_refused_and_another_client_is_not() -> testkit::TestResult {
        testkit::run(async {
            let cpu = CpuWork::new(1)?;
            let (release, held) = mpsc::channel::<()>();
            let mut started = vec![tokio::spawn({
                let cpu = cpu.clone();
                async move {
                    cpu.run(client(1), move || held.recv().is_err())
                        .await
                        .is_ok()
                }
            })];
            while cpu.pool().load().held == 0 {
                tokio::task::yield_now().await;
            }
            for _ in 0..WAITING_PER_RUNNING {
                let cpu = cpu.clone();
                let run = async move { cpu.run(client(1), || ()).await.is_ok() };
                started.push(tokio::spawn(run));
            }
            while cpu.pool().load().waiting < WAITING_PER_RUNNING as u64 {
                tokio::task::yield_now().await;
            }
            let refused = cpu.run(client(1), || ()).await;
            assert!(matches!(refused, Err(InternalError::Busy)));
            let other = tokio::spawn({
                let cpu = cpu.clone();
                async move { cpu.run(client(2), || 7).await.ok() }
            });
            // It takes the place of one that waits.
            while cpu.pool().load().refused < 2 {
                tokio::task::yield_now().await;
            }
            drop(release);
            assert_eq!(other.await?, Some(7));
            let mut done = 0;
            for work in started {
                done += usize::from(work.await?);
            }
            assert_eq!(done, WAITING_PER_RUNNING);
            Ok(())
        })
    }
}
