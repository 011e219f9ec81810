//! What the answers so far say of a database or blob store.
//!
//! Reading and writing are judged apart, so that a full disk, where one works and the other does
//! not, is one outage and not one for each request. Of answers that overtake each other the one
//! counts that was asked for last. No cause is told: it stands with the request.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

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

#[derive(Default)]
struct State {
    ways: [Answers; 2],
    began: Option<Instant>,
    ended: Option<Instant>,
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
        state.note(way, asked_at, is_answered);
        let is_away = state.ways[way as usize].is_away();
        self.is_up[way as usize].set(i64::from(!is_away));
        match (state.began, state.is_away()) {
            (None, true) => {
                state.began = Some(Instant::now());
                tracing::warn!(
                    way = WAYS[way as usize],
                    "the {} does not answer",
                    self.what
                );
                true
            }
            (Some(began), false) => {
                (state.began, state.ended) = (None, Some(Instant::now()));
                let away_seconds = began.elapsed().as_secs();
                tracing::info!(away_seconds, "the {} answers again", self.what);
                false
            }
            _ => false,
        }
    }

    pub(super) fn is_away(&self) -> bool {
        self.state().is_away()
    }

    pub(super) fn is_way_away(&self, way: AccessMode) -> bool {
        self.state().ways[way as usize].is_away()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn note(&mut self, way: AccessMode, asked_at: Instant, is_answered: bool) {
        let answers = &mut self.ways[way as usize];
        if is_answered {
            answers.answered = answers.answered.max(Some(asked_at));
        } else if Some(asked_at) >= self.ended {
            answers.unanswered = answers.unanswered.max(Some(asked_at));
        }
        // What was asked for before the last outage ended, and failed later, belongs to that one.
    }

    fn is_away(&self) -> bool {
        self.ways.iter().any(Answers::is_away)
    }
}

impl Answers {
    fn is_away(&self) -> bool {
        self.unanswered > self.answered
    }
}
