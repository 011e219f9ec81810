//! What an operator must be able to trace is in the log, each with a line of its own, and nothing
//! of what clients sent.

use reqwest::blocking::Response;
use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};
use test_servers::waiting::wait_until;

use crate::form::blank;
use crate::pdf::{form, text_field};
use crate::service::{MASTER_KEY, Service, Uploaded};

const SECRET: &str = "mk_a-wrong-master-key-nobody-may-read";
const FILE_NAME: &str = "kontoauszug.pdf";

/// The words in the table of docs/OPERATING.md.
fn documented() -> Vec<&'static str> {
    let text = include_str!("../../docs/OPERATING.md");
    let table = text.split_once("| `event` | What happened |").unwrap().1;
    let rows = table.lines().skip(2).take_while(|row| row.starts_with('|'));
    rows.map(|row| row.split('`').nth(1).unwrap()).collect()
}

/// The event of the request that was answered so.
fn event_of(service: &Service, response: &Response) -> Value {
    let id = response.headers()["x-request-id"].to_str().unwrap();
    let of_request = || {
        let log = service.log();
        let lines = log.lines().filter(|line| line.contains(id));
        let lines = lines.map(|line| serde_json::from_str(line).unwrap());
        lines.collect::<Vec<Value>>()
    };
    // The line of the request is its last one.
    wait_until("the line of a request", || {
        of_request().iter().any(|line| line["message"] == "request")
    });
    let mut events = of_request();
    events.retain(|line| line["target"] == "events");
    assert_eq!(events.len(), 1, "{events:?}");
    events.remove(0)
}

/// What happened: the event, who called, which application, and what the client got.
type Happened = (&'static str, &'static str, Option<String>, Response);

/// Everything that must be traced, once.
fn everything(service: &Service) -> Vec<Happened> {
    let (own, other) = (uploaded(service), uploaded(service));
    let mut seen = keys_refused(service, &own, &other);
    let hostile = form(&["(A)", "(B)"].map(|value| text_field("name", value)), &[]);
    let hostile = service.upload("pa_form", hostile);
    seen.push(("upload_hostile", "none", None, hostile));
    let foreign = service.post("/upload").header("Origin", "null").send();
    seen.push(("origin_not_allowed", "none", None, foreign.unwrap()));
    let one_more = service.upload("pa_form", blank("pa_form"));
    seen.push(("upload_limit_exceeded", "none", None, one_more));
    seen.extend(done_with_keys(service, &own));
    let refused = (0..1000).map(|_| service.get("/").send().unwrap());
    let mut refused = refused.skip_while(|answer| answer.status() != 429);
    let refused = refused.next().expect("a limit");
    seen.push(("rate_limit_exceeded", "none", None, refused));
    seen
}

fn keys_refused(service: &Service, own: &Uploaded, other: &Uploaded) -> Vec<Happened> {
    let with = |method, path: &str, name, key: &str| with(service, method, path, name, key);
    let (path, key) = (own.path(), own.pa_key.as_str());
    let missing = service.get(&path).send().unwrap();
    let wrong = with("GET", &path, "X-PA-KEY", SECRET);
    let wrong_master = with("GET", &path, "X-MASTER-KEY", SECRET);
    let of_another = with("GET", &other.path(), "X-PA-KEY", key);
    let too_weak = with("DELETE", &path, "X-PA-KEY", key);
    let (own, other) = (own.pa_id.clone(), other.pa_id.clone());
    vec![
        ("key_missing", "none", Some(own.clone()), missing),
        ("key_wrong", "none", Some(own.clone()), wrong),
        ("master_key_wrong", "none", Some(own.clone()), wrong_master),
        (
            "key_of_another_application",
            "application",
            Some(other),
            of_another,
        ),
        ("master_key_required", "application", Some(own), too_weak),
    ]
}

fn done_with_keys(service: &Service, own: &Uploaded) -> Vec<Happened> {
    let with = |method, path: &str, name, key: &str| with(service, method, path, name, key);
    let (path, key) = (own.path(), own.pa_key.as_str());
    let file = Part::bytes(vec![7; 1000]).file_name(FILE_NAME);
    let added = service.post(&format!("{path}/attachments"));
    let added = added.header("X-PA-KEY", key);
    let added = added.multipart(Form::new().part("file", file)).send();
    let added: Value = added.unwrap().json().unwrap();
    let attachment = format!("{path}/attachments/{}", added["id"]);
    let opened = service.get(&format!("{attachment}?key={key}")).send();
    let detached = with("DELETE", &attachment, "X-PA-KEY", key);
    let replaced = with("POST", &format!("{path}/key"), "X-MASTER-KEY", MASTER_KEY);
    let deleted = with("DELETE", &path, "X-MASTER-KEY", MASTER_KEY);
    [
        ("key_in_query", "application", opened.unwrap()),
        ("attachment_deleted", "application", detached),
        ("key_replaced", "master", replaced),
        ("application_deleted", "master", deleted),
    ]
    .map(|(event, caller, answer)| (event, caller, Some(own.pa_id.clone()), answer))
    .into()
}

fn with(service: &Service, method: &str, path: &str, name: &str, key: &str) -> Response {
    let request = service.request(method, path).header(name, key);
    request.send().unwrap()
}

fn uploaded(service: &Service) -> Uploaded {
    service.uploaded("pa_form", blank("pa_form"))
}

/// A service that limits everybody, to three uploads among other things.
fn limited() -> Service {
    Service::start_counting(&[
        ("FORMSERVICE__RATE_LIMIT__PER_ADDRESS", "30"),
        ("FORMSERVICE__RATE_LIMIT__UPLOADS_PER_DAY", "3"),
        ("FORMSERVICE__RATE_LIMIT__WINDOW_SECONDS", "86400"),
        ("FORMSERVICE__RATE_LIMIT__EXEMPT", "192.0.2.0/24"),
    ])
}

#[test]
fn every_event_of_the_documentation_is_a_line_in_the_log_without_keys_contents_and_names() {
    let service = limited();
    let seen = everything(&service);
    for (event, caller, pa_id, response) in &seen {
        let line = event_of(&service, response);
        let expected = json!({
            "event": event,
            "caller": caller,
            "network": "127.0.0.0/24",
            "status": response.status().as_u16(),
            "request_id": response.headers()["x-request-id"].to_str().unwrap(),
            "message": "event",
            "level": "INFO",
            "target": "events",
            "timestamp": line["timestamp"],
        });
        let mut expected = expected.as_object().unwrap().clone();
        if let Some(pa_id) = pa_id {
            expected.insert("pa_id".to_owned(), json!(pa_id));
        }
        assert_eq!(line, Value::Object(expected));
    }
    let mut names: Vec<_> = seen.iter().map(|(event, ..)| *event).collect();
    let mut documented = documented();
    names.sort_unstable();
    documented.sort_unstable();
    assert_eq!(names, documented);
    let log = service.log();
    for secret in [SECRET, FILE_NAME, MASTER_KEY, "pak_"] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[test]
fn events_tell_the_whole_address_where_that_is_wanted() {
    let service = Service::start_with(&[("FORMSERVICE__LOG__ADDRESSES", "whole")]);
    let response = service.get("/applications").send().unwrap();
    assert_eq!(event_of(&service, &response)["network"], "127.0.0.1");
}

#[test]
fn a_flood_of_refusals_is_not_told_in_full() {
    let service = Service::start();
    for _ in 0..200 {
        let refused = service
            .get("/applications")
            .header("X-PA-KEY", "wrong")
            .send();
        assert_eq!(refused.unwrap().status(), 401);
    }
    let lines = |word: &str| {
        service
            .log()
            .lines()
            .filter(|line| line.contains(word))
            .count()
    };
    wait_until("the lines of 200 requests", || {
        lines("\"message\":\"request\"") == 200
    });
    // A machine that takes more than a minute for them begins anew.
    assert!(
        (10..200).contains(&lines("\"key_wrong\"")),
        "{}",
        service.log()
    );
}
