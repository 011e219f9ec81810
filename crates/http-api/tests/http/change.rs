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
fn a_body_is_taken_however_its_type_is_written_and_where_it_is_said_not_to_be_encoded() {
    let service = Service::start();
    let own = service.uploaded();
    for (content_type, encoding) in [
        ("Application/JSON; charset=utf-8", "identity"),
        ("application/merge-patch+json", "Identity"),
        ("application/json", ""),
    ] {
        let request = service.request("PUT", &own.path);
        let request = request.header("X-PA-KEY", &own.key);
        let request = request.header("Content-Encoding", encoding);
        assert_eq!(request.body(content_type, "{}").send().status, 200);
    }
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
fn a_change_of_a_megabyte_is_taken_and_not_a_byte_more() {
    let service = Service::start();
    let own = service.uploaded();
    let change = |length: usize| {
        let body = format!("{{\"name\": \"x\"{}}}", " ".repeat(length - 13));
        assert_eq!(body.len(), length);
        let request = service.request("PUT", &own.path);
        let request = request.header("X-PA-KEY", &own.key);
        request.body("application/json", body).send()
    };
    assert_eq!(change(1_048_576).status, 200);
    change(1_048_577).refused(400, "body_too_large");
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

#[test]
fn what_is_not_in_the_wanted_state_is_not_removed() {
    let service = Service::start();
    let own = service.uploaded();
    let change = |name: &str| {
        let request = service.request("PUT", &own.path);
        let request = request.header("X-PA-KEY", &own.key);
        let changed = request.json(&json!({"name": name})).send();
        changed.header("etag").to_owned()
    };
    let (old, new) = (change("eins"), change("zwei"));
    let weak = format!("W/{new}");
    let remove = |header: &str, tag: &str| {
        let request = service.request("DELETE", &own.path);
        let request = request.header("X-MASTER-KEY", "master");
        request.header(header, tag).send()
    };
    let refused = [
        ("If-Match", old.as_str()),
        ("If-Match", &weak),
        ("If-Match", ""),
        ("If-None-Match", &new),
        ("If-None-Match", &weak),
        ("If-None-Match", "*"),
    ];
    for (header, tag) in refused {
        remove(header, tag).refused(412, "precondition_failed");
    }
    assert_eq!(data(&service, &own)["name"], "zwei");
    assert_eq!(remove("If-Match", &new).status, 200);
    remove("If-Match", &new).refused(404, "application_not_found");
}

#[test]
fn a_file_other_than_the_wanted_one_is_not_removed() {
    let service = Service::start();
    let own = service.uploaded();
    let as_owner = |method: &str, target: &str| {
        let request = service.request(method, target);
        request.header("X-PA-KEY", &own.key)
    };
    let list = format!("{}/attachments", own.path);
    let body = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\
         some bytes\r\n--b--\r\n";
    let added = as_owner("POST", &list).body("multipart/form-data; boundary=b", body);
    let file = format!("{list}/{}", added.send().json()["id"]);
    let tag = as_owner("GET", &file).send().header("etag").to_owned();
    let remove = |header: &str, tag: &str| as_owner("DELETE", &file).header(header, tag).send();
    for (header, tag) in [("If-Match", "\"x\""), ("If-None-Match", &tag)] {
        let detail = remove(header, tag).refused(412, "precondition_failed");
        assert!(detail.contains(header), "{detail}");
    }
    assert_eq!(as_owner("GET", &file).send().status, 200);
    assert_eq!(remove("If-Match", &tag).status, 200);
    remove("If-Match", &tag).refused(404, "attachment_not_found");
}

#[test]
fn a_cost_position_is_changed_only_while_its_index_means_the_row_that_was_read() {
    let service = Service::start();
    let own = service.uploaded();
    let ask = |method: &str, target: &str| {
        let request = service.request(method, target);
        request.header("X-PA-KEY", &own.key)
    };
    let costs = |names: &[&str]| {
        let rows: Vec<_> = names.iter().map(|name| json!({"name": name})).collect();
        let changed = ask("PUT", &own.path).json(&json!({"costs": rows})).send();
        changed.header("etag").to_owned()
    };
    let position = format!("{}/costs/0", own.path);
    let offers = format!("{position}/offers");
    let offer = json!({"supplier_name": "A", "amount": 1});
    let reason = json!({"no_offers_required": true, "justification": "Nur ein Anbieter."});

    let old = costs(&["Zelt"]);
    let add = || {
        let request = ask("POST", &offers).header("If-Match", &old);
        let request = request.header("Idempotency-Key", "an-offer-that-is-sent-twice");
        request.json(&offer).send()
    };
    let added = format!("{offers}/{}", add().json()["id"]);
    let new = costs(&["Bühne", "Zelt"]);
    for (header, tag) in [("If-Match", &old), ("If-None-Match", &new)] {
        let refused = [
            ask("POST", &offers).json(&offer),
            ask("PUT", &format!("{position}/justification")).json(&reason),
            ask("PUT", &format!("{added}/preferred")),
            ask("DELETE", &added),
        ];
        for request in refused {
            let sent = request.header(header, tag).send();
            sent.refused(412, "precondition_failed");
        }
    }
    // What was done is done, whatever came after it.
    let again = add();
    assert_eq!(
        (again.status, again.header("idempotency-replayed")),
        (201, "true")
    );
    // The row that was last may have gone.
    let past = format!("{}/costs/7/offers", own.path);
    let sent = ask("POST", &past).header("If-Match", &old).json(&offer);
    sent.send().refused(412, "precondition_failed");
    let left = ask("GET", &offers).send().json();
    assert_eq!(
        (&left["offers"], &left["justification"]),
        (&json!([]), &json!(null))
    );
    let added = added.replace("costs/0", "costs/1");
    let preferred = ask("PUT", &format!("{added}/preferred")).header("If-Match", &new);
    assert_eq!(preferred.send().status, 200);
    // Offers are no part of the state that the tag names.
    let removed = ask("DELETE", &added).header("If-Match", &new).send();
    assert_eq!(removed.status, 200);
}

#[test]
fn a_whole_number_out_of_range_is_not_said_to_be_none() {
    let service = Service::start();
    let own = service.uploaded();
    let problem = |attachment: Value| {
        let request = service.request("POST", &format!("{}/costs/0/offers", own.path));
        let request = request.header("X-PA-KEY", &own.key);
        let offer = json!({"supplier_name": "A", "amount": 1, "attachment_id": attachment});
        request.json(&offer).send().refused(400, "data_invalid")
    };
    let whole = "attachment_id: is out of range, give a number such as 3.";
    assert_eq!(problem(json!(9_223_372_036_854_775_808_u64)), whole);
    let other = "attachment_id: is not a whole number, give a number such as 3.";
    assert_eq!(problem(json!(1.5)), other);
}
