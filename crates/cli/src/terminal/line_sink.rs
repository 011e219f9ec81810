//! Lines for an output whose reader may stand still, or whose disk may be full: whoever writes one
//! never waits.
//!
//! What there is no room for is held, up to a bound, and written before what comes later, so no
//! line is torn and none is before its time. Further lines are lost, and counted.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::output::{Output, write_while_there_is_room};

/// How much is held: some thousand lines.
const HELD_BYTES_MAX: usize = 1024 * 1024;

/// Takes lines at any time.
pub(super) struct LineSink<O> {
    output: O,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Not written yet. It may begin within a line.
    held: Vec<u8>,
    lost: u64,
    /// How many of them were told.
    told: u64,
}

/// How lines flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flow {
    /// Whether some are held still.
    pub(crate) is_held: bool,
    /// How many were lost of which nobody was told; only once all that was held before them is
    /// written, and each of them once.
    pub(crate) lines_lost: u64,
}

impl<O: Output> LineSink<O> {
    pub(super) fn new(output: O) -> Self {
        Self {
            output,
            state: Mutex::default(),
        }
    }

    /// Writes whole lines, holds them, or counts them as lost.
    pub(super) fn write(&self, lines: &[u8]) {
        let mut state = self.state();
        self.write_held(&mut state);
        let written = if state.held.is_empty() {
            write_while_there_is_room(&self.output, lines)
        } else {
            0
        };
        let rest = &lines[written..];
        // A line that is begun is ended, however long it is.
        if written > 0 || state.held.len() + rest.len() <= HELD_BYTES_MAX {
            state.held.extend_from_slice(rest);
        } else {
            state.lost += count(rest);
        }
    }

    /// Writes what is held, as far as there is room.
    pub(super) fn flow_on(&self) -> Flow {
        let mut state = self.state();
        self.write_held(&mut state);
        if !state.held.is_empty() {
            return Flow {
                is_held: true,
                lines_lost: 0,
            };
        }
        let untold = state.lost - state.told;
        state.told = state.lost;
        Flow {
            is_held: false,
            lines_lost: untold,
        }
    }

    /// How many lines were lost, all in all.
    pub(super) fn lines_lost(&self) -> u64 {
        self.state().lost
    }

    fn write_held(&self, state: &mut State) {
        let written = write_while_there_is_room(&self.output, &state.held);
        state.held.drain(..written);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn count(lines: &[u8]) -> u64 {
    let ends = lines.iter().filter(|byte| **byte == b'\n').count();
    u64::try_from(ends).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
