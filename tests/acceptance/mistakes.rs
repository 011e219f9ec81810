//! Every mistake of a request is named at once, in the order of the input.

use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::form::blank;
use crate::pdf::{form, text_field};
use crate::service::{MASTER_KEY, Service, Uploaded, refusal};

/// A key that is too short.
const SHORT_KEY: (&str, &str) = ("Idempotency-Key", "short");
const OF_KEY: &str = "The header Idempotency-Key must be";

fn started() -> (Service, Uploaded) {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    (service, uploaded)
}

/// Status, code and sentence of a PUT that is refused.
fn put(service: &Service, to: &Uploaded, body: impl Into<String>, code: &str) -> String {
    let request = service.put(&to.path()).header("X-PA-KEY", &to.pa_key);
    let request = request.header("Content-Type", "application/json");
    refusal(request.body(body.into()).send().unwrap(), 400, code)
}

/// Asserts that these stand in the sentence, one after the other, and that nothing else does.
fn assert_order(sentence: &str, parts: &[&str]) {
    let mut rest = sentence;
    for part in parts {
        let at = rest.find(part);
        let at = at.unwrap_or_else(|| panic!("no {part} in its place: {sentence}"));
        rest = &rest[at + part.len()..];
    }
    assert_eq!(sentence.matches(": ").count(), parts.len(), "{sentence}");
}

#[test]
fn doubled_members_and_nul_characters_hide_no_other_mistake() {
    let (service, uploaded) = started();
    let body = r#"{"participants": "viele", "name": "x\u0000", "costs": [{"name": "a\u0000"},
        {"amount": "2"}], "nmae": 1, "applicant": {"email": "a", "email": "b"}}"#;
    let sentence = put(&service, &uploaded, body, "data_invalid");
    let parts = [
        "participants: ",
        "name: holds a NUL",
        "costs.0.name: holds a NUL",
        "costs.1.amount: ",
        "nmae: ",
        "applicant.email: ",
        "applicant.email: ",
    ];
    assert_order(&sentence, &parts);
    let alone = put(
        &service,
        &uploaded,
        r#"{"name": "x\u0000"}"#,
        "json_invalid",
    );
    assert_order(&alone, &["name: holds a NUL"]);
    let path = format!("{}/costs/0/offers", uploaded.path());
    let offer = r#"{"url": "ftp://x", "supplier_name": "a", "supplier_name": "b\u0000",
        "is_preferred": 1}"#;
    let request = service.post(&path).header("X-PA-KEY", &uploaded.pa_key);
    let request = request
        .header("Content-Type", "application/json")
        .body(offer);
    let sentence = refusal(request.send().unwrap(), 400, "data_invalid");
    let parts = [
        "url: ",
        "supplier_name: ",
        "supplier_name: ",
        "is_preferred: ",
        "amount: is missing",
    ];
    assert_order(&sentence, &parts);
}

#[test]
fn a_cost_position_in_use_is_named_beside_other_mistakes() {
    let (service, uploaded) = started();
    let key = ("X-PA-KEY", uploaded.pa_key.as_str());
    let costs = json!({"costs": [{"name": "Zelt", "amount": 1}, {"name": "Musik"}]});
    let request = service.put(&uploaded.path()).header(key.0, key.1);
    assert_eq!(request.json(&costs).send().unwrap().status(), 200);
    let path = format!("{}/costs/0/offers", uploaded.path());
    let offer = json!({"supplier_name": "Zeltbau", "amount": 1});
    let request = service.post(&path).header(key.0, key.1);
    assert_eq!(request.json(&offer).send().unwrap().status(), 201);
    let body = r#"{"participants": "viele", "costs": [{"name": "Musik", "amount": "x"}],
        "nmae": 1}"#;
    let sentence = put(&service, &uploaded, body, "data_invalid");
    let parts = [
        "participants: ",
        "costs.0.amount: ",
        "costs.0: \"Zelt\" has 1 offer",
        "nmae: ",
    ];
    assert_order(&sentence, &parts);
    let alone = put(
        &service,
        &uploaded,
        r#"{"costs": [{"name": "Musik"}]}"#,
        "cost_position_in_use",
    );
    assert_order(&alone, &["costs.0: \"Zelt\" has 1 offer"]);
    // Whose row it was cannot be told while a name cannot be read.
    let sentence = put(
        &service,
        &uploaded,
        r#"{"costs": [{"name": "Musik"}, {"name": 1}]}"#,
        "data_invalid",
    );
    assert_order(&sentence, &["costs.1.name: "]);
    assert!(!sentence.contains("offer"), "{sentence}");
}

#[test]
fn all_wrong_parameters_of_a_query_are_named() {
    let (service, uploaded) = started();
    let master = ("X-MASTER-KEY", MASTER_KEY);
    let refused = |path: &str| {
        let request = service.get(path).header(master.0, master.1);
        refusal(request.send().unwrap(), 400, "parameter_invalid")
    };
    let sentence = refused(
        "/applications?sort=name&limit=0&created_from=gestern&offset=1&offset=2&status=done",
    );
    let names = [
        "`sort`",
        "`limit`",
        "`created_from`",
        "`offset`",
        "`status`",
    ];
    let mut at = 0;
    for name in names {
        let found = sentence.find(name);
        assert!(found.is_some_and(|found| found >= at), "{name}: {sentence}");
        at = found.unwrap();
    }
    // What a place is comes before what may stand beside it.
    let parts = ["`offset` must be", "`after` must be", "exclude each other"];
    let sentence = refused("/applications?offset=x&after=c.7");
    let places = parts.map(|part| sentence.find(part));
    let all_named = places.iter().all(Option::is_some);
    assert!(all_named && places.is_sorted(), "{sentence}");
    let alone = refused("/applications?after=c.7.26-0001&offset=0");
    assert!(!alone.contains("must be"), "{alone}");
    let sentence = refused(&format!("{}/history?limit=x&offset=-1", uploaded.path()));
    assert!(
        sentence.contains("`limit`") && sentence.contains("`offset`"),
        "{sentence}"
    );
    let path = format!("{}?format=doc&flatten=1", uploaded.path());
    let request = service.get(&path).header(master.0, master.1);
    let sentence = refusal(request.send().unwrap(), 400, "format_unknown");
    assert!(sentence.contains("`flatten`"), "{sentence}");
}

#[test]
fn a_wrong_idempotency_key_hides_no_mistake_in_the_body() {
    let (service, uploaded) = started();
    let refused = |form: Form| {
        let request = service.post("/upload").header(SHORT_KEY.0, SHORT_KEY.1);
        let answer = request.multipart(form).send().unwrap();
        let sentence = refusal(answer, 400, "idempotency_key_invalid");
        assert!(sentence.starts_with(OF_KEY), "{sentence}");
        sentence
    };
    let file = |bytes: Vec<u8>| Part::bytes(bytes).file_name("antrag.pdf");
    let sentence = refused(Form::new().part("file", file(blank("pa_form"))));
    assert!(sentence.contains("`form_type` is missing"), "{sentence}");
    let typed = || Form::new().text("form_type", "pa_form");
    let sentence = refused(typed().part("file", file(b"GIF89a".to_vec())));
    assert!(sentence.contains("not a PDF"), "{sentence}");
    let sentence = refused(typed().part("file", file(blank("pa_form"))));
    assert!(sentence.ends_with("sent once."), "{sentence}");
    let path = format!("{}/costs/0/offers", uploaded.path());
    for (body, part) in [("{", "not valid JSON"), ("{}", "supplier_name: is missing")] {
        let request = service.post(&path).header("X-PA-KEY", &uploaded.pa_key);
        let request = request
            .header("Content-Type", "application/json")
            .body(body);
        let answer = request.header(SHORT_KEY.0, SHORT_KEY.1).send().unwrap();
        let sentence = refusal(answer, 400, "idempotency_key_invalid");
        assert!(
            sentence.starts_with(OF_KEY) && sentence.contains(part),
            "{sentence}"
        );
    }
    let path = format!("{}/attachments", uploaded.path());
    let request = service.post(&path).header("X-PA-KEY", &uploaded.pa_key);
    let answer = request
        .header(SHORT_KEY.0, SHORT_KEY.1)
        .multipart(Form::new().text("a", "b"));
    let sentence = refusal(answer.send().unwrap(), 400, "idempotency_key_invalid");
    assert!(sentence.contains("`file` is missing"), "{sentence}");
    for (bytes, end) in [("", "send the file in it."), ("x", "sent once.")] {
        let form = Form::new().part("file", file(bytes.into()));
        let request = service.post(&path).header("X-PA-KEY", &uploaded.pa_key);
        let answer = request.header(SHORT_KEY.0, SHORT_KEY.1).multipart(form);
        let sentence = refusal(answer.send().unwrap(), 400, "idempotency_key_invalid");
        assert!(
            sentence.starts_with(OF_KEY) && sentence.ends_with(end),
            "{sentence}"
        );
    }
    // A PUT has no such key.
    let request = service
        .put(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key);
    let answer = request
        .header(SHORT_KEY.0, SHORT_KEY.1)
        .json(&json!({"nmae": 1}));
    refusal(answer.send().unwrap(), 400, "data_invalid");
    assert_eq!(
        service.blob_count(),
        1,
        "nothing of what was refused is stored"
    );
}

#[test]
fn an_end_before_the_beginning_stands_in_its_place_among_the_mistakes_of_a_form() {
    let service = Service::start();
    let fields = [
        text_field("projectEnd", "(1.2.2026)"),
        text_field("participants", "(viele)"),
        text_field("projectBeginn", "(2.2.2026)"),
        text_field("requestedAmount", "(x)"),
    ];
    let sentence = refusal(
        service.upload("pa_form", form(&fields, &[])),
        400,
        "form_values_invalid",
    );
    assert_order(
        &sentence,
        &["projectEnd: ", "participants: ", "requestedAmount: "],
    );
}

#[test]
fn a_body_of_one_megabyte_of_unknown_members_is_refused_and_named_in_part() {
    let (service, uploaded) = started();
    let members = (0..18_000).map(|number| {
        let name = format!("applicant_{number:05}_{}", "x".repeat(30));
        (name, Value::from(1))
    });
    let body = Value::Object(members.collect()).to_string();
    assert!((900_000..1_048_576).contains(&body.len()), "{}", body.len());
    let sentence = put(&service, &uploaded, body, "data_invalid");
    assert!(sentence.ends_with("; and 17950 more."), "{sentence}");
    assert!(sentence.len() < 20_000, "{}", sentence.len());
}

#[test]
fn sixteen_changes_of_one_application_at_once_lose_nothing() {
    let (service, uploaded) = started();
    let key = ("X-PA-KEY", uploaded.pa_key.as_str());
    std::thread::scope(|scope| {
        for number in 0..16 {
            let (service, uploaded) = (&service, &uploaded);
            scope.spawn(move || {
                let body = json!({"otherFields": {format!("field {number}"): "x"}});
                let request = service.put(&uploaded.path()).header(key.0, key.1);
                assert_eq!(request.json(&body).send().unwrap().status(), 200);
            });
        }
    });
    let request = service.get(&uploaded.path()).header(key.0, key.1);
    let answer: Value = request.send().unwrap().json().unwrap();
    assert_eq!(answer["data"]["otherFields"].as_object().unwrap().len(), 16);
    let path = format!("{}/history", uploaded.path());
    let request = service.get(&path).header(key.0, key.1);
    let history: Value = request.send().unwrap().json().unwrap();
    assert_eq!(history["total_count"], 17);
}
