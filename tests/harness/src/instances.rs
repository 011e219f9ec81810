//! Instances of the service, and a client that takes them in turn.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use crate::service::{MASTER_KEY, Service};
use reqwest::blocking::{Client, RequestBuilder};
use test_servers::waiting::PATIENCE;

/// So much of a log is shown.
const LAST_LINES: usize = 40;

/// They run until this goes out of scope.
pub struct Instances {
    places: Vec<Mutex<Option<Service>>>,
    bases: RwLock<Vec<String>>,
    turns: AtomicUsize,
    client: Client,
}

impl Instances {
    pub fn new(services: Vec<Service>) -> Self {
        let bases = services.iter().map(|service| service.base().to_owned());
        let client = Client::builder().timeout(PATIENCE);
        Self {
            bases: RwLock::new(bases.collect()),
            places: services
                .into_iter()
                .map(|one| Mutex::new(Some(one)))
                .collect(),
            turns: AtomicUsize::new(0),
            client: client.build().expect("a client"),
        }
    }

    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// A request to one of the instances.
    pub fn ask(&self, instance: usize, method: &str, path: &str) -> RequestBuilder {
        let base = self.bases.read().unwrap()[instance % self.count()].clone();
        let method = method.parse().expect("a method");
        self.client.request(method, format!("{base}{path}"))
    }

    /// A request to the instance whose turn it is.
    pub fn next(&self, method: &str, path: &str) -> RequestBuilder {
        self.ask(self.turns.fetch_add(1, Ordering::Relaxed), method, path)
    }

    /// A request with the master key, to the instance whose turn it is.
    pub fn administer(&self, method: &str, path: &str) -> RequestBuilder {
        self.next(method, path).header("X-MASTER-KEY", MASTER_KEY)
    }

    /// Kills an instance without warning and starts another in its place.
    pub fn kill_and_restart(&self, instance: usize) {
        let mut place = self.places[instance].lock().unwrap();
        let killed = place.take().expect("it was running");
        let started = killed.kill_and_restart();
        self.bases.write().unwrap()[instance] = started.base().to_owned();
        *place = Some(started);
    }

    /// The numbers of the processes.
    pub fn process_ids(&self) -> Vec<u32> {
        let places = self.places.iter().map(|one| one.lock().unwrap());
        places
            .filter_map(|one| one.as_ref().map(Service::process_id))
            .collect()
    }
}

/// What the instances said last, where a test fails: why one of them could not do something is in
/// its log alone.
impl Drop for Instances {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        for (number, place) in self.places.iter().enumerate() {
            let place = place.lock().unwrap_or_else(PoisonError::into_inner);
            let log = place.as_ref().map(Service::log).unwrap_or_default();
            let told = log.lines().filter(|line| !line.contains("INFO"));
            let last: Vec<&str> = told.rev().take(LAST_LINES).collect();
            println!("instance {number}, the last first:\n{}", last.join("\n"));
        }
    }
}
