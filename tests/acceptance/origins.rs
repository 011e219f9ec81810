//! Which pages of other origins may call the service.

use crate::service::Service;

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
