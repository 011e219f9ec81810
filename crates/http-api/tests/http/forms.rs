//! Form types over HTTP.

use serde_json::json;

use crate::service::Service;

#[test]
fn form_types_are_listed_described_and_handed_out_blank() {
    let service = Service::start();
    let expected =
        json!({"forms": [{"form_type": "sample_form", "title": "Antrag", "version": 1}]});
    assert_eq!(service.get("/forms").json(), expected);
    let schema = service.get("/forms/sample_form").json();
    assert_eq!(schema["properties"]["name"]["maxLength"], 20);
    let blank = service.get("/forms/sample_form?format=pdf");
    assert_eq!(
        (blank.header("content-type"), blank.body.as_slice()),
        ("application/pdf", b"%PDF blank sample_form 1 20".as_slice())
    );
    assert_eq!(
        blank.header("content-disposition"),
        "inline; filename=\"sample_form.pdf\""
    );
}

#[test]
fn what_is_not_there_comes_before_what_is_not_right() {
    let service = Service::start();
    let sentence = service
        .get("/forms/other_form?format=docx")
        .refused(404, "form_type_not_found");
    assert!(sentence.contains("sample_form"), "{sentence}");
    service
        .get("/forms/sample_form?format=docx")
        .refused(400, "format_unknown");
    service
        .get("/forms/sample_form?format=original")
        .refused(400, "format_unknown");
    service
        .get("/forms/sample_form?format=pdf&format=pdf")
        .refused(400, "parameter_repeated");
}
