//! A database that lets nobody in: how long a connection is waited for, and why there is none.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use diesel::r2d2::{ConnectionManager, Pool, PooledConnection, R2D2Connection};
use ports::StoreError;

use crate::errors::{NO_REASON, no_connection};

/// How long to wait for a connection if the last work that waited found none: a database that stays
/// away must not delay every request.
const AWAY_WAIT_MAX: Duration = Duration::from_millis(250);

/// What the works that wanted connections have found.
#[derive(Default)]
pub(crate) struct Away(Mutex<State>);

#[derive(Default)]
struct State {
    /// Whether the last work that waited for a connection found none.
    is_away: bool,
    /// The last reason, which the pool gives to one of those who wait, while it tries again less
    /// and less often.
    reason: Option<String>,
}

impl Away {
    /// A connection of the pool, which makes new ones by itself. The first works that find none
    /// wait as long as the pool says, since a database that is started anew is soon back; while it
    /// stays away the others are told quickly.
    pub(crate) fn connected<C: R2D2Connection + 'static>(
        &self,
        pool: &Pool<ConnectionManager<C>>,
    ) -> Result<PooledConnection<ConnectionManager<C>>, StoreError> {
        let was_away = self.state().is_away;
        let connection = if stays_away(was_away, pool.state().connections) {
            pool.get_timeout(AWAY_WAIT_MAX)
        } else {
            pool.get()
        };
        match connection {
            Ok(connection) => {
                *self.state() = State::default();
                Ok(connection)
            }
            Err(error) => Err(self.noted(&error.to_string())),
        }
    }

    /// The error of a work that found no connection: where the pool gives it no reason, with the
    /// last one that it gave to another.
    fn noted(&self, said: &str) -> StoreError {
        let mut state = self.state();
        state.is_away = true;
        match &state.reason {
            Some(reason) if said == NO_REASON => {
                no_connection(format!("it lets nobody in, and said last: {reason}"))
            }
            _ => {
                let reason = said.strip_prefix(NO_REASON);
                let reason = reason.and_then(|reason| reason.strip_prefix(": "));
                state.reason = reason.map(str::to_owned);
                no_connection(said)
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the database is still away, if the last work that waited found it so. If the pool has
/// connections by now, it is back: works that waited before may still give up, but others get the
/// connections that are made or given back next.
fn stays_away(was_away: bool, connections: u32) -> bool {
    was_away && connections == 0
}

#[cfg(test)]
mod tests {
    use super::{Away, stays_away};

    #[test]
    fn who_gives_up_late_does_not_hurry_those_who_come_after_the_outage() {
        assert!(stays_away(true, 0));
        assert!(!stays_away(true, 1));
        assert!(!stays_away(false, 0));
    }

    #[test]
    fn who_is_given_no_reason_tells_the_last_one_that_others_were_given() {
        let away = Away::default();
        let told = |said: &str| {
            let error = away.noted(&format!("timed out waiting for connection{said}"));
            let source = std::error::Error::source(&error);
            source.unwrap().to_string()
        };
        assert!(told("").contains("gave no reason"));
        assert!(told(": password\n\tauthentication failed\n").ends_with("authentication failed"));
        let last = "it lets nobody in, and said last: ";
        assert_eq!(told(""), format!("{last}password; authentication failed"));
        assert!(told(": Connection refused").ends_with("connection: Connection refused"));
        assert_eq!(told(""), format!("{last}Connection refused"));
    }
}
