//! What every answer tells of the limits, and what they refuse.

use http_api::{HttpSettings, TrustedProxies};

use crate::client::{Request, Response};
use crate::service::Service;

/// The clock of the service stands at 2026-02-01T00:00:00.
const NOW: u64 = 1_769_904_000;

/// Everybody is counted, and the client of the tests is a proxy.
fn counting() -> Service {
    let settings = HttpSettings {
        trusted_proxies: TrustedProxies {
            networks: vec!["127.0.0.1/32".parse().unwrap()],
            ..TrustedProxies::default()
        },
        ..HttpSettings::default()
    };
    Service::start_limited(settings, Vec::new())
}

fn from(address: &str, request: Request) -> Request {
    request.header("X-Forwarded-For", address)
}

/// Limit, remaining, and seconds until the full limit is there.
fn told(answer: &Response) -> (u64, u64, u64) {
    let number = |name: &str| answer.header(name).parse::<u64>().unwrap();
    let reset = number("x-ratelimit-reset") - NOW;
    (
        number("x-ratelimit-limit"),
        number("x-ratelimit-remaining"),
        reset,
    )
}

#[test]
fn every_answer_tells_what_is_left() {
    let service = Service::start();
    let own = service.uploaded();
    for answer in [
        service.get("/"),
        service.get("/nowhere"),
        service.get(&own.path),
        service.get(&format!("{}?key={}", own.path, own.key)),
        service.get("/forms/sample_form?format=pdf"),
        service.request("PATCH", "/").send(),
        service.request("OPTIONS", "/forms").send(),
        service.upload("panic"),
        service
            .request("POST", "/upload")
            .body("text/plain", "x")
            .send(),
    ] {
        // The address of the tests is exempt.
        assert_eq!(told(&answer), (5, 5, 0), "{}", answer.status);
    }
}

#[test]
fn an_address_that_has_nothing_left_is_refused_whatever_it_asks() {
    let service = counting();
    for left in (0..5).rev() {
        let answer = from("203.0.113.9", service.request("GET", "/nowhere")).send();
        assert_eq!(answer.status, 404);
        assert_eq!(told(&answer).1, left);
    }
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/nowhere"),
        ("PATCH", "/"),
        ("POST", "/upload"),
    ] {
        let answer = from("203.0.113.9", service.request(method, path)).send();
        let sentence = answer.refused(429, "rate_limit_exceeded");
        assert!(sentence.contains("from this address"), "{sentence}");
        let wait: u64 = answer.header("retry-after").parse().unwrap();
        assert!((1..=720).contains(&wait));
        assert_eq!(told(&answer).1, 0);
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_ne!(answer.header("x-request-id"), "");
    }
    assert_eq!(
        from("203.0.113.10", service.request("GET", "/"))
            .send()
            .status,
        200
    );
}

#[test]
fn the_limit_of_the_key_is_told_where_less_is_left_of_it() {
    let service = counting();
    let own = service.uploaded();
    let get = |address: &str| {
        let request = service
            .request("GET", &own.path)
            .header("X-PA-KEY", &own.key);
        from(address, request).send()
    };
    for left in (0..3).rev() {
        let (limit, remaining, _) = told(&get("203.0.113.9"));
        assert_eq!((limit, remaining), (3, left));
    }
    for address in ["203.0.113.9", "203.0.113.10", "203.0.113.9"] {
        let answer = get(address);
        let sentence = answer.refused(429, "rate_limit_exceeded");
        assert!(sentence.contains("with this key"), "{sentence}");
        assert_eq!((told(&answer).0, told(&answer).1), (3, 0));
        assert_ne!(answer.header("retry-after"), "");
    }
    // The refusals count for the address, which has nothing left by now.
    let answer = from("203.0.113.9", service.request("GET", "/")).send();
    let sentence = answer.refused(429, "rate_limit_exceeded");
    assert!(sentence.contains("from this address"), "{sentence}");
}

#[test]
fn a_key_in_the_query_is_counted_as_one_in_a_header() {
    let service = counting();
    let own = service.uploaded();
    let target = format!("{}?key={}", own.path, own.key);
    let in_query = from("203.0.113.9", service.request("GET", &target)).send();
    assert_eq!((told(&in_query).0, told(&in_query).1), (3, 2));
    let in_header = service
        .request("GET", &own.path)
        .header("X-PA-KEY", &own.key);
    assert_eq!(told(&from("203.0.113.10", in_header).send()).1, 1);
    let master = service
        .request("GET", "/applications")
        .header("X-MASTER-KEY", "master");
    let answer = from("203.0.113.11", master).send();
    assert_eq!((told(&answer).0, told(&answer).1), (2, 1));
}

#[test]
fn a_key_of_another_application_is_counted_for_whom_it_belongs_to() {
    let service = counting();
    let own = service.uploaded();
    for (number, status) in [(1, 403), (2, 403), (3, 403), (4, 429)] {
        let request = service
            .request("GET", "/applications/26-9999")
            .header("X-PA-KEY", &own.key);
        assert_eq!(
            from(&format!("203.0.113.{number}"), request).send().status,
            status
        );
    }
}

#[test]
fn a_master_key_has_an_allowance_of_its_own_at_each_address() {
    let service = counting();
    let list = |address: &str| {
        let request = service.request("GET", "/applications");
        from(address, request.header("X-MASTER-KEY", "master")).send()
    };
    for left in [1, 0] {
        let answer = list("203.0.113.9");
        assert_eq!((answer.status, told(&answer).1), (200, left));
    }
    list("203.0.113.9").refused(429, "rate_limit_exceeded");
    assert_eq!(list("203.0.113.10").status, 200);
}

#[test]
fn uploads_have_a_limit_of_their_own_whatever_is_uploaded() {
    let service = counting();
    for _ in 0..4 {
        let upload = service
            .request("POST", "/upload")
            .body("text/plain", "no form");
        from("203.0.113.9", upload)
            .send()
            .refused(400, "content_type_unsupported");
    }
    let upload = service
        .request("POST", "/upload")
        .body("text/plain", "no form");
    let answer = from("203.0.113.9", upload).send();
    let sentence = answer.refused(429, "upload_limit_exceeded");
    assert!(sentence.contains("4 is used up"), "{sentence}");
    let wait: u64 = answer.header("retry-after").parse().unwrap();
    assert!((1..=21_600).contains(&wait), "{wait}");
    // The refused one is a request like any other.
    assert_eq!((told(&answer).0, told(&answer).1), (5, 0));
    let upload = service
        .request("POST", "/upload")
        .body("text/plain", "no form");
    from("203.0.113.10", upload)
        .send()
        .refused(400, "content_type_unsupported");
}

#[test]
fn an_upload_of_a_foreign_page_is_refused_and_not_counted_as_an_upload() {
    let service = counting();
    let upload = |origin: &str| {
        let upload = service.request("POST", "/upload").header("Origin", origin);
        from("203.0.113.9", upload.body("text/plain", "no form")).send()
    };
    for origin in ["https://evil.example.org", "null", ""] {
        let answer = upload(origin);
        answer.refused(403, "origin_not_allowed");
    }
    for _ in 0..2 {
        upload("http://test").refused(400, "content_type_unsupported");
    }
}

#[test]
fn without_a_trusted_proxy_the_header_changes_nothing() {
    let service = Service::start_limited(HttpSettings::default(), Vec::new());
    for number in 0..6 {
        let answer = from(&format!("203.0.113.{number}"), service.request("GET", "/")).send();
        assert_eq!(answer.status, if number < 5 { 200 } else { 429 });
    }
}
