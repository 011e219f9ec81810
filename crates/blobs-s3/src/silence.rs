//! Whether the server has gone silent: it takes connections and requests, and answers none.
//!
//! A request that got no answer in its time tells it, unless another that was sent later got one.
//! From then on requests are refused at once, or each would keep somebody waiting as long, and the
//! server is asked in the background until it says anything at all.

use std::sync::{Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// Between the end of one question and the next.
const PAUSE: Duration = Duration::from_secs(1);

/// What is known of one server.
#[derive(Debug, Default)]
pub(crate) struct Silence(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    heard_at: Option<Instant>,
    is_silent: bool,
}

impl Silence {
    pub(crate) fn is_silent(&self) -> bool {
        self.state().is_silent
    }

    /// Notes an answer, whatever it says.
    pub(crate) fn hears(&self) {
        *self.state() = State {
            heard_at: Some(Instant::now()),
            is_silent: false,
        };
    }

    /// Notes that nothing came to a request of that moment. Whether a silence begins with that.
    pub(crate) fn misses(&self, asked_at: Instant) -> bool {
        let mut state = self.state();
        let begins = !state.is_silent && state.heard_at <= Some(asked_at);
        state.is_silent |= begins;
        begins
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Asks until the silence is over, or nobody is left who wants to know. `ask` answers whether
/// anything was heard.
pub(crate) async fn until_heard<Asked: Future<Output = bool>>(
    silence: Weak<Silence>,
    ask: impl Fn() -> Asked,
) {
    while silence.upgrade().is_some_and(|silence| silence.is_silent()) {
        sleep(PAUSE).await;
        if ask().await
            && let Some(silence) = silence.upgrade()
        {
            silence.hears();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;
    use std::time::Duration;

    use tokio::time::{Instant, sleep};

    use super::{Silence, until_heard};

    const MOMENT: Duration = Duration::from_millis(1);

    #[tokio::test(start_paused = true)]
    async fn one_slow_answer_is_no_silence_where_later_ones_came() {
        let silence = Silence::default();
        let slow = Instant::now();
        sleep(MOMENT).await;
        silence.hears();
        assert!(!silence.misses(slow));
        sleep(MOMENT).await;
        assert!(silence.misses(Instant::now()));
        assert!(!silence.misses(Instant::now()), "it has begun already");
        assert!(silence.is_silent());
        silence.hears();
        assert!(!silence.is_silent());
    }

    #[tokio::test(start_paused = true)]
    async fn until_heard_asks_until_the_first_answer() {
        let (silence, asked) = (Arc::new(Silence::default()), Cell::new(0));
        assert!(silence.misses(Instant::now()));
        until_heard(Arc::downgrade(&silence), || {
            asked.set(asked.get() + 1);
            std::future::ready(asked.get() == 3)
        })
        .await;
        assert_eq!((asked.get(), silence.is_silent()), (3, false));
    }
}
