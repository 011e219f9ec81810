//! Sending while instances or servers may be away: what counts as an answer, and what all clients
//! have seen.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::blocking::{RequestBuilder, Response};
use serde_json::Value;
use test_servers::waiting::PATIENCE;

/// What may happen instead of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// The connection may break: instances are killed.
    WithBrokenConnections,
    /// 503 with `Retry-After`: instances go on whatever is away.
    WithUnavailability,
    /// Nothing: every request is done.
    None,
}

/// What all clients have seen.
pub struct Watch {
    patience: Patience,
    clients: AtomicUsize,
    seen: Mutex<AnswerCounts>,
}

/// Answers, by what they were.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnswerCounts {
    pub done: usize,
    /// Those of them that acknowledged a change.
    pub changed: usize,
    pub unavailable: usize,
    pub broken: usize,
    /// The longest time to an answer.
    pub longest: Duration,
}

impl Watch {
    pub fn new(patience: Patience) -> Self {
        Self {
            patience,
            clients: AtomicUsize::new(0),
            seen: Mutex::default(),
        }
    }

    /// Numbers for so many clients that no other has had.
    pub fn next_clients(&self, count: usize) -> usize {
        self.clients.fetch_add(count, Ordering::Relaxed)
    }

    pub fn seen(&self) -> AnswerCounts {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sees(&self, began: Instant, count: impl FnOnce(&mut AnswerCounts) -> &mut usize) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.longest = seen.longest.max(began.elapsed());
        *count(&mut seen) += 1;
    }

    fn sees_change(&self) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.changed += 1;
    }

    /// The answer and its body, if there is one that says more than that nothing can be done now.
    fn try_once(&self, request: RequestBuilder) -> Option<(u16, Vec<u8>)> {
        let began = Instant::now();
        let whole = |answer: Response| {
            let status = answer.status().as_u16();
            if status == 503 {
                let seconds: u64 = answer.headers()["retry-after"]
                    .to_str()
                    .unwrap()
                    .parse()
                    .unwrap();
                assert!((1..=60).contains(&seconds), "{seconds}");
            }
            answer.bytes().map(|bytes| (status, bytes.to_vec()))
        };
        match request.send().and_then(whole) {
            Ok((503, body)) => {
                let allowed = self.patience == Patience::WithUnavailability;
                assert!(allowed, "{}", String::from_utf8_lossy(&body));
                self.sees(began, |seen| &mut seen.unavailable);
                None
            }
            Ok(answer) => {
                self.sees(began, |seen| &mut seen.done);
                Some(answer)
            }
            Err(error) => {
                let cut = error.is_body() || error.is_decode();
                let allowed = match self.patience {
                    Patience::WithBrokenConnections => !error.is_timeout(),
                    // A download that has begun can only be cut.
                    Patience::WithUnavailability => cut,
                    Patience::None => false,
                };
                assert!(allowed, "{error:?}");
                self.sees(began, |seen| &mut seen.broken);
                None
            }
        }
    }
}

/// How one client sends.
pub(super) struct Sender<'a> {
    watch: &'a Watch,
    client: usize,
    careful: bool,
    made: Cell<usize>,
}

impl<'a> Sender<'a> {
    /// A careful one repeats until there is an answer.
    pub(super) fn new(watch: &'a Watch, client: usize, careful: bool) -> Self {
        Self {
            watch,
            client,
            careful,
            made: Cell::new(0),
        }
    }

    /// Makes something, at most once. What was made, if that was answered.
    pub(super) fn make(&self, request: impl Fn() -> RequestBuilder) -> Option<Value> {
        let number = self.made.replace(self.made.get() + 1);
        let key = format!("request-{number}-of-client-{}", self.client);
        let keyed = || {
            if self.careful {
                request().header("Idempotency-Key", &key)
            } else {
                request()
            }
        };
        self.change(keyed, &[201]).map(|(_, body)| json(&body))
    }

    /// Sets something to what it may be already. Whether that was answered.
    pub(super) fn set(&self, request: impl Fn() -> RequestBuilder) -> bool {
        self.change(request, &[200]).is_some()
    }

    /// Erases something that the first try may have erased unanswered. Whether that was answered.
    pub(super) fn erase(&self, request: impl Fn() -> RequestBuilder) -> bool {
        self.change(request, &[200, 404]).is_some()
    }

    pub(super) fn read(&self, request: impl Fn() -> RequestBuilder) -> Option<Value> {
        self.send(request, &[200]).map(|(_, body)| json(&body))
    }

    pub(super) fn download(&self, request: impl Fn() -> RequestBuilder) -> Option<Vec<u8>> {
        self.send(request, &[200]).map(|(_, body)| body)
    }

    fn change(
        &self,
        request: impl Fn() -> RequestBuilder,
        statuses: &[u16],
    ) -> Option<(u16, Vec<u8>)> {
        let answer = self.send(request, statuses);
        if answer.is_some() {
            self.watch.sees_change();
        }
        answer
    }

    /// The first of the statuses is the answer to a first try; to another try it may be any of
    /// them.
    fn send(
        &self,
        request: impl Fn() -> RequestBuilder,
        statuses: &[u16],
    ) -> Option<(u16, Vec<u8>)> {
        let began = Instant::now();
        let mut statuses = statuses.iter();
        let mut expected: Vec<u16> = statuses.next().copied().into_iter().collect();
        loop {
            let answer = self.watch.try_once(request());
            if let Some((status, body)) = &answer {
                let said = String::from_utf8_lossy(body);
                assert!(expected.contains(status), "{status}: {said}");
            }
            if answer.is_some() || !self.careful {
                return answer;
            }
            assert!(began.elapsed() < PATIENCE, "nothing answers any more");
            expected.extend(statuses.by_ref());
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn json(body: &[u8]) -> Value {
    serde_json::from_slice(body).expect("JSON")
}
