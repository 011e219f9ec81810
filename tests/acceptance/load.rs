//! Rules under load: whoever is faster, the limits hold.

use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::form::blank;
use crate::service::{Service, refusal};

const MEGABYTE: usize = 1_048_576;

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
