//! Whether what stands behind a port answers: one line in the log when it stops, one when it
//! answers again, and a gauge.
//!
//! Reading and writing are judged apart, so that a full disk, where one works and the other does
//! not, is one outage and not one for each request. Of answers that overtake each other the one
//! counts that was asked for last. No cause is told: it stands with the request.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use prometheus::IntGauge;

use crate::{Metrics, MetricsFault};

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    Reading,
    Writing,
}

const WAYS: [&str; 2] = ["read", "write"];

/// The standing of one database or blob store.
pub(crate) struct Outage {
    what: &'static str,
    made: Instant,
    ways: [Answers; 2],
    is_told: AtomicBool,
    began: AtomicU64,
}

/// When the latest question was asked that was answered, and the latest that was not: in
/// nanoseconds since the start.
struct Answers {
    answered: AtomicU64,
    unanswered: AtomicU64,
    is_up: IntGauge,
}

impl Outage {
    /// Of what `name` and `what` name: on the page, and in the log after "the".
    pub(crate) fn new(
        metrics: &Metrics,
        name: &str,
        what: &'static str,
    ) -> Result<Self, MetricsFault> {
        let said = format!("1 while the {what} answers, 0 while it does not.");
        let gauges = metrics.gauges(&format!("{name}_up"), &said, &["way"])?;
        let answers = |way: &str| {
            let is_up = gauges.get_metric_with_label_values(&[way])?;
            is_up.set(1);
            Ok::<_, MetricsFault>(Answers {
                answered: AtomicU64::new(0),
                unanswered: AtomicU64::new(0),
                is_up,
            })
        };
        Ok(Self {
            what,
            made: Instant::now(),
            ways: [answers(WAYS[0])?, answers(WAYS[1])?],
            is_told: AtomicBool::new(false),
            began: AtomicU64::new(0),
        })
    }

    /// When a question is asked.
    pub(crate) fn now(&self) -> u64 {
        // The first question is later than "never", which is 0.
        u64::try_from(self.made.elapsed().as_nanos()).map_or(u64::MAX, |passed| passed + 1)
    }

    /// Notes whether a question was answered.
    pub(crate) fn note(&self, way: Way, asked_at: u64, is_answered: bool) {
        let answers = &self.ways[way as usize];
        if is_answered {
            answers.answered.fetch_max(asked_at, Ordering::SeqCst);
        } else {
            answers.unanswered.fetch_max(asked_at, Ordering::SeqCst);
        }
        answers.is_up.set(i64::from(!answers.is_away()));
        let is_away = self.ways.iter().any(Answers::is_away);
        if self.is_told.load(Ordering::SeqCst) != is_away
            && self.is_told.swap(is_away, Ordering::SeqCst) != is_away
        {
            self.tell(is_away);
        }
    }

    fn tell(&self, is_away: bool) {
        let what = self.what;
        if is_away {
            self.began.store(self.now(), Ordering::SeqCst);
            let [read, write] = WAYS;
            let way = if self.ways[0].is_away() { read } else { write };
            tracing::warn!(way, "the {what} does not answer");
        } else {
            let nanoseconds = self.now().saturating_sub(self.began.load(Ordering::SeqCst));
            let away_seconds = nanoseconds / 1_000_000_000;
            tracing::info!(away_seconds, "the {what} answers again");
        }
    }
}

impl Answers {
    fn is_away(&self) -> bool {
        self.unanswered.load(Ordering::SeqCst) > self.answered.load(Ordering::SeqCst)
    }
}
