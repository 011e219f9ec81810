//! Threads for work that blocks, where the system gives no new ones for a while.
//!
//! A runtime makes them when they are needed and ends them when they have been idle for ten
//! seconds. Work that finds none, and for which none can be made, panics there, and may be done
//! later although whoever wanted it was told that it failed. With one thread it waits for that one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};

/// After so long a runtime ends a thread that is idle (`thread_keep_alive` of tokio's builder).
const IDLE_MAX: Duration = Duration::from_secs(10);

const EVERY: Duration = Duration::from_secs(4);
const _: () = assert!(EVERY.as_secs() * 2 < IDLE_MAX.as_secs());

/// Keeps the runtime it is awaited on from ending its last thread for work that blocks, until this
/// future is dropped.
pub async fn keep_blocking_thread() {
    keep_asking(|| ()).await;
}

async fn keep_asking(work: impl Fn() + Clone + Send + 'static) {
    let mut turns = interval(EVERY);
    turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        turns.tick().await;
        let work = work.clone();
        // It panics where not even the first thread can be made: then the next turn tries again.
        if let Ok(asked) = catch_unwind(AssertUnwindSafe(|| spawn_blocking(work))) {
            // It breaks off only where the runtime ends.
            let _ended = asked.await;
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::unbounded_channel;

    use super::keep_asking;

    #[tokio::test(start_paused = true)]
    async fn keep_asking_has_work_that_blocks_for_as_long_as_it_is_awaited() {
        let (sender, mut asked) = unbounded_channel();
        let work = move || {
            let _ = sender.send(());
        };
        let keeping = tokio::spawn(keep_asking(work));
        for _ in 0..3 {
            assert_eq!(asked.recv().await, Some(()));
        }
        keeping.abort();
        while asked.recv().await.is_some() {}
    }
}
