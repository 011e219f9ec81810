//! Changing data: a merge patch, checked as a whole, under conditions.

use serde_json::{Value, json};

use crate::form::{filled, summer_festival};
use crate::service::{Service, Uploaded, refusal};

fn started() -> (Service, Uploaded) {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    (service, uploaded)
}

#[test]
fn a_patch_replaces_removes_and_merges() {
    let (service, uploaded) = started();
    let patch = json!({"name": "Herbstfest", "participants": null,
        "applicant": {"lastName": "Groß"}, "costs": [{"name": "Zelt", "amount": 1.500}]});
    let response = service
        .put(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key)
        .json(&patch)
        .send()
        .unwrap();
    let answer: Value = response.json().unwrap();
    let data = &answer["data"];
    assert_eq!(
        (
            &data["name"],
            &data["applicant"]["lastName"],
            &data["applicant"]["firstName"]
        ),
        (&json!("Herbstfest"), &json!("Groß"), &json!("Zoë"))
    );
    assert_eq!(
        (data.get("participants"), &data["costs"]),
        (None, &json!([{"name": "Zelt", "amount": 1.5}]))
    );
    assert_eq!(answer["status"], "complete");
    let read: Value = service
        .get(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap()
        .json()
        .unwrap();
    assert_eq!(&read["data"], data);
}

#[test]
fn all_mistakes_are_named_and_nothing_is_changed() {
    let (service, uploaded) = started();
    let patch = json!({"nmae": "x", "projectBeginn": "01.02.2026", "requestedAmount": 1.005});
    let sentence = refusal(
        service
            .put(&uploaded.path())
            .header("X-PA-KEY", &uploaded.pa_key)
            .json(&patch)
            .send()
            .unwrap(),
        400,
        "data_invalid",
    );
    for part in ["perhaps name is meant", "projectBeginn", "1.005"] {
        assert!(sentence.contains(part), "{sentence}");
    }
    let read: Value = service
        .get(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap()
        .json()
        .unwrap();
    assert_eq!(read["data"], summer_festival());
}

#[test]
fn a_change_on_an_old_state_is_refused() {
    let (service, uploaded) = started();
    let response = service
        .get(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap();
    let etag = response.headers()["etag"].clone();
    let change = |name: &str| {
        service
            .put(&uploaded.path())
            .header("X-PA-KEY", &uploaded.pa_key)
            .header("If-Match", &etag)
            .json(&json!({"name": name}))
            .send()
            .unwrap()
    };
    assert_eq!(change("eins").status(), 200);
    refusal(change("zwei"), 412, "precondition_failed");
}

#[test]
fn a_change_that_must_find_nothing_or_another_state_is_refused() {
    let (service, uploaded) = started();
    let change = |condition: &str| {
        let request = service.put(&uploaded.path());
        let request = request.header("X-PA-KEY", &uploaded.pa_key);
        let request = request.header("If-None-Match", condition);
        request.json(&json!({"name": "neu"})).send().unwrap()
    };
    let read = service.get(&uploaded.path());
    let read = read.header("X-PA-KEY", &uploaded.pa_key).send().unwrap();
    let tag = read.headers()["etag"].to_str().unwrap().to_owned();
    for condition in ["*", &tag, &format!("W/{tag}")] {
        let sentence = refusal(change(condition), 412, "precondition_failed");
        assert!(sentence.contains("If-None-Match"), "{sentence}");
    }
    assert_eq!(change("\"another\"").status(), 200);
    assert_eq!(change(&tag).status(), 200);
}

#[test]
fn the_body_must_be_json() {
    let (service, uploaded) = started();
    let send = |content_type: &str, body: &str| {
        service
            .put(&uploaded.path())
            .header("X-PA-KEY", &uploaded.pa_key)
            .header("Content-Type", content_type)
            .body(body.to_owned())
            .send()
            .unwrap()
    };
    assert_eq!(
        send("application/merge-patch+json", "{\"name\": \"Fest\"}").status(),
        200
    );
    // As some programs begin what they write.
    let marked = send("application/json", "\u{feff}{\"name\": \"Fest\"}");
    assert_eq!(marked.status(), 200);
    refusal(send("text/plain", "{}"), 400, "content_type_unsupported");
    refusal(send("application/json", "{\"name\": "), 400, "json_invalid");
    refusal(
        send("application/json", "{\"name\": \"a\\u0000b\"}"),
        400,
        "json_invalid",
    );
    refusal(
        send(
            "application/json",
            &format!("{}1{}", "[".repeat(40), "]".repeat(40)),
        ),
        400,
        "json_invalid",
    );
    refusal(
        send(
            "application/json",
            &format!("{{\"name\": \"{}\"}}", "x".repeat(1_048_576)),
        ),
        400,
        "body_too_large",
    );
}
