//! One shape for everything that can go wrong, and the same headers on every answer.

use reqwest::blocking::multipart::{Form, Part};

use crate::form::blank;
use crate::service::{Service, refusal};

#[test]
fn unknown_routes_and_methods_are_answered_in_json() {
    let service = Service::start();
    refusal(
        service.get("/nowhere").send().unwrap(),
        404,
        "route_not_found",
    );
    let response = service.delete("/upload").send().unwrap();
    assert_eq!(response.headers()["allow"], "POST");
    refusal(response, 405, "method_not_allowed");
    let root = service.get("/").send().unwrap();
    for header in [
        "x-content-type-options",
        "referrer-policy",
        "content-security-policy",
        "x-request-id",
    ] {
        assert!(root.headers().contains_key(header), "{header}");
    }
    assert!(root.json::<serde_json::Value>().unwrap()["message"].is_string());
    assert_eq!(service.request("HEAD", "/").send().unwrap().status(), 200);
}

#[test]
fn a_multipart_body_must_be_whole_and_say_what_it_is() {
    let service = Service::start();
    let send = |form: Form| service.post("/upload").multipart(form).send().unwrap();
    let file = || Part::bytes(blank("pa_form")).file_name("antrag.pdf");
    refusal(
        send(Form::new().text("form_type", "pa_form")),
        400,
        "upload_invalid",
    );
    refusal(
        send(Form::new().part("file", file())),
        400,
        "upload_invalid",
    );
    refusal(
        send(
            Form::new()
                .text("form_type", "pa_form")
                .part("file", file())
                .part("file", file()),
        ),
        400,
        "upload_invalid",
    );
    assert_eq!(
        send(
            Form::new()
                .part("file", file())
                .text("form_type", "pa_form")
        )
        .status(),
        201
    );
    refusal(
        service.post("/upload").body("x").send().unwrap(),
        400,
        "content_type_unsupported",
    );
    let cut = service
        .post("/upload")
        .header("Content-Type", "multipart/form-data; boundary=b")
        .body("--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n%PDF")
        .send()
        .unwrap();
    refusal(cut, 400, "upload_invalid");
}
