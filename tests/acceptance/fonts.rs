//! Fonts that an operator adds: what a running service fills with them.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::form::{filled, summer_festival};
use crate::service::{Service, Uploaded};

/// A digit that only the added font has.
const NAME: &str = "Fest \u{1C51}";

fn get(service: &Service, uploaded: &Uploaded, format: &str) -> reqwest::blocking::Response {
    let path = format!("{}?format={format}", uploaded.path());
    let request = service.get(&path).header("X-PA-KEY", &uploaded.pa_key);
    let response = request.send().unwrap();
    assert_eq!(response.status(), 200);
    response
}

fn missing(service: &Service, uploaded: &Uploaded) -> Value {
    let report: Value = get(service, uploaded, "report").json().unwrap();
    assert_eq!(report["read_back"]["outcome"], "same", "{report}");
    let mut values = report["values"].as_array().unwrap().iter();
    let name = values.find(|value| value["path"] == "name").unwrap();
    name["missing_characters"].clone()
}

#[test]
fn fonts_that_are_added_are_used_after_a_start_and_the_tag_of_the_filled_form_tells() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let put = service.put(&uploaded.path());
    let put = put.header("X-PA-KEY", &uploaded.pa_key);
    assert_eq!(
        put.json(&json!({"name": NAME})).send().unwrap().status(),
        200
    );
    assert_eq!(missing(&service, &uploaded).as_array().unwrap().len(), 1);
    let before = get(&service, &uploaded, "pdf");
    let tag = before.headers()["etag"].clone();
    let before = before.bytes().unwrap();

    let fonts = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fonts");
    let fonts = fonts.display().to_string();
    let service = service.kill_and_restart_with(&[("FORMSERVICE__FONTS__DIR", &fonts)]);
    assert_eq!(missing(&service, &uploaded), json!([]));
    let request = service.get(&format!("{}?format=pdf", uploaded.path()));
    let request = request.header("X-PA-KEY", &uploaded.pa_key);
    let after = request.header("If-None-Match", &tag).send().unwrap();
    assert_eq!(after.status(), 200);
    assert_ne!(after.headers()["etag"], tag);
    assert_ne!(after.bytes().unwrap(), before);
}
