//! The suite that every counter of requests passes, on a real Redis.

use std::sync::Arc;

use limits_redis::RedisLimiter;
use test_servers::redis::RedisServer;
use test_servers::waiting::PATIENCE;
use testkit::limits_suite::LimiterUnderTest;
use testkit::{SteppedClock, TestResult};

/// A runtime of its own for the connection, for as long as the check lasts.
struct Alive {
    _server: RedisServer,
    _runtime: tokio::runtime::Runtime,
}

fn make_limiter() -> TestResult<(LimiterUnderTest, Alive)> {
    let server = RedisServer::start()?;
    let runtime = tokio::runtime::Runtime::new()?;
    let _entered = runtime.enter();
    let clock = Arc::new(SteppedClock::default());
    let now = Arc::clone(&clock);
    let limiter = RedisLimiter::new(&server.url(), PATIENCE)?.by_clock(move || now.now());
    let limiter = Arc::new(limiter);
    let alive = Alive {
        _server: server,
        _runtime: runtime,
    };
    Ok((LimiterUnderTest { limiter, clock }, alive))
}

testkit::limits_conformance!(make_limiter);
