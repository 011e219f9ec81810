//! The clock of the running program jumps ahead and back, by hours and by years: numbers are given
//! once, and what was acknowledged stays as it is. What each use case makes of it is told in
//! `crates/usecases/tests/stories/clock_jumps.rs`.
//!
//! `libfaketime` stands between the program and the time of day. Left out on purpose: the clock
//! that only goes forward, by which the service waits; and PostgreSQL and Redis, which ask their
//! own clocks.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use reqwest::blocking::Response;
use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};
use test_harness::form::{filled, summer_festival};
use test_harness::operator::attach;
use test_harness::program::MASTER_KEY;
use test_harness::service::{Service, Uploaded};

use crate::ground::must_be_sound;
use crate::operations::Operation;
use crate::state::State;

/// Where Debian and Fedora keep it.
const LIBRARIES: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib64/faketime/libfaketimeMT.so.1",
];

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;
const YEAR: i64 = 365 * DAY;

/// From the right time.
const JUMPS: [i64; 8] = [0, -2 * YEAR, DAY, 3 * YEAR, -HOUR, HOUR, 50 * YEAR, 0];

/// The time of day of the processes that are started with it.
#[derive(Clone)]
struct Clock(PathBuf);

impl Clock {
    fn right(folder: &Path) -> Self {
        let clock = Self(folder.join("clock"));
        clock.jump_to(0);
        clock
    }

    /// So many seconds from the right time.
    fn jump_to(&self, seconds: i64) {
        // Nobody reads half of it.
        let next = self.0.with_extension("next");
        std::fs::write(&next, format!("{seconds:+}\n")).expect("a file");
        std::fs::rename(next, &self.0).expect("a file");
    }

    fn settings(&self) -> [(&str, &str); 5] {
        let library = LIBRARIES.into_iter().find(|path| Path::new(path).exists());
        [
            ("LD_PRELOAD", library.expect("libfaketime: ./tests/tools")),
            (
                "FAKETIME_TIMESTAMP_FILE",
                self.0.to_str().expect("a path in UTF-8"),
            ),
            ("FAKETIME_NO_CACHE", "1"),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
            ("NO_FAKE_STAT", "1"),
        ]
    }
}

#[test]
fn what_was_acknowledged_stays_and_numbers_are_given_once_whichever_way_the_clock_jumps() {
    let outside = tempfile::tempdir().expect("a temporary folder");
    let clock = Clock::right(outside.path());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut service = Service::start_in_with(folder, &clock.settings());
    let first = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let file = attach(&service, &first.path(), b"first".to_vec());
    let mut given = vec![first.pa_id.clone()];
    for (round, seconds) in JUMPS.into_iter().enumerate() {
        let before = State::of(&service, &first.pa_key);
        clock.jump_to(seconds);
        if round % 2 == 1 {
            // Its sweeper begins with the wrong time.
            service = service.kill_and_restart();
        }
        let now = State::of(&service, &first.pa_key);
        assert!(before == now, "{seconds}: {}", before.difference(&now));
        given.push(uploaded_twice(&service, round).pa_id);
        changed(&service, &first, round);
        attach(&service, &first.path(), format!("{round}").into_bytes());
        must_be_sound(service.folder(), &format!("after {seconds}"));
    }
    let numbers: BTreeSet<_> = given.iter().collect();
    assert_eq!(numbers.len(), given.len(), "{given:?}");
    let years: BTreeSet<_> = given.iter().map(|number| &number[..2]).collect();
    assert!(years.len() >= 4, "the clock has jumped: {given:?}");
    let path = format!("{}/attachments/{file}", first.path());
    let bytes = as_master(service.get(&path)).bytes().expect("bytes");
    assert_eq!(&bytes[..], b"first");
}

/// Uploads with an `Idempotency-Key`, and again: the number has the year of the clock.
fn uploaded_twice(service: &Service, round: usize) -> Uploaded {
    let send = || {
        let pdf = filled("pa_form", &summer_festival());
        let file = Part::bytes(pdf).file_name("antrag.pdf");
        let request = service.post("/upload");
        let request = request.header("Idempotency-Key", format!("the-key-of-round-{round}"));
        let answer = request.multipart(Form::new().text("form_type", "pa_form").part("file", file));
        let answer = answer.send().expect("an answer");
        assert_eq!(answer.status(), 201);
        answer
    };
    let answer: Value = send().json().expect("JSON");
    let again: Value = send().json().expect("JSON");
    assert_eq!(answer, again);
    let text = |member: &str| answer[member].as_str().expect("a text").to_owned();
    let own = Uploaded {
        pa_id: text("pa_id"),
        pa_key: text("pa_key"),
        answer,
    };
    // The HTTP library looks at the clock for its own header only now and then.
    let application = service.get(&own.path()).header("X-PA-KEY", &own.pa_key);
    let application: Value = application.send().expect("an answer").json().expect("JSON");
    let created_at = application["created_at"].as_str().expect("a time");
    assert_eq!(own.pa_id[..2], created_at[2..4]);
    own
}

fn changed(service: &Service, own: &Uploaded, round: usize) {
    let name = json!({"name": format!("Fest {round}")});
    let request = service.put(&own.path()).json(&name);
    let request = request.header("X-PA-KEY", &own.pa_key);
    let answer = request.send().expect("an answer");
    assert_eq!(answer.status(), 200);
}

/// The first part of a file, a jump of the clock, and the rest.
struct JumpingFile {
    clock: Clock,
    to: i64,
    parts: Vec<&'static [u8]>,
}

impl Read for JumpingFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(part) = self.parts.pop() else {
            return Ok(0);
        };
        if self.parts.is_empty() {
            self.clock.jump_to(self.to);
        }
        buffer[..part.len()].copy_from_slice(part);
        Ok(part.len())
    }
}

#[test]
fn a_file_during_which_the_clock_jumps_is_there_or_refused() {
    let outside = tempfile::tempdir().expect("a temporary folder");
    let clock = Clock::right(outside.path());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let service = Service::start_in_with(folder, &clock.settings());
    let own = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let mut kept = 0;
    for to in [HOUR, -YEAR, YEAR, 0] {
        let file = JumpingFile {
            clock: clock.clone(),
            to,
            parts: vec![b"second", b"first"],
        };
        let part = Part::reader(file).file_name("Angebot.txt");
        let request = service.post(&format!("{}/attachments", own.path()));
        let answer = as_master(request.multipart(Form::new().part("file", part)));
        let is_kept = answer.status() == 201;
        assert!(is_kept || answer.status().is_server_error(), "{to}");
        kept += usize::from(is_kept);
        let list = as_master(service.get(&format!("{}/attachments", own.path())));
        let list: Value = list.json().expect("JSON");
        assert_eq!(list["attachments"].as_array().map(Vec::len), Some(kept));
        // One more: the form as it was uploaded.
        assert_eq!(service.blob_count(), kept + 1, "{to}");
        must_be_sound(service.folder(), &format!("after a jump to {to}"));
    }
    assert!(kept > 0, "none was kept");
    let detached = Operation::Detach.send(&service, &own.path());
    assert_eq!(detached.expect("an answer").status(), 200);
}

fn as_master(request: reqwest::blocking::RequestBuilder) -> Response {
    let request = request.header("X-MASTER-KEY", MASTER_KEY);
    request.send().expect("an answer")
}
