//! Clients that do all kinds of things at once, each with applications of its own, and note what
//! was acknowledged.
//!
//! Every second client is careful: it repeats what was not answered, with an idempotency key where
//! something is made, so that it knows the outcome of all it did. The others never repeat anything.

mod sending;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::form::{filled, summer_festival};
use reqwest::blocking::RequestBuilder;
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::client::{self, Application, text};
use crate::instances::Instances;
use crate::ledger::{Erased, Known};
use sending::Sender;
pub use sending::{Patience, Watch};

/// So many applications of a client are in use at once.
const IN_USE: usize = 4;

/// The form that all upload, and the name in it.
pub struct Template {
    pdf: Vec<u8>,
    name: String,
}

impl Template {
    pub fn fill() -> Self {
        let values = summer_festival();
        Self {
            pdf: filled("pa_form", &values),
            name: text(&values, "name"),
        }
    }

    pub fn pdf(&self) -> &[u8] {
        &self.pdf
    }
}

/// Runs clients until the work is done, and gives what they know.
pub fn run<W: Send>(
    instances: &Instances,
    template: &Template,
    clients: usize,
    watch: &Watch,
    work: impl FnOnce() -> W + Send,
) -> (Vec<Known>, W) {
    let strangers = (0..clients).map(|_| Vec::new()).collect();
    let (known, worked) = run_on(instances, template, strangers, watch, work);
    (known.into_iter().flatten().collect(), worked)
}

/// The same with one client for each of those who know something already.
pub fn run_on<W: Send>(
    instances: &Instances,
    template: &Template,
    known: Vec<Vec<Known>>,
    watch: &Watch,
    work: impl FnOnce() -> W + Send,
) -> (Vec<Vec<Known>>, W) {
    let done = AtomicBool::new(false);
    let all = watch.next_clients(known.len());
    std::thread::scope(|scope| {
        let done = &done;
        let loading = known.into_iter().enumerate().map(|(number, known)| {
            let mut client = Client::new(instances, template, watch, all + number);
            client.known = known;
            scope.spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    client.does_something();
                }
                client.known
            })
        });
        let loading: Vec<_> = loading.collect();
        let worked = {
            let _ends = Ends(done);
            work()
        };
        let known = loading.into_iter();
        let known = known.map(|client| client.join().expect("no client found a fault"));
        (known.collect(), worked)
    })
}

/// Ends the clients when it is dropped, where the work fails as well: they would go on for ever,
/// and what failed would not be told.
struct Ends<'a>(&'a AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

struct Client<'a> {
    instances: &'a Instances,
    template: &'a Template,
    sender: Sender<'a>,
    number: usize,
    chance: Chance,
    known: Vec<Known>,
}

impl<'a> Client<'a> {
    fn new(
        instances: &'a Instances,
        template: &'a Template,
        watch: &'a Watch,
        number: usize,
    ) -> Self {
        Self {
            instances,
            template,
            sender: Sender::new(watch, number, number.is_multiple_of(2)),
            number,
            chance: Chance(0x9e37_79b9_7f4a_7c15 ^ (number as u64 + 1)),
            known: Vec::new(),
        }
    }

    fn does_something(&mut self) {
        let in_use: Vec<usize> = (0..self.known.len())
            .filter(|index| self.known[*index].erased == Erased::No)
            .collect();
        if in_use.len() < IN_USE {
            return self.uploads();
        }
        let index = in_use[self.chance.below(in_use.len())];
        match self.chance.below(100) {
            0..25 => self.attaches(index),
            25..35 => self.erases_a_file(index),
            35..50 => self.offers(index),
            50..60 => self.prefers(index),
            60..75 => self.renames(index),
            75..92 => self.reads(index),
            _ => self.erases(index),
        }
    }

    fn uploads(&mut self) {
        let (instances, pdf) = (self.instances, &self.template.pdf);
        let answer = self.sender.make(|| client::upload(instances, pdf));
        if let Some(answer) = answer {
            let application = Application::of(&answer);
            self.known
                .push(Known::new(application, pdf, &self.template.name));
        } else {
            // Nobody knows its number. The client goes on after a moment, or it would do nothing
            // else while nothing answers.
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn attaches(&mut self, index: usize) {
        let size = 100_000 + self.chance.below(300_000);
        let bytes = self.chance.bytes(size);
        let (instances, known) = (self.instances, &mut self.known[index]);
        if known.files.ids().len() >= 20 {
            return;
        }
        let application = &known.application;
        let answer = self
            .sender
            .make(|| client::attach(instances, application, &bytes));
        let id = answer.map(|answer| answer["id"].as_u64().expect("an id"));
        known.files.made(id, Sha256::digest(&bytes).into());
    }

    fn erases_a_file(&mut self, index: usize) {
        let (instances, known) = (self.instances, &mut self.known[index]);
        let Some(id) = self.chance.one_of(&known.files.ids()) else {
            return;
        };
        let path = format!("/attachments/{id}");
        let application = &known.application;
        let answered = self
            .sender
            .erase(|| application.next(instances, "DELETE", &path));
        known.files.erased(id, answered);
    }

    fn offers(&mut self, index: usize) {
        let amount = self.chance.below(10_000) as u64;
        let (instances, known) = (self.instances, &mut self.known[index]);
        if known.offers.ids().len() >= 40 {
            return;
        }
        let (application, file) = (&known.application, self.chance.one_of(&known.files.ids()));
        let answer = self
            .sender
            .make(|| client::offer(instances, application, amount, file));
        let id = answer.map(|answer| answer["id"].as_u64().expect("an id"));
        known.offers.made(id, amount);
    }

    fn prefers(&mut self, index: usize) {
        let (instances, known) = (self.instances, &mut self.known[index]);
        let Some(id) = self.chance.one_of(&known.offers.ids()) else {
            return;
        };
        let path = format!("/costs/0/offers/{id}/preferred");
        let application = &known.application;
        let answered = self
            .sender
            .set(|| application.next(instances, "PUT", &path));
        known.preferred(id, answered);
    }

    fn renames(&mut self, index: usize) {
        let name = format!("Fest {} von {}", self.chance.next(), self.number);
        let (instances, known) = (self.instances, &mut self.known[index]);
        let application = &known.application;
        let rename = || {
            application
                .next(instances, "PUT", "")
                .json(&json!({"name": name}))
        };
        let answered = self.sender.set(rename);
        known.renamed(name, answered);
    }

    fn reads(&mut self, index: usize) {
        let (instances, known) = (self.instances, &self.known[index]);
        let get = |rest: &str| -> RequestBuilder { known.application.next(instances, "GET", rest) };
        if let Some(answer) = self.sender.read(|| get("")) {
            assert!(known.names_it(&answer), "{answer}");
        }
        if let Some(id) = self.chance.one_of(&known.files.ids())
            && let Some(bytes) = self.sender.download(|| get(&format!("/attachments/{id}")))
        {
            let digest: [u8; 32] = Sha256::digest(&bytes).into();
            assert_eq!(Some(&digest), known.files.of(id), "file {id}");
        }
    }

    fn erases(&mut self, index: usize) {
        let (instances, known) = (self.instances, &mut self.known[index]);
        let path = known.application.path("");
        let answered = self.sender.erase(|| instances.administer("DELETE", &path));
        known.erased = if answered {
            Erased::Yes
        } else {
            Erased::Perhaps
        };
    }
}

/// Numbers that look random and are the same in every run (xorshift).
pub struct Chance(u64);

impl Chance {
    /// One seed, one row of numbers.
    pub fn of(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn one_of(&mut self, ids: &[u64]) -> Option<u64> {
        let index = self.below(ids.len().max(1));
        ids.get(index).copied()
    }

    fn bytes(&mut self, size: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(size + 8);
        while bytes.len() < size {
            bytes.extend(self.next().to_le_bytes());
        }
        bytes.truncate(size);
        bytes
    }
}
