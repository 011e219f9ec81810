//! A request that is sent again gets the first answer, and nothing is made twice.

use std::time::Duration;

use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::{RequestBuilder, Response};
use serde_json::{Value, json};
use test_servers::waiting::PATIENCE;

use crate::form::{filled, summer_festival};
use crate::service::{MASTER_KEY, Service, refusal};

const KEY: &str = "3f1c-of-this-request";

#[test]
fn each_post_is_made_once_however_often_it_is_sent() {
    let service = Service::start();
    let pdf = filled("pa_form", &summer_festival());
    let upload = || form(service.post("/upload"), "pa_form", "antrag.pdf", &pdf);
    let (first, uploaded) = answered(upload());
    let (again, repeated) = answered(upload());
    assert_eq!((first, again), (false, true));
    assert_eq!(uploaded, repeated);
    let path = format!("/applications/{}", uploaded["pa_id"].as_str().unwrap());
    let key = uploaded["pa_key"].as_str().unwrap();
    let attachments = format!("{path}/attachments");
    let offers = format!("{path}/costs/0/offers");
    let attach = || {
        let request = service.post(&attachments).header("X-PA-KEY", key);
        request.multipart(Form::new().part("file", part("Angebot Müller.pdf", b"%PDF quote")))
    };
    let offer = || {
        let request = service.post(&offers).header("X-PA-KEY", key);
        request.json(&json!({"supplier_name": "A", "amount": 1.50, "is_preferred": true}))
    };
    for request in [&attach as &dyn Fn() -> RequestBuilder, &offer] {
        let (first, made) = answered(request());
        let (again, repeated) = answered(request());
        assert_eq!((first, again), (false, true));
        assert_eq!(made, repeated);
    }
    // The members in another order and the number in another spelling are the same value.
    let respelled = service.post(&offers).header("X-PA-KEY", key);
    let respelled = respelled
        .header("Content-Type", "application/json")
        .body(r#"{"is_preferred":true,"amount":1.5,"supplier_name":"A"}"#);
    assert!(answered(respelled).0);
    // Under the master key it is another caller.
    let as_master = service.post(&offers).header("X-MASTER-KEY", MASTER_KEY);
    let as_master = as_master.json(&json!({"supplier_name": "A", "amount": 1.5}));
    assert!(!answered(as_master).0);
    let listed = |path: &str, list: &str| {
        let listed = service.get(path).header("X-PA-KEY", key).send().unwrap();
        listed.json::<Value>().unwrap()[list]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(listed(&attachments, "attachments"), 1);
    assert_eq!(listed(&offers, "offers"), 2);
    assert_eq!(service.blob_count(), 2);
}

#[test]
fn what_was_made_is_not_made_again_after_the_key_was_replaced() {
    let service = Service::start();
    let pdf = filled("pa_form", &summer_festival());
    let upload = || form(service.post("/upload"), "pa_form", "antrag.pdf", &pdf);
    let (_, uploaded) = answered(upload());
    let path = format!("/applications/{}", uploaded["pa_id"].as_str().unwrap());
    let replace = || {
        let request = service.post(&format!("{path}/key"));
        let replaced = request.header("X-MASTER-KEY", MASTER_KEY).send().unwrap();
        replaced.json::<Value>().unwrap()["pa_key"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let attachments = format!("{path}/attachments");
    let attach = |key: &str| {
        let request = service.post(&attachments).header("X-PA-KEY", key);
        let request = request.header("Idempotency-Key", KEY);
        let file = Form::new().part("file", part("Angebot.pdf", b"%PDF quote"));
        request.multipart(file).send().unwrap()
    };
    let key = replace();
    assert_eq!(attach(&key).status(), 201);
    let key = replace();
    let again = upload().header("Idempotency-Key", KEY).send().unwrap();
    refusal(again, 400, "idempotency_key_reused");
    refusal(attach(&key), 400, "idempotency_key_reused");
    assert_eq!(service.blob_count(), 2);
    assert!(service.uploaded("pa_form", pdf).pa_id.ends_with("-0002"));
}

#[test]
fn a_retried_offer_gets_its_first_answer_also_when_its_position_has_gone() {
    let service = Service::start();
    let own = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let offers = format!("{}/costs/2/offers", own.path());
    let as_holder = |request: RequestBuilder| request.header("X-PA-KEY", &own.pa_key);
    let offer = || {
        let offer = json!({"supplier_name": "A", "amount": 1.5, "is_preferred": true});
        as_holder(service.post(&offers)).json(&offer)
    };
    let (first, made) = answered(offer());
    assert!(!first);
    let remove = service.delete(&format!("{offers}/{}", made["id"]));
    assert_eq!(as_holder(remove).send().unwrap().status(), 200);
    // The offer has gone, but not its position.
    assert_eq!(answered(offer()), (true, made.clone()));
    let shorter = json!({"costs": [{"name": "Saalmiete", "amount": 1234.5}]});
    let shorter = as_holder(service.put(&own.path())).json(&shorter);
    assert_eq!(shorter.send().unwrap().status(), 200);
    assert_eq!(answered(offer()), (true, made.clone()));
    // The position is no longer there for another request, and the same key is not another one.
    let another = with_key(offer(), "the-key-of-another-request");
    refusal(another.send().unwrap(), 404, "cost_position_not_found");
    let other = as_holder(service.post(&offers)).json(&json!({"supplier_name": "B", "amount": 1}));
    let other = with_key(other, KEY).send().unwrap();
    refusal(other, 400, "idempotency_key_reused");
    let service = service.kill_and_restart();
    let again = service.post(&offers).header("X-PA-KEY", &own.pa_key);
    let again = again.json(&json!({"supplier_name": "A", "amount": 1.5, "is_preferred": true}));
    assert_eq!(answered(again), (true, made));
}

#[test]
fn eight_uploads_at_once_with_one_key_are_one() {
    let service = Service::start();
    let pdf = filled("pa_form", &summer_festival());
    let answers: Vec<(bool, Value)> = std::thread::scope(|scope| {
        let upload = || answered(form(service.post("/upload"), "pa_form", "antrag.pdf", &pdf));
        let sent: Vec<_> = (0..8).map(|_| scope.spawn(upload)).collect();
        sent.into_iter().map(|sent| sent.join().unwrap()).collect()
    });
    assert!(answers.iter().all(|(_, answer)| *answer == answers[0].1));
    assert_eq!(answers.iter().filter(|(repeated, _)| !repeated).count(), 1);
    assert!(service.uploaded("pa_form", pdf).pa_id.ends_with("-0002"));
}

#[test]
fn a_process_that_died_after_storing_has_kept_its_answer() {
    let service = Service::start();
    let pdf = filled("pa_form", &summer_festival());
    let pa_ids: Vec<String> = std::thread::scope(|scope| {
        let (service, pdf) = (&service, &pdf);
        // Whatever the kill meets: the clients go away after an ever longer moment, and ask again.
        let ask = move |index: u64| {
            let key = format!("the-request-of-client-{index}");
            let send = |patience| {
                let request = service.post("/upload").timeout(patience);
                with_key(form(request, "pa_form", "antrag.pdf", pdf), &key).send()
            };
            let _ = send(Duration::from_millis(4 * index));
            let answer: Value = send(PATIENCE).unwrap().json().unwrap();
            answer["pa_id"].as_str().unwrap().to_owned()
        };
        let asked: Vec<_> = (0..12)
            .map(|index| scope.spawn(move || ask(index)))
            .collect();
        asked
            .into_iter()
            .map(|asked| asked.join().unwrap())
            .collect()
    });
    let service = service.kill_and_restart();
    for (index, pa_id) in pa_ids.iter().enumerate() {
        let key = format!("the-request-of-client-{index}");
        let request = form(service.post("/upload"), "pa_form", "antrag.pdf", &pdf);
        let answer: Value = with_key(request, &key).send().unwrap().json().unwrap();
        assert_eq!(answer["pa_id"], **pa_id);
    }
    assert!(service.uploaded("pa_form", pdf).pa_id.ends_with("-0013"));
}

#[test]
fn a_key_of_another_request_and_one_that_is_none_are_refused() {
    let service = Service::start();
    let pdf = filled("pa_form", &summer_festival());
    answered(form(service.post("/upload"), "pa_form", "antrag.pdf", &pdf));
    let other = filled("pa_form", &json!({"name": "Herbstfest"}));
    let reused = with_key(
        form(service.post("/upload"), "pa_form", "antrag.pdf", &other),
        KEY,
    );
    refusal(reused.send().unwrap(), 400, "idempotency_key_reused");
    for key in ["too-short", "has a space, so it is none"] {
        let request = form(service.post("/upload"), "pa_form", "antrag.pdf", &other);
        let response = with_key(request, key).send().unwrap();
        refusal(response, 400, "idempotency_key_invalid");
    }
    // A refusal is not kept.
    let request = form(service.post("/upload"), "pa_form", "a.pdf", b"GIF89a");
    refusal(
        with_key(request, "the-key-of-a-refusal").send().unwrap(),
        400,
        "pdf_not_a_pdf",
    );
    let request = form(service.post("/upload"), "pa_form", "a.pdf", &other);
    let mended = with_key(request, "the-key-of-a-refusal").send().unwrap();
    assert_eq!(mended.status(), 201);
}

fn with_key(request: RequestBuilder, key: &str) -> RequestBuilder {
    request.header("Idempotency-Key", key)
}

fn form(
    request: RequestBuilder,
    form_type: &'static str,
    name: &'static str,
    pdf: &[u8],
) -> RequestBuilder {
    let form = Form::new().part("file", part(name, pdf));
    request.multipart(form.text("form_type", form_type))
}

fn part(name: &'static str, bytes: &[u8]) -> Part {
    Part::bytes(bytes.to_vec()).file_name(name)
}

/// Sends it with the key: whether the answer is one of before, and the answer.
fn answered(request: RequestBuilder) -> (bool, Value) {
    let response: Response = with_key(request, KEY).send().unwrap();
    assert_eq!(response.status(), 201);
    let replayed = response.headers().get("Idempotency-Replayed");
    let replayed = replayed.map(|value| value == "true");
    (replayed.unwrap_or(false), response.json().unwrap())
}

#[test]
fn an_answer_of_another_pepper_is_refused_and_nothing_is_made_again() {
    let pepper = |letter: &str| ("FORMSERVICE__AUTH__PEPPER", letter.repeat(32));
    let (ours, theirs) = (pepper("a"), pepper("b"));
    let service = Service::start_with(&[(ours.0, &ours.1)]);
    let pdf = filled("pa_form", &summer_festival());
    let upload = |service: &Service| form(service.post("/upload"), "pa_form", "antrag.pdf", &pdf);
    let (_, first) = answered(upload(&service));
    let service = service.kill_and_restart();
    assert_eq!(answered(upload(&service)), (true, first.clone()));
    let service = service.kill_and_restart_with(&[(theirs.0, &theirs.1)]);
    let again = with_key(upload(&service), KEY).send().unwrap();
    refusal(again, 400, "idempotency_key_reused");
    let service = service.kill_and_restart_with(&[(ours.0, &ours.1)]);
    assert_eq!(answered(upload(&service)), (true, first));
    assert!(service.uploaded("pa_form", pdf).pa_id.ends_with("-0002"));
}
