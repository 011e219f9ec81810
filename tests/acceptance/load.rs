//! Rules under load: whoever is faster, the limits hold.

use std::io::{self, Cursor, Read};
use std::sync::{Arc, Barrier};

use reqwest::blocking::Response;
use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::form::blank;
use crate::operator::attach;
use crate::service::{Service, Uploaded, refusal};

const MEGABYTE: usize = 1_048_576;

/// Ends at once, but not before all who stand at the barrier have come so far.
struct Gate(Arc<Barrier>);

impl Read for Gate {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.wait();
        Ok(0)
    }
}

/// Attaches a file whose second half is not sent before all the others are on their way.
fn attach_behind(service: &Service, to: &Uploaded, content: &str, gate: Gate) -> Response {
    let (first, rest) = content.split_at(content.len() / 2);
    let halves = [first, rest].map(|half| Cursor::new(half.to_owned()));
    let [first, rest] = halves;
    let file = Part::reader(first.chain(gate).chain(rest)).file_name("b.txt");
    let request = service.post(&format!("{}/attachments", to.path()));
    let request = request.header("X-PA-KEY", &to.pa_key);
    let form = Form::new().part("file", file);
    request.multipart(form).send().unwrap()
}

#[test]
fn of_eight_uploads_for_the_last_two_places_two_stay_and_nothing_of_the_others() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    (0..28).for_each(|_| drop(attach(&service, &uploaded.path(), b"a".to_vec())));
    let blobs = service.blob_count();
    let barrier = Arc::new(Barrier::new(8));
    let contents: Vec<String> = (0..8)
        .map(|number| format!("the bytes of {number}"))
        .collect();
    let answers: Vec<(&String, Response)> = std::thread::scope(|scope| {
        let sent = contents.iter().map(|content| {
            let gate = Gate(Arc::clone(&barrier));
            let (service, uploaded) = (&service, &uploaded);
            let send = move || (content, attach_behind(service, uploaded, content, gate));
            scope.spawn(send)
        });
        let sent: Vec<_> = sent.collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    });
    let is_taken = |answer: &(&String, Response)| answer.1.status() == 201;
    let (taken, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(is_taken);
    assert_eq!((taken.len(), refused.len()), (2, 6));
    let stored = service.blobs();
    let copies = |content: &str| {
        let copies = stored.iter().filter(|blob| *blob == content.as_bytes());
        copies.count()
    };
    for (content, response) in refused {
        let sentence = refusal(response, 400, "too_many_attachments");
        assert!(sentence.contains("at most 30 attachments"), "{sentence}");
        assert_eq!(copies(content), 0, "{content}");
    }
    for (content, response) in taken {
        let attachment: Value = response.json().unwrap();
        assert_eq!(attachment["size"], content.len());
        assert_eq!(copies(content), 1, "{content}");
    }
    assert_eq!(service.blob_count(), blobs + 2);
    let list = service.get(&format!("{}/attachments", uploaded.path()));
    let list = list.header("X-PA-KEY", &uploaded.pa_key).send().unwrap();
    assert_eq!(list.json::<Value>().unwrap()["total_count"], 30);
}

#[test]
fn of_two_files_that_together_are_too_large_exactly_one_stays() {
    // Two files of 60 MB, each allowed, 100 MB together.
    let file_bytes_max = (64 * MEGABYTE).to_string();
    let service =
        Service::start_with(&[("FORMSERVICE__LIMITS__ATTACHMENT_BYTES", &file_bytes_max)]);
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    let path = format!("{}/attachments", uploaded.path());
    let attach = || {
        let file = Part::bytes(vec![b'x'; 60 * MEGABYTE]).file_name("Film.mp4");
        let request = service.post(&path).header("X-PA-KEY", &uploaded.pa_key);
        request
            .multipart(Form::new().part("file", file))
            .send()
            .unwrap()
    };
    let answers = std::thread::scope(|scope| {
        let sent = [scope.spawn(attach), scope.spawn(attach)];
        sent.map(|sent| sent.join().unwrap())
    });
    let [refused] = answers
        .into_iter()
        .filter(|answer| answer.status() != 201)
        .collect::<Vec<_>>()
        .try_into()
        .expect("exactly one is refused");
    refusal(refused, 400, "attachments_too_large_together");
    let list = service
        .get(&path)
        .header("X-PA-KEY", &uploaded.pa_key)
        .send();
    let list: Value = list.unwrap().json().unwrap();
    assert_eq!(list["total_count"], 1);
    assert_eq!(list["total_size"], 60 * MEGABYTE);
    assert_eq!(service.blob_count(), 2);
}

#[test]
fn of_32_clients_that_mark_an_offer_each_the_last_one_wins_alone() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    let offers = format!("{}/costs/0/offers", uploaded.path());
    let key = uploaded.pa_key.as_str();
    let ids: Vec<Value> = (1..=32)
        .map(|amount| {
            let offer = json!({"supplier_name": "A", "amount": amount});
            let request = service.post(&offers).header("X-PA-KEY", key).json(&offer);
            request.send().unwrap().json::<Value>().unwrap()["id"].clone()
        })
        .collect();
    std::thread::scope(|scope| {
        for id in &ids {
            let path = format!("{offers}/{id}/preferred");
            let service = &service;
            scope.spawn(move || {
                let marked = service.put(&path).header("X-PA-KEY", key).send().unwrap();
                assert_eq!(marked.status(), 200);
            });
        }
    });
    let position = service.get(&offers).header("X-PA-KEY", key).send().unwrap();
    let position: Value = position.json().unwrap();
    let offers = position["offers"].as_array().unwrap();
    let preferred = offers.iter().filter(|offer| offer["is_preferred"] == true);
    assert_eq!((offers.len(), preferred.count()), (32, 1));
}

#[test]
fn while_everything_answers_the_service_is_ready() {
    let service = Service::start();
    for (path, status) in [("/health/live", "live"), ("/health/ready", "ready")] {
        let answer = service.get(path).send().unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.json::<Value>().unwrap()["status"], status);
    }
}
