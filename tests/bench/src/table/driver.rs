//! Clients that each send the next request when the last one is answered, all in one thread.

use std::cell::Cell;
use std::time::{Duration, Instant};

use futures::future::try_join_all;
use test_servers::Fallible;

use crate::connection::{Connection, Request};

/// Who asks, and until when.
#[derive(Clone, Copy)]
pub(crate) struct Load {
    pub(crate) connections: usize,
    /// None begins after it.
    pub(crate) time: Duration,
    pub(crate) requests_max: usize,
}

/// What every answer must be.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) status: u16,
    pub(crate) body_bytes_min: usize,
}

/// What was answered.
#[derive(Clone, Copy)]
pub(crate) struct Driven {
    pub(crate) count: usize,
    pub(crate) elapsed: Duration,
}

impl Driven {
    /// Requests in a second.
    pub(crate) fn rate(&self) -> f64 {
        self.count as f64 / self.elapsed.as_secs_f64()
    }
}

/// Drives the address; `request` is told the how-manieth one it makes. The first answer that is not
/// what is expected is an error.
pub(crate) fn drive(
    address: &str,
    load: Load,
    expected: Expected,
    request: &dyn Fn(usize) -> Request,
) -> Fallible<Driven> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let (next, start) = (Cell::new(0), Instant::now());
    let take = || {
        let number = next.get();
        let more = number < load.requests_max && start.elapsed() < load.time;
        next.set(number + usize::from(more));
        more.then_some(number)
    };
    let client = async || -> Fallible<()> {
        let mut connection = None;
        while let Some(number) = take() {
            let mut open = match connection.take() {
                Some(open) => open,
                None => Connection::open(address).await?,
            };
            let received = open.send(&request(number)).await?;
            if received.status != expected.status {
                return Err(format!("status {} of request {number}", received.status).into());
            }
            if received.body_bytes < expected.body_bytes_min {
                return Err(format!("a body of {} bytes", received.body_bytes).into());
            }
            connection = (!received.closes).then_some(open);
        }
        Ok(())
    };
    runtime.block_on(try_join_all((0..load.connections).map(|_| client())))?;
    Ok(Driven {
        count: next.get(),
        elapsed: start.elapsed(),
    })
}
