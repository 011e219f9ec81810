//! Counts requests in Redis, so that several instances count together.
//!
//! Promises: each call is one script in Redis, so of requests at once exactly the allowed number is
//! allowed, whichever instance they come to; time is that of Redis, so clocks of instances need not
//! agree; each cell goes away by itself when it holds nothing any more; no call takes longer than
//! its bound. Connects by itself, now and after Redis was away. Leaves out: what to do while it is
//! away.

#![forbid(unsafe_code)]

mod connection;
mod script;

use std::time::Duration;

use async_trait::async_trait;
use domain::quota::Allowance;
use ports::{LimiterError, QuotaCell, RequestLimiter};
use redis::{RedisError, Script};

use crate::connection::Connection;

/// How long a call may take: a healthy Redis answers within a millisecond.
pub const ANSWER_TIME_MAX: Duration = Duration::from_millis(50);

/// What the names of keys in Redis begin with.
const PREFIX: &str = "formservice:requests:";

type Now = Box<dyn Fn() -> u64 + Send + Sync>;

/// Counts in Redis. With `rediss:` the server must show a certificate for its name, of an authority
/// that the system trusts (`SSL_CERT_FILE` names others).
pub struct RedisLimiter {
    connection: Connection,
    take: Script,
    give_back: Script,
    answer_time_max: Duration,
    now: Option<Now>,
}

/// The URL names no Redis. Never shows it: it may hold a password.
#[derive(Debug, thiserror::Error)]
#[error(
    "must be `redis://[user:password@]host[:port][/database]`, `rediss://…` for TLS, or \
        `unix:///path`"
)]
pub struct RedisUrlError;

impl RedisLimiter {
    /// Counts in the Redis at this URL, by its time. Connects at the first call; must be made in a
    /// runtime.
    pub fn new(url: &str, answer_time_max: Duration) -> Result<Self, RedisUrlError> {
        let connection = Connection::new(url, answer_time_max).ok_or(RedisUrlError)?;
        Ok(Self {
            connection,
            take: Script::new(script::TAKE),
            give_back: Script::new(script::GIVE_BACK),
            answer_time_max,
            now: None,
        })
    }

    /// The same by another clock, of microseconds: for tests, which must move it.
    pub fn by_clock(mut self, now: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        self.now = Some(Box::new(now));
        self
    }

    /// Runs a script on a cell: whether it allowed the request, and microseconds until the full
    /// limit is there.
    async fn run(&self, script: &Script, cell: &QuotaCell) -> Result<(bool, u64), LimiterError> {
        let mut call = script.key(format!("{PREFIX}{}", cell.subject));
        call.arg(cell.quota.share()).arg(cell.quota.span());
        if let Some(now) = &self.now {
            call.arg(now());
        }
        let mut connection = self.connection.current();
        let answer = call.invoke_async(&mut connection);
        match tokio::time::timeout(self.answer_time_max, answer).await {
            Ok(answer) => answer.map_err(|error: RedisError| {
                self.connection.leave_refused(&error);
                LimiterError::Unavailable(error.into())
            }),
            Err(late) => Err(LimiterError::Unavailable(late.into())),
        }
    }
}

#[async_trait]
impl RequestLimiter for RedisLimiter {
    async fn take(&self, cell: &QuotaCell) -> Result<Allowance, LimiterError> {
        let (allowed, full_after) = self.run(&self.take, cell).await?;
        Ok(cell.quota.allowance(full_after, allowed))
    }

    async fn give_back(&self, cell: &QuotaCell) -> Result<(), LimiterError> {
        self.run(&self.give_back, cell).await.map(|_| ())
    }
}
