//! Clients that each send the next request when the last one is answered, and how long they waited.

use std::time::{Duration, Instant};

use test_servers::Fallible;

use crate::client::Client;

/// What came of it.
pub struct Measured {
    elapsed: Duration,
    /// Sorted.
    waits: Vec<Duration>,
}

impl Measured {
    /// Answered requests.
    pub fn count(&self) -> usize {
        self.waits.len()
    }

    /// Requests in a second.
    pub fn rate(&self) -> f64 {
        self.count() as f64 / self.elapsed.as_secs_f64()
    }

    /// How many milliseconds this part of all requests took at most, from 0 to 1.
    pub fn milliseconds(&self, part: f64) -> f64 {
        let last = self.count().saturating_sub(1);
        let index = (last as f64 * part).round() as usize;
        let wait = self.waits.get(index).copied().unwrap_or_default();
        wait.as_secs_f64() * 1000.0
    }
}

/// So many clients, evenly over the instances, for so long. `request` is told which client asks for
/// the how-manieth time.
pub fn closed_loop(
    addresses: &[String],
    clients: usize,
    time: Duration,
    request: impl Fn(usize, usize) -> Vec<u8> + Sync,
) -> Fallible<Measured> {
    let start = Instant::now();
    let one = |client: usize| -> Fallible<Vec<Duration>> {
        let mut connection = Client::connect(&addresses[client % addresses.len()])?;
        let mut waits = Vec::new();
        while start.elapsed() < time {
            let request = request(client, waits.len());
            let sent = Instant::now();
            connection.done(&request)?;
            waits.push(sent.elapsed());
        }
        Ok(waits)
    };
    let mut waits = on_threads(clients, &one)?.concat();
    waits.sort_unstable();
    Ok(Measured {
        elapsed: start.elapsed(),
        waits,
    })
}

/// What each of so many threads gives, that are told their numbers.
pub fn on_threads<T: Send>(
    count: usize,
    work: &(impl Fn(usize) -> Fallible<T> + Sync),
) -> Fallible<Vec<T>> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..count)
            .map(|number| scope.spawn(move || work(number)))
            .collect();
        let ended = threads.into_iter().map(|thread| {
            let ended = thread.join().map_err(|_| "a thread gave up");
            ended?
        });
        ended.collect()
    })
}

/// How busy the machine is before anything is measured.
pub fn others() -> Fallible<String> {
    let load = std::fs::read_to_string("/proc/loadavg")?;
    let before = load.split(' ').next().unwrap_or_default();
    Ok(format!("load of others {before}"))
}
