//! Which pages of other origins may call the service, and which may upload.

use reqwest::blocking::Response;

use crate::form::blank;
use crate::service::{Service, refusal};

#[test]
fn pages_of_configured_origins_may_call() {
    let origin = "https://forms.example.org";
    let service = Service::start_with(&[("FORMSERVICE__SERVER__CORS_ORIGINS", origin)]);
    let response = service
        .get("/")
        .header("Origin", origin)
        .send()
        .expect("an answer");
    assert_eq!(response.headers()["access-control-allow-origin"], origin);
    let other = service
        .get("/")
        .header("Origin", "https://evil.example.org");
    let other = other.send().expect("an answer");
    assert!(!other.headers().contains_key("access-control-allow-origin"));
}

/// What a page of this origin gets for an upload.
fn upload_from(service: &Service, origin: &str) -> Response {
    let file = reqwest::blocking::multipart::Part::bytes(blank("pa_form")).file_name("a.pdf");
    let form = reqwest::blocking::multipart::Form::new().part("file", file);
    let request = service.post("/upload").header("Origin", origin);
    let request = request.multipart(form.text("form_type", "pa_form"));
    request.send().expect("an answer")
}

#[test]
fn only_the_services_own_pages_and_configured_origins_may_upload() {
    let service = Service::start_with(&[
        (
            "FORMSERVICE__SERVER__CORS_ORIGINS",
            "https://forms.example.org",
        ),
        (
            "FORMSERVICE__SERVER__PUBLIC_URL",
            "https://pa.example.org/service",
        ),
    ]);
    let before = service.blob_count();
    for origin in [
        "https://evil.example.org",
        "https://forms.example.org:8443",
        "http://pa.example.org",
        "http://127.0.0.1",
        // What a page is that reached the service by a name of its own (DNS rebinding).
        service.base(),
        "null",
        "",
    ] {
        let sentence = refusal(upload_from(&service, origin), 403, "origin_not_allowed");
        assert!(sentence.contains("may not upload"), "{sentence}");
    }
    assert_eq!(service.blob_count(), before);
    for origin in ["https://forms.example.org", "https://pa.example.org"] {
        assert_eq!(upload_from(&service, origin).status(), 201, "{origin}");
    }
    // What is no page, such as curl, names no origin.
    assert_eq!(service.upload("pa_form", blank("pa_form")).status(), 201);
    let without_public_url = Service::start();
    let own = without_public_url.base();
    assert_eq!(upload_from(&without_public_url, own).status(), 201);
    // Whoever has a key may use it from any page that the browser lets read the answer.
    let answer = service.get("/").header("Origin", "null").send();
    assert_eq!(answer.expect("an answer").status(), 200);
}
