//! Whether the server has gone silent: it keeps its connections and answers nothing, as one does
//! whose processes were stopped, or whose disk or host hangs.
//!
//! No limit of time of the server, of libpq or of the kernel ends that: whoever waits would wait
//! for ever, and hold a thread and a connection. So the waiting is watched from outside. A server
//! that works answers each statement, if only by breaking it off, within [`SILENCE_MAX`]; where
//! nothing came from any connection for longer, everyone who waits gets an error, and whoever comes
//! later gets it at once. The threads that wait on connections stay where they are, at most one for
//! each: the first of them that hears something ends the silence. The question whether the server
//! answers is asked all the same ([`Silence::despite_silence`]).
//!
//! A single statement may hang at a server that answers others: a commit that waits for a standby,
//! a stopped process of the server. Then the server is not silent, and only the work whose
//! statement hangs gets an error, after the same time ([`OwnStatement`]).

mod own_statement;

use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use diesel::connection::InstrumentationEvent;
use ports::StoreError;
use store_diesel::postgres::STATEMENT_SECONDS_MAX;
use tokio::time::{Instant, timeout, timeout_at};

pub(crate) use own_statement::OwnStatement;

/// Longer than the server lets a statement run: then it says itself that it broke it off.
pub(crate) const SILENCE_MAX: Duration = Duration::from_secs(STATEMENT_SECONDS_MAX + 2);

/// What is known of all connections to one server.
#[derive(Debug, Default)]
pub(crate) struct Silence(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The connections that wait for an answer, and since when.
    asked_at: HashMap<u64, Instant>,
    heard_at: Option<Instant>,
    connections: u64,
}

/// Watches one connection, and forgets it when it is dropped with it.
struct Watch {
    silence: Arc<Silence>,
    connection: u64,
}

/// Why an answer is not waited for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Silent {
    /// The server answers nobody.
    Server,
    /// It answers others.
    Statement,
}

impl Silence {
    /// What diesel is to call when a new connection asks a statement, and when that is answered.
    pub(crate) fn watch(self: &Arc<Self>) -> impl FnMut(InstrumentationEvent<'_>) + Send + 'static {
        let connection = {
            let mut state = self.state();
            state.connections += 1;
            state.connections
        };
        let watch = Watch {
            silence: Arc::clone(self),
            connection,
        };
        move |event| match event {
            InstrumentationEvent::StartQuery { .. } => watch.asks(Instant::now()),
            InstrumentationEvent::FinishQuery { .. } => watch.hears(Instant::now()),
            _ => {}
        }
    }

    /// The answer of the server to what is asked, unless it is or falls silent.
    pub(crate) async fn unless_silent<T>(
        &self,
        asked: impl Future<Output = T>,
    ) -> Result<T, Silent> {
        self.unless_unanswered(&OwnStatement::default(), asked)
            .await
    }

    /// The same for a work whose own statements are known: no one of them is waited for longer.
    pub(crate) async fn unless_unanswered<T>(
        &self,
        own: &OwnStatement,
        asked: impl Future<Output = T>,
    ) -> Result<T, Silent> {
        let mut asked = pin!(asked);
        loop {
            let now = Instant::now();
            let (silent_at, unanswered_at) = (self.state().silent_at(), own.unanswered_at());
            if silent_at.is_some_and(|silent_at| silent_at <= now) {
                return Err(Silent::Server);
            }
            if unanswered_at.is_some_and(|unanswered_at| unanswered_at <= now) {
                return Err(Silent::Statement);
            }
            // Whoever does not ask yet, but waits for a connection, waits for those who do.
            let until = silent_at.into_iter().chain(unanswered_at).min();
            let until = until.unwrap_or(now + SILENCE_MAX);
            if let Ok(answer) = timeout_at(until, &mut asked).await {
                return Ok(answer);
            }
        }
    }

    /// The answer of a server that may be silent, within [`SILENCE_MAX`].
    pub(crate) async fn despite_silence<T>(
        &self,
        asked: impl Future<Output = T>,
    ) -> Result<T, Silent> {
        let answer = timeout(SILENCE_MAX, asked).await;
        answer.map_err(|_| Silent::Server)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// When the server counts as silent, if nothing is heard until then.
    fn silent_at(&self) -> Option<Instant> {
        let asked_at = self.asked_at.values();
        let since = asked_at.filter(|asked_at| self.heard_at <= Some(**asked_at));
        Some(*since.min()? + SILENCE_MAX)
    }
}

impl Watch {
    fn asks(&self, now: Instant) {
        self.silence.state().asked_at.insert(self.connection, now);
        own_statement::asked(Some(now));
    }

    fn hears(&self, now: Instant) {
        let mut state = self.silence.state();
        state.asked_at.remove(&self.connection);
        state.heard_at = Some(now);
        drop(state);
        own_statement::asked(None);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.silence.state().asked_at.remove(&self.connection);
    }
}

impl From<Silent> for StoreError {
    fn from(silent: Silent) -> Self {
        let seconds = SILENCE_MAX.as_secs();
        let told = match silent {
            Silent::Server => format!(
                "the PostgreSQL server keeps its connections, but has answered nothing for \
                 {seconds} seconds: it hangs, or its disk does"
            ),
            Silent::Statement => format!(
                "the PostgreSQL server has not answered on one connection for {seconds} seconds, \
                 but on others: a process of it hangs, or waits for a standby"
            ),
        };
        Self::Unavailable(told.into())
    }
}

#[cfg(test)]
mod tests;
