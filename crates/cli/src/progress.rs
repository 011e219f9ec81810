//! Shows the progress of a long task: a bar on a terminal, plain lines elsewhere, as far as there
//! is room for them at once: a task that reads all rows in one transaction must not stand still
//! with a terminal that was stopped. Faults are printed as they are found, however long that
//! takes, and counted: one that several steps find, once.

use std::sync::{Mutex, PoisonError};

use usecases::{ProgressListener, ProgressStep, StorageFault};

use crate::found_faults::FoundFaults;
use crate::terminal;

/// The width of the bar, in characters.
const PLACES: u64 = 30;
/// How many lines are written for a step elsewhere.
const LINES: u64 = 10;

/// Shows the progress of a task on standard error.
pub(crate) struct Progress {
    has_bar: bool,
    state: Mutex<State>,
}

struct State {
    what: &'static str,
    done: u64,
    total: u64,
    /// The faults that were printed.
    faults: FoundFaults,
}

impl Progress {
    /// A bar if standard error is a terminal.
    pub(crate) fn new() -> Self {
        Self {
            has_bar: terminal::is_interactive(),
            state: Mutex::new(State {
                what: "",
                done: 0,
                total: 0,
                faults: FoundFaults::default(),
            }),
        }
    }

    /// The faults that were printed.
    pub(crate) fn faults(&self) -> FoundFaults {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.faults.clone()
    }

    fn with_state(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
    }

    fn clear(&self) {
        if self.has_bar {
            terminal::replace_line("");
        }
    }
}

impl ProgressListener for Progress {
    fn begins(&self, step: ProgressStep, total: u64) {
        self.with_state(|state| {
            (state.what, state.done, state.total) = (what(step), 0, total);
            if self.has_bar {
                terminal::replace_line(&state.bar());
            } else {
                terminal::print_in_passing(&format!("{} ({total}) …", state.what));
            }
        });
    }

    fn advances(&self) {
        self.with_state(|state| {
            let before = state.share(if self.has_bar { PLACES * 4 } else { LINES });
            state.done += 1;
            let after = state.share(if self.has_bar { PLACES * 4 } else { LINES });
            if before == after {
                return;
            }
            if self.has_bar {
                terminal::replace_line(&state.bar());
            } else if state.done < state.total {
                terminal::print_in_passing(&format!("  {} of {}", state.done, state.total));
            }
        });
    }

    fn finds(&self, fault: &StorageFault) {
        self.with_state(|state| {
            let Some(sentence) = state.faults.add(fault) else {
                return;
            };
            self.clear();
            terminal::print_error(&sentence);
            if self.has_bar {
                terminal::replace_line(&state.bar());
            }
        });
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

impl State {
    /// How many of so many parts are done. More may come than were expected.
    fn share(&self, parts: u64) -> u64 {
        let done = self.done.min(self.total);
        done.saturating_mul(parts)
            .checked_div(self.total)
            .unwrap_or(parts)
    }

    fn bar(&self) -> String {
        let full = usize::try_from(self.share(PLACES)).unwrap_or_default();
        let empty = usize::try_from(PLACES).unwrap_or_default() - full;
        format!(
            "{:24} [{}{}] {} of {}",
            self.what,
            "█".repeat(full),
            "·".repeat(empty),
            self.done,
            self.total
        )
    }
}

fn what(step: ProgressStep) -> &'static str {
    match step {
        ProgressStep::TakeRows => "Taking the rows",
        ProgressStep::Copy => "Copying applications",
        ProgressStep::Compare => "Comparing applications",
        ProgressStep::LookAtApplications => "Verifying applications",
        ProgressStep::LookAtBlobs => "Looking up blobs",
    }
}

#[cfg(test)]
mod tests {
    use domain::PaId;
    use usecases::{BlobRole, ProgressListener as _, StorageFault};

    use super::{FoundFaults, Progress, State};

    #[test]
    fn a_fault_that_is_found_again_is_one_fault() {
        let progress = Progress::new();
        let part = BlobRole::Original;
        for number in ["26-0001", "26-0002", "26-0001"] {
            let pa_id = PaId::parse(number).unwrap();
            progress.finds(&StorageFault::BytesMissing { pa_id, part });
        }
        assert_eq!(progress.faults().count(), 2);
    }

    #[test]
    fn a_bar_is_never_longer_than_it_is() {
        for (done, total, full) in [(0, 0, 30), (0, 3, 0), (1, 3, 10), (3, 3, 30), (5, 3, 30)] {
            let state = State {
                what: "x",
                done,
                total,
                faults: FoundFaults::default(),
            };
            let bar = state.bar();
            assert_eq!(bar.matches('█').count(), full, "{bar}");
            assert_eq!(bar.matches('·').count(), 30 - full, "{bar}");
        }
    }
}
