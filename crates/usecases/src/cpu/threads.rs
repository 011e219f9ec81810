//! Threads that stay as long as there may be work for them.
//!
//! Those of the runtime come and go, and a piece of work gets any of them. Where it is always one
//! of the same few, it finds the memory warm that the piece before has left to the allocator; and
//! as they are started directly after each other, the C library gives them different heaps, where
//! it has enough (docs/decisions/0028-large-files.md).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::{io, thread};

type Piece = Box<dyn FnOnce() + Send>;

/// They end when this is dropped, after what was handed over, or with the process.
#[derive(Debug)]
pub(super) struct Threads(Sender<Piece>);

impl Threads {
    /// So many, all at once. The error says of what it is.
    pub(super) fn start(count: usize) -> io::Result<Self> {
        let (sender, pieces) = mpsc::channel();
        let pieces = Arc::new(Mutex::new(pieces));
        for _ in 0..count {
            let pieces = Arc::clone(&pieces);
            let thread = thread::Builder::new().name("cpu-work".to_owned());
            let started = thread.spawn(move || serve(&pieces));
            started.map_err(|error| {
                let told = format!("the threads for CPU work could not be started: {error}");
                io::Error::new(error.kind(), told)
            })?;
        }
        Ok(Self(sender))
    }

    /// Has a piece of work done by the next that is free.
    pub(super) fn run(&self, piece: impl FnOnce() + Send + 'static) {
        // They serve until the sender is gone, so there is always one that takes it.
        let _ = self.0.send(Box::new(piece));
    }
}

/// Works off one piece after the other; a panic is the end of its piece alone.
fn serve(pieces: &Mutex<Receiver<Piece>>) {
    // Nothing that can panic is done while the lock is held.
    let next = || pieces.lock().unwrap_or_else(PoisonError::into_inner).recv();
    while let Ok(piece) = next() {
        let _ = catch_unwind(AssertUnwindSafe(piece));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::{Arc, Barrier, mpsc};
    use std::thread::{self, ThreadId};

    use super::Threads;

    /// The threads on which so many pieces run that wait for each other.
    fn meet(threads: &Threads, count: usize) -> HashSet<ThreadId> {
        let all = Arc::new(Barrier::new(count));
        let (sender, met) = mpsc::channel();
        for _ in 0..count {
            let (all, sender) = (Arc::clone(&all), sender.clone());
            threads.run(move || {
                all.wait();
                sender.send(thread::current().id()).unwrap();
            });
        }
        drop(sender);
        met.iter().collect()
    }

    #[test]
    fn pieces_run_side_by_side_and_always_on_the_same_threads() -> testkit::TestResult {
        let threads = Threads::start(3)?;
        let first = meet(&threads, 3);
        assert_eq!(first.len(), 3);
        for _ in 0..20 {
            threads.run(|| panic!("of one piece"));
            assert_eq!(meet(&threads, 3), first);
        }
        Ok(())
    }

    #[test]
    fn what_was_handed_over_is_done_after_the_end() -> testkit::TestResult {
        let threads = Threads::start(1)?;
        let (release, held) = mpsc::channel::<()>();
        threads.run(move || assert!(held.recv().is_err()));
        let (sender, done) = mpsc::channel();
        for number in 0..3 {
            let sender = sender.clone();
            threads.run(move || sender.send(number).unwrap());
        }
        drop((threads, sender, release));
        assert_eq!(done.iter().collect::<Vec<_>>(), [0, 1, 2]);
        Ok(())
    }
}
