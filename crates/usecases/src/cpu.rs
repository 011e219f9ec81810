//! CPU work off the request threads, a bounded amount at a time.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::InternalError;

/// For each piece of work that runs, so many may wait; one more is refused.
const WAITING_PER_RUNNING: usize = 32;

/// Runs pieces of CPU work on threads of their own. Clones share the bounds.
#[derive(Debug, Clone)]
pub struct CpuWork {
    running: Arc<Semaphore>,
    admitted: Arc<Semaphore>,
    running_max: usize,
}

/// What a [`CpuWork`] is at now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CpuLoad {
    /// Pieces that run.
    pub running: usize,
    /// Pieces that wait.
    pub waiting: usize,
}

impl CpuWork {
    /// At most `running_max` pieces at once.
    pub fn new(running_max: usize) -> Self {
        let running_max = running_max.clamp(1, 1024);
        Self {
            running: Arc::new(Semaphore::new(running_max)),
            admitted: Arc::new(Semaphore::new(running_max * (1 + WAITING_PER_RUNNING))),
            running_max,
        }
    }

    /// How much of it there is now, for those who watch the service.
    pub fn load(&self) -> CpuLoad {
        let admitted_max = self.running_max * (1 + WAITING_PER_RUNNING);
        let running = self
            .running_max
            .saturating_sub(self.running.available_permits());
        let admitted = admitted_max.saturating_sub(self.admitted.available_permits());
        CpuLoad {
            running,
            waiting: admitted.saturating_sub(running),
        }
    }

    /// The outcome of the work. Too many waiting: [`InternalError::Unavailable`]; a panic:
    /// [`InternalError::Failed`].
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, InternalError> {
        let admitted = Arc::clone(&self.admitted)
            .try_acquire_owned()
            .map_err(|_| InternalError::Unavailable("too much CPU work is waiting".into()))?;
        let running = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(|closed| InternalError::Failed(closed.into()))?;
        let work = move || {
            // Held by the work, not by whoever waits for it: a caller that goes away does not stop
            // a thread.
            let _permits = (admitted, running);
            work()
        };
        // What a panic says may hold what a form says.
        tokio::task::spawn_blocking(work)
            .await
            .map_err(|_| InternalError::Failed("CPU work panicked".into()))
    }
}

#[cfg(test)]
mod tests {
    use super::{CpuLoad, CpuWork};
    use crate::InternalError;
    use std::sync::mpsc;

    #[test]
    fn a_panic_breaks_only_its_own_work() -> testkit::TestResult {
        testkit::run(async {
            let cpu = CpuWork::new(1);
            let outcome = cpu.run(|| panic!("of one work")).await;
            assert!(matches!(outcome, Err(InternalError::Failed(_))));
            assert_eq!(cpu.run(|| 7).await?, 7);
            Ok(())
        })
    }

    #[test]
    fn what_is_too_much_to_wait_is_refused() -> testkit::TestResult {
        testkit::run(async {
            let cpu = CpuWork::new(1);
            let (release, held) = mpsc::channel::<()>();
            let mut started = vec![tokio::spawn({
                let cpu = cpu.clone();
                async move { cpu.run(move || held.recv().is_err()).await.is_ok() }
            })];
            while cpu.running.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            for _ in 0..super::WAITING_PER_RUNNING {
                let cpu = cpu.clone();
                started.push(tokio::spawn(async move { cpu.run(|| ()).await.is_ok() }));
            }
            while cpu.admitted.available_permits() > 0 {
                tokio::task::yield_now().await;
            }
            assert!(matches!(
                cpu.run(|| ()).await,
                Err(InternalError::Unavailable(_))
            ));
            let (running, waiting) = (1, super::WAITING_PER_RUNNING);
            assert_eq!(cpu.load(), CpuLoad { running, waiting });
            drop(release);
            for work in started {
                assert!(work.await?);
            }
            Ok(())
        })
    }
}
