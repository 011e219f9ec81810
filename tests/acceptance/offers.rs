//! Comparison offers, the preferred one, justifications, and what is still missing.

use serde_json::{Value, json};

use crate::form::{filled, summer_festival};
use crate::service::{MASTER_KEY, Service, Uploaded, refusal};

fn started() -> (Service, Uploaded) {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    (service, uploaded)
}

fn add(service: &Service, to: &Uploaded, amount: f64) -> Value {
    let offer = json!({"supplier_name": " Müller & Söhne ", "amount": amount,
        "url": "https://example.org", "is_preferred": true});
    let post = service
        .post(&format!("{}/costs/0/offers", to.path()))
        .header("X-PA-KEY", &to.pa_key);
    let response = post.json(&offer).send().expect("an answer");
    assert_eq!(response.status(), 201);
    response.json().expect("JSON")
}

#[test]
fn one_offer_is_preferred_however_many_ask_for_it() {
    let (service, uploaded) = started();
    let offers = format!("{}/costs/0/offers", uploaded.path());
    let key = &uploaded.pa_key;
    let ids = [1000.0, 1234.5, 0.05].map(|amount| add(&service, &uploaded, amount)["id"].clone());
    std::thread::scope(|scope| {
        for index in 0..12 {
            let path = format!("{offers}/{}/preferred", ids[index % 3]);
            let service = &service;
            scope.spawn(move || {
                assert_eq!(
                    service
                        .put(&path)
                        .header("X-PA-KEY", key)
                        .send()
                        .unwrap()
                        .status(),
                    200
                )
            });
        }
    });
    let position: Value = service
        .get(&offers)
        .header("X-PA-KEY", key)
        .send()
        .unwrap()
        .json()
        .unwrap();
    let list = position["offers"].as_array().unwrap();
    assert_eq!(
        list.iter()
            .filter(|offer| offer["is_preferred"] == true)
            .count(),
        1
    );
    assert_eq!(
        (&list[1]["amount"], &list[0]["supplier_name"]),
        (&json!(1234.5), &json!("Müller & Söhne"))
    );
    let elsewhere = format!("{}/costs/1/offers/{}", uploaded.path(), ids[0]);
    refusal(
        service
            .delete(&elsewhere)
            .header("X-PA-KEY", key)
            .send()
            .unwrap(),
        404,
        "offer_not_found",
    );
}

#[test]
fn every_mistake_in_a_justification_is_named_in_the_order_of_the_input() {
    let (service, uploaded) = started();
    let sentence = refusal(
        service
            .put(&format!("{}/costs/0/justification", uploaded.path()))
            .header("X-PA-KEY", &uploaded.pa_key)
            .header("Content-Type", "application/json")
            .body(format!(
                r#"{{"justification": "{}", "x": 1, "no_offers_required": "ja"}}"#,
                "x".repeat(2001)
            ))
            .send()
            .unwrap(),
        400,
        "data_invalid",
    );
    let places = [
        "justification: has 2001",
        "x: is not known",
        "no_offers_required: is",
    ];
    let places = places.map(|place| sentence.find(place));
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{sentence}"
    );
}

#[test]
fn an_offer_is_seen_at_any_host_and_port_that_there_can_be_and_at_no_other() {
    let (service, uploaded) = started();
    let post = |url: &str| {
        let post = service.post(&format!("{}/costs/0/offers", uploaded.path()));
        let offer = json!({"supplier_name": "A", "amount": 1, "url": url});
        let post = post.header("X-PA-KEY", &uploaded.pa_key).json(&offer);
        post.send().unwrap()
    };
    for taken in [
        "https://[2001:db8::1]:8443/x",
        "https://müller.example/",
        "https://example.org:65535/a?b@c:d",
    ] {
        let response = post(taken);
        assert_eq!(response.status(), 201, "{taken}");
        assert_eq!(response.json::<Value>().unwrap()["url"], taken);
    }
    for (refused, part) in [
        (
            "https://:80/",
            "url: names no host, give one such as https://",
        ),
        ("https://a:99999/", "url: names a port that is no number"),
        ("https://a..b/", "url: names a host that there cannot be"),
    ] {
        let sentence = refusal(post(refused), 400, "data_invalid");
        assert!(sentence.contains(part), "{sentence}");
    }
}

#[test]
fn every_mistake_in_an_offer_is_named() {
    let (service, uploaded) = started();
    // As it is written: the order of the members counts.
    let post = |body: &'static str| {
        service
            .post(&format!("{}/costs/0/offers", uploaded.path()))
            .header("X-PA-KEY", &uploaded.pa_key)
            .header("Content-Type", "application/json")
            .body(body)
            .send()
            .unwrap()
    };
    let sentence = refusal(
        post(
            r#"{"attachment_id": 99, "amount": 1.005, "url": "ftp://x", "preis": 1,
                "is_preferred": "ja"}"#,
        ),
        400,
        "data_invalid",
    );
    let places = [
        "attachment_id: is not an attachment of this application, give the id of one",
        "amount: 1.005",
        "url:",
        "preis: is not known",
        "is_preferred:",
        "supplier_name: is missing",
    ]
    .map(|place| sentence.find(place));
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{sentence}"
    );
    refusal(
        post(r#"{"supplier_name": "A", "amount": 1, "attachment_id": 99}"#),
        400,
        "data_invalid",
    );
    // A member that is given twice is a mistake of the text; the attachment is one of the data.
    let twice = r#"{"supplier_name": "A", "amount": 1, "amount": 2}"#;
    refusal(post(twice), 400, "json_invalid");
    let both = r#"{"supplier_name": "A", "amount": 1, "amount": 2, "attachment_id": 99}"#;
    let sentence = refusal(post(both), 400, "data_invalid");
    assert!(
        sentence.contains("amount: ") && sentence.contains("attachment_id: is not an attachment"),
        "{sentence}"
    );
    let past = service
        .get(&format!("{}/costs/3/offers", uploaded.path()))
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap();
    refusal(past, 404, "cost_position_not_found");
}

#[test]
fn a_justification_stands_for_offers_and_the_check_says_what_is_missing() {
    let (service, uploaded) = started();
    let key = &uploaded.pa_key;
    let check = || -> Value {
        service
            .get(&format!("{}/check", uploaded.path()))
            .header("X-PA-KEY", key)
            .send()
            .unwrap()
            .json()
            .unwrap()
    };
    assert_eq!(
        (
            check()["complete"].clone(),
            check()["problems"].as_array().unwrap().len()
        ),
        (json!(false), 3)
    );
    for index in 0..3 {
        let path = format!("{}/costs/{index}/justification", uploaded.path());
        let body = json!({"no_offers_required": true, "justification": "nur ein Anbieter"});
        assert_eq!(
            service
                .put(&path)
                .header("X-PA-KEY", key)
                .json(&body)
                .send()
                .unwrap()
                .status(),
            200
        );
    }
    assert_eq!(check(), json!({"complete": true, "problems": []}));
    let path = format!("{}/costs/0/justification", uploaded.path());
    refusal(
        service
            .put(&path)
            .header("X-PA-KEY", key)
            .json(&json!({"no_offers_required": true}))
            .send()
            .unwrap(),
        400,
        "data_invalid",
    );
    let shorter = service
        .put(&uploaded.path())
        .header("X-PA-KEY", key)
        .json(&json!({"costs": [{"name": "Saal", "amount": 1}]}))
        .send()
        .unwrap();
    assert!(refusal(shorter, 400, "cost_position_in_use").contains("costs.1"));
}

#[test]
fn the_master_key_lists_applications_and_replaces_their_keys() {
    let (service, uploaded) = started();
    refusal(
        service
            .get("/applications")
            .header("X-PA-KEY", &uploaded.pa_key)
            .send()
            .unwrap(),
        403,
        "master_key_required",
    );
    let list: Value = service
        .get("/applications?status=complete&limit=1")
        .header("X-MASTER-KEY", MASTER_KEY)
        .send()
        .unwrap()
        .json()
        .unwrap();
    assert_eq!(
        (&list["total_count"], &list["applications"][0]["name"]),
        (&json!(1), &summer_festival()["name"])
    );
    refusal(
        service
            .get("/applications?limit=0")
            .header("X-MASTER-KEY", MASTER_KEY)
            .send()
            .unwrap(),
        400,
        "parameter_invalid",
    );
    let replaced = service
        .post(&format!("{}/key", uploaded.path()))
        .header("X-MASTER-KEY", MASTER_KEY)
        .send()
        .unwrap();
    assert_eq!(replaced.headers()["cache-control"], "private, no-store");
    let answer: Value = replaced.json().unwrap();
    let get = |key: &str| {
        service
            .get(&uploaded.path())
            .header("X-PA-KEY", key)
            .send()
            .unwrap()
            .status()
            .as_u16()
    };
    assert_eq!(
        (
            get(&uploaded.pa_key),
            get(answer["pa_key"].as_str().unwrap())
        ),
        (401, 200)
    );
}
