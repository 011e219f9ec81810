//! Changing data over HTTP.

use serde_json::{Value, json};

use crate::client::Response;
use crate::service::{Service, Uploaded};

fn put(service: &Service, own: &Uploaded, content_type: &str, body: &str) -> Response {
    let request = service
        .request("PUT", &own.path)
        .header("X-PA-KEY", &own.key);
    request.body(content_type, body).send()
}

fn data(service: &Service, own: &Uploaded) -> Value {
    service
        .request("GET", &own.path)
        .header("X-PA-KEY", &own.key)
        .send()
        .json()["data"]
        .clone()
}

#[test]
fn a_patch_is_merged_and_answered_with_data_and_status() {
    let service = Service::start();
    let own = service.uploaded();
    let response = put(
        &service,
        &own,
        "application/merge-patch+json; charset=utf-8",
        "{\"projectBeginn\": \"2026-07-01\"}",
    );
    let expected = json!({"name": "Sommerfest", "projectBeginn": "2026-07-01"});
    assert_eq!(
        response.json(),
        json!({"pa_id": "26-0001", "data": expected, "status": "complete"})
    );
    assert_eq!(response.status, 200);
    let read = service.request("GET", &own.path);
    let read = read.header("X-PA-KEY", &own.key).send();
    assert_eq!(response.header("etag"), read.header("etag"));
    assert_eq!(data(&service, &own), expected);
}

#[test]
fn a_body_that_is_not_right_changes_nothing() {
    let service = Service::start();
    let own = service.uploaded();
    let before = data(&service, &own);
    let refused = |content_type: &str, body: &str, code: &str| {
        put(&service, &own, content_type, body).refused(400, code)
    };
    refused("text/plain", "{}", "content_type_unsupported");
    refused("application/jsonx", "{}", "content_type_unsupported");
    let packed = service.request("PUT", &own.path);
    let packed = packed.header("X-PA-KEY", &own.key);
    let packed = packed.header("Content-Encoding", "gzip").json(&json!({}));
    let detail = packed.send().refused(400, "content_type_unsupported");
    assert!(detail.contains("Content-Encoding"), "{detail}");
    let null = "{\"projectBeginn\": \"\"}";
    let detail = refused("application/json", null, "data_invalid");
    assert!(detail.contains("YYYY-MM-DD, or null"), "{detail}");
    refused("application/json", "", "json_invalid");
    refused("application/json", "{\"name\": ", "json_invalid");
    refused(
        "application/json",
        "{\"name\": \"a\", \"name\": \"b\"}",
        "json_invalid",
    );
    refused(
        "application/json",
        &format!("{{\"name\": \"{}\"}}", "x".repeat(1_048_576)),
        "body_too_large",
    );
    refused("application/json", "[]", "data_invalid");
    let sentence = refused(
        "application/json",
        "{\"nmae\": \"x\", \"projectBeginn\": \"01.02.2026\"}",
        "data_invalid",
    );
    assert!(
        sentence.contains("perhaps name is meant") && sentence.contains("projectBeginn"),
        "{sentence}"
    );
    let no_type = service
        .request("PUT", &own.path)
        .header("X-PA-KEY", &own.key)
        .send();
    no_type.refused(400, "content_type_unsupported");
    assert_eq!(data(&service, &own), before);
}

#[test]
fn a_change_on_an_old_state_is_refused() {
    let service = Service::start();
    let own = service.uploaded();
    let change = |tag: &str, name: &str| {
        let request = service
            .request("PUT", &own.path)
            .header("X-PA-KEY", &own.key);
        request
            .header("If-Match", tag)
            .json(&json!({"name": name}))
            .send()
    };
    let read = service.request("GET", &own.path);
    let read = read.header("X-PA-KEY", &own.key).send();
    let first = read.header("etag");
    let changed = change(first, "eins");
    assert_eq!(changed.status, 200);
    let second = changed.header("etag");
    assert_ne!(first, second);
    let [weak, bare] = [format!("W/{second}"), second.trim_matches('"').to_owned()];
    for tag in [first, &weak, &bare, "\"x\"", ""] {
        change(tag, "zwei").refused(412, "precondition_failed");
    }
    assert_eq!(data(&service, &own)["name"], "eins");
    assert_eq!(change(&format!("\"9\", {second}"), "zwei").status, 200);
    assert_eq!(change("*", "drei").status, 200);
}
