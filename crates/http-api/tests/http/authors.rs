//! Who is said to have made a change: whoever's key it was sent with, whatever is changed.

use serde_json::{Value, json};

use crate::client::Response;
use crate::service::{Service, Uploaded};

/// Every kind of change that either key may make, one after the other. `word` makes the values of
/// this caller others than those of the one before.
fn change_everything(service: &Service, own: &Uploaded, key: (&str, &str), word: &str) {
    let send = |method: &str, place: &str, body: Option<Value>| -> Response {
        let request = service.request(method, &format!("{}{place}", own.path));
        let request = request.header(key.0, key.1);
        let answer = match body {
            Some(body) => request.json(&body).send(),
            None => request.send(),
        };
        assert!(answer.status < 300, "{method} {place}: {}", answer.status);
        answer
    };
    let file = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n\
        0123456789\r\n--b--\r\n";
    let file = service
        .request("POST", &format!("{}/attachments", own.path))
        .header(key.0, key.1)
        .body("multipart/form-data; boundary=b", file);
    let file = file.send().json()["id"].clone();
    let offer = json!({"supplier_name": "A", "amount": 1, "attachment_id": file});
    let offer = send("POST", "/costs/0/offers", Some(offer)).json()["id"].clone();
    send("PUT", &format!("/costs/0/offers/{offer}/preferred"), None);
    let reason = json!({"no_offers_required": true, "justification": word});
    send("PUT", "/costs/0/justification", Some(reason));
    send("DELETE", &format!("/attachments/{file}"), None);
    send("DELETE", &format!("/costs/0/offers/{offer}"), None);
    send("PUT", "", Some(json!({"name": word})));
}

#[test]
fn every_kind_of_change_is_told_as_made_with_the_key_that_it_was_sent_with() {
    let service = Service::start();
    let own = service.uploaded();
    let keys = [
        ("application", ("X-PA-KEY", own.key.as_str())),
        ("master", ("X-MASTER-KEY", "master")),
    ];
    for (author, key) in keys {
        change_everything(&service, &own, key, author);
    }
    let history = service.request("GET", &format!("{}/history", own.path));
    let history = history.header("X-PA-KEY", &own.key).send().json();
    let entries = history["entries"].as_array().unwrap().iter().skip(1);
    let told: Vec<_> = entries
        .map(|entry| (entry["by"].as_str().unwrap(), entry["action"].as_str()))
        .collect();
    let actions = [
        "attachment_added",
        "offer_added",
        "offer_preferred",
        "justification_changed",
        "attachment_removed",
        "offer_removed",
        "data_changed",
    ];
    let expected: Vec<_> = keys
        .iter()
        .flat_map(|(author, _)| actions.map(|action| (*author, Some(action))))
        .collect();
    assert_eq!(told, expected);
}
