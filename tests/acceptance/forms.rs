//! Form types are data that a client can ask for.

use serde_json::Value;

use crate::service::{Service, refusal};

#[test]
fn form_types_are_listed_described_and_handed_out_blank() {
    let service = Service::start();
    let list: Value = service.get("/forms").send().unwrap().json().unwrap();
    let keys: Vec<&str> = list["forms"]
        .as_array()
        .unwrap()
        .iter()
        .map(|form| form["form_type"].as_str().unwrap())
        .collect();
    assert_eq!(keys, ["pa_form", "vsm_form"]);
    for key in keys {
        let schema: Value = service
            .get(&format!("/forms/{key}"))
            .send()
            .unwrap()
            .json()
            .unwrap();
        assert_eq!(schema["properties"]["name"]["maxLength"], 200, "{schema}");
        let blank = service
            .get(&format!("/forms/{key}?format=pdf"))
            .send()
            .unwrap();
        assert_eq!(blank.headers()["content-type"], "application/pdf");
        assert!(blank.bytes().unwrap().starts_with(b"%PDF-"));
    }
    refusal(
        service.get("/forms/other_form").send().unwrap(),
        404,
        "form_type_not_found",
    );
    refusal(
        service.get("/forms/pa_form?format=docx").send().unwrap(),
        400,
        "format_unknown",
    );
}
