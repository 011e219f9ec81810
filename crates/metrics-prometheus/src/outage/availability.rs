//! What the answers so far say of a database or blob store.
//!
//! Reading and writing are judged apart, so that a full disk, where one works and the other does
//! not, is one outage and not one for each request. Of answers that overtake each other the one
//! counts that was asked for last. No cause is told: it stands with the request.
//!
//! A disk that is full for one write has room for the next, smaller one, so that nearly every
//! answer would begin an outage or end it. From the third within a minute on it is one, which ends
//! when nothing has failed for a minute.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use ports::AccessMode;
use prometheus::IntGauge;

use crate::{Metrics, MetricsError};

const WAYS: [&str; 2] = ["read", "write"];

/// Whether one database or blob store answers.
pub(super) struct Availability {
    what: &'static str,
    is_up: [IntGauge; 2],
    state: Mutex<State>,
}

/// How long nothing may have failed where outages follow each other, and what that means: the last
/// but one ended no longer ago.
const QUIET: Duration = Duration::from_secs(60);

#[derive(Default)]
struct State {
    ways: [Answers; 2],
    began: Option<Instant>,
    ended: Option<Instant>,
    /// The end of the outage before the last.
    ended_before: Option<Instant>,
    /// How much later than the last failure an answer must be to end this outage.
    quiet: Duration,
}

/// What an answer changes.
#[derive(Debug, PartialEq, Eq)]
enum Turn {
    Begins,
    /// After so long a time.
    Ends(Duration),
}

/// When the latest question was asked that was answered, and the latest that was not.
#[derive(Default)]
struct Answers {
    answered: Option<Instant>,
    unanswered: Option<Instant>,
}

impl Availability {
    pub(super) fn new(
        metrics: &Metrics,
        name: &str,
        what: &'static str,
    ) -> Result<Self, MetricsError> {
        let help = format!("1 while the {what} answers, 0 while it does not.");
        let gauges = metrics.gauges(&format!("{name}_up"), &help, &["way"])?;
        let [read, write] = WAYS.map(|way| gauges.get_metric_with_label_values(&[way]));
        let is_up = [read?, write?];
        is_up.iter().for_each(|gauge| gauge.set(1));
        Ok(Self {
            what,
            is_up,
            state: Mutex::default(),
        })
    }

    /// Notes whether a question was answered, and logs it where an outage begins or ends with that.
    /// Whether one begins.
    pub(super) fn note(&self, way: AccessMode, asked_at: Instant, is_answered: bool) -> bool {
        let mut state = self.state();
        let turn = state.note(way, asked_at, is_answered, Instant::now());
        let is_away = state.is_way_away(way);
        self.is_up[way as usize].set(i64::from(!is_away));
        match turn {
            Some(Turn::Begins) => {
                tracing::warn!(
                    way = WAYS[way as usize],
                    "the {} does not answer",
                    self.what
                );
                true
            }
            Some(Turn::Ends(after)) => {
                let away_seconds = after.as_secs();
                tracing::info!(away_seconds, "the {} answers again", self.what);
                false
            }
            None => false,
        }
    }

    pub(super) fn is_away(&self) -> bool {
        self.state().is_away()
    }

    pub(super) fn is_way_away(&self, way: AccessMode) -> bool {
        self.state().is_way_away(way)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn note(
        &mut self,
        way: AccessMode,
        asked_at: Instant,
        is_answered: bool,
        now: Instant,
    ) -> Option<Turn> {
        let answers = &mut self.ways[way as usize];
        if is_answered {
            answers.answered = answers.answered.max(Some(asked_at));
        } else if Some(asked_at) >= self.ended {
            answers.unanswered = answers.unanswered.max(Some(asked_at));
        }
        // What was asked for before the last outage ended, and failed later, belongs to that one.
        match (self.began, self.is_away()) {
            (None, true) => {
                self.began = Some(now);
                if self.ended_before.is_some_and(|ended| now < ended + QUIET) {
                    self.quiet = QUIET;
                }
                Some(Turn::Begins)
            }
            (Some(began), false) => {
                (self.began, self.quiet) = (None, Duration::ZERO);
                (self.ended_before, self.ended) = (self.ended, Some(now));
                // What failed in this outage says nothing of the next one.
                for answers in &mut self.ways {
                    answers.unanswered = None;
                }
                Some(Turn::Ends(now.saturating_duration_since(began)))
            }
            _ => None,
        }
    }

    fn is_away(&self) -> bool {
        self.ways
            .iter()
            .any(|answers| answers.are_missing(self.quiet))
    }

    fn is_way_away(&self, way: AccessMode) -> bool {
        self.ways[way as usize].are_missing(self.quiet)
    }
}

impl Answers {
    /// Whether there was none so long after the latest question that was not answered.
    fn are_missing(&self, quiet: Duration) -> bool {
        let ends_at = self.unanswered.map(|unanswered| unanswered + quiet);
        ends_at > self.answered
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use ports::AccessMode;

    use super::{State, Turn};

    fn seconds(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    #[test]
    fn outages_that_follow_each_other_are_one_from_the_third_on_until_a_minute_is_quiet() {
        let (start, mut state) = (Instant::now(), State::default());
        let mut note = |second, is_answered| {
            let at = start + seconds(second);
            let turn = state.note(AccessMode::Write, at, is_answered, at);
            (turn, state.is_way_away(AccessMode::Write))
        };
        // What is large fails, and what is small is answered.
        let mut turns = Vec::new();
        for second in (0..40).step_by(2) {
            turns.extend([note(second, false).0, note(second + 1, true).0]);
        }
        turns.retain(Option::is_some);
        let (begins, ends) = (Some(Turn::Begins), Some(Turn::Ends(seconds(1))));
        let first = [begins, ends];
        assert_eq!(turns.len(), 5, "{turns:?}");
        assert_eq!(turns[..2], first);
        assert_eq!(turns[2..4], first);
        assert_eq!(turns[4], first[0]);
        assert_eq!(note(97, true), (None, true));
        assert_eq!(note(98, true), (Some(Turn::Ends(seconds(94))), false));
        // Then one is ended by its first answer again.
        assert_eq!(note(300, false), (Some(Turn::Begins), true));
        assert_eq!(note(301, true), (Some(Turn::Ends(seconds(1))), false));
    }

    #[test]
    fn what_failed_in_an_outage_before_is_not_away_in_one_that_lasts_longer() {
        let (start, mut state) = (Instant::now(), State::default());
        for (second, way, is_answered) in [
            (0, AccessMode::Read, false),
            (1, AccessMode::Read, true),
            (2, AccessMode::Write, false),
            (3, AccessMode::Write, true),
            (4, AccessMode::Write, false),
            (5, AccessMode::Write, true),
        ] {
            let at = start + seconds(second);
            state.note(way, at, is_answered, at);
        }
        assert!(state.is_way_away(AccessMode::Write));
        assert!(!state.is_way_away(AccessMode::Read));
    }

    #[test]
    fn outages_that_lie_apart_each_end_with_their_first_answer() {
        let (start, mut state) = (Instant::now(), State::default());
        for second in [0, 31, 62, 93, 124] {
            let mut note = |at, is_answered| {
                let at = start + seconds(at);
                state.note(AccessMode::Read, at, is_answered, at)
            };
            assert_eq!(note(second, false), Some(Turn::Begins));
            let ended = note(second + 1, true);
            assert_eq!(ended, Some(Turn::Ends(seconds(1))), "{second}");
        }
    }
}
