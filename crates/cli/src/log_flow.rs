//! Lets the log flow on while the service runs: what could not be written since nobody read it, or
//! since its disk was full, is tried again and again, also where nothing else is logged.

use std::thread;
use std::time::Duration;

use tokio::time::sleep;

use crate::terminal;

/// How long to wait between two tries to write held lines.
const PAUSE: Duration = Duration::from_secs(1);
/// The same while lines are held: a terminal takes a few kilobytes at once.
const PAUSE_WHILE_HELD: Duration = Duration::from_millis(20);
/// How often writing them is tried when the service ends, in a second.
const LAST_LOOKS: u32 = 50;

/// Writes held lines whenever there is room. Never ends.
pub(crate) async fn keep_log_flowing() {
    loop {
        let is_held = flow_on();
        sleep(if is_held { PAUSE_WHILE_HELD } else { PAUSE }).await;
    }
}

/// Gives whoever reads the log a moment for what is held. Blocks; nothing is logged after it.
pub(crate) fn end_log() {
    look_last(flow_on, || thread::sleep(PAUSE_WHILE_HELD));
}

fn look_last(mut flow_on: impl FnMut() -> bool, mut pause: impl FnMut()) {
    for _ in 0..LAST_LOOKS {
        if !flow_on() {
            break;
        }
        pause();
    }
}

/// Answers whether lines are held still. Once all is written, says how many were lost.
fn flow_on() -> bool {
    let flow = terminal::flow_on();
    if flow.lines_lost > 0 {
        tracing::error!(
            lines = flow.lines_lost,
            "lines of the log are lost: nobody read it for a time, or its disk was full"
        );
    }
    flow.is_held
}

#[cfg(test)]
mod tests {
    use super::{LAST_LOOKS, look_last};

    #[test]
    fn the_end_waits_for_what_is_held_and_not_for_ever() {
        for (held_for, pauses) in [(0, 0), (3, 3), (u32::MAX, LAST_LOOKS)] {
            let (mut looks, mut paused) = (0, 0);
            let is_held = || {
                looks += 1;
                looks <= held_for
            };
            look_last(is_held, || paused += 1);
            assert_eq!(paused, pauses, "held for {held_for} looks");
        }
    }
}
