//! What every answer has; errors of one shape.

use std::collections::HashSet;

use crate::client::Response;
use crate::service::Service;
use testkit::FailurePoint;

#[test]
fn every_answer_has_the_headers_and_an_id_of_its_own() {
    let service = Service::start();
    let own = service.uploaded();
    let mut ids = HashSet::new();
    let with = |name, value| {
        let request = service.request("GET", &own.path);
        let request = request.header("X-PA-KEY", &own.key);
        request.header(name, value).send()
    };
    let answers = [
        service.get("/"),
        service.get("/forms/sample_form?format=pdf"),
        service.get(&own.path),
        service.get(&format!("{}?key={}", own.path, own.key)),
        service.get(&format!("{}?key={}&format=pdf", own.path, own.key)),
        service.get(&format!("{}?key={}&format=original", own.path, own.key)),
        service.get("/docs"),
        service.get("/redoc"),
        service.get("/assets/docs.js"),
        service.get("/nowhere"),
        service.request("PATCH", "/").send(),
        with("If-None-Match", "*"),
        with("If-Match", "\"another\""),
        service.upload("panic"),
    ];
    assert_eq!([answers[11].status, answers[12].status], [304, 412]);
    for answer in answers {
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        let policy = answer.header("content-security-policy");
        for directive in [
            "default-src 'none'",
            "object-src ",
            "base-uri 'none'",
            "frame-ancestors ",
        ] {
            assert!(policy.contains(directive), "{policy}");
        }
        assert!(ids.insert(answer.header("x-request-id").to_owned()));
    }
}

#[test]
fn only_those_who_may_keep_an_answer_may_keep_it() {
    let service = Service::start();
    let own = service.uploaded();
    for (target, expected) in [
        ("/", ""),
        ("/forms", ""),
        ("/applications", "private, no-cache"),
        (own.path.as_str(), "private, no-cache"),
        (&format!("{}?key=wrong", own.path), "private, no-store"),
        (
            &format!("{}?key={}&format=pdf", own.path, own.key),
            "private, no-store",
        ),
        (&format!("/forms?key={}", own.key), "private, no-store"),
        ("/upload", "private, no-store"),
        (&format!("{}/key", own.path), "private, no-store"),
        ("/nowhere", "private, no-store"),
        (&format!("{}/nowhere", own.path), "private, no-store"),
    ] {
        assert_eq!(
            service.get(target).header("cache-control"),
            expected,
            "{target}"
        );
    }
    assert_eq!(
        service.upload("%PDF\nname=Fest").header("cache-control"),
        "private, no-store"
    );
    assert_eq!(
        service.get(&own.path).header("vary"),
        "X-PA-KEY, X-MASTER-KEY"
    );
}

#[test]
fn unknown_paths_and_methods_are_refused_in_json() {
    let service = Service::start();
    for path in [
        "/nowhere",
        "/applications/",
        "/upload/",
        "/applications/26-0001/x",
        "//",
    ] {
        service.get(path).refused(404, "route_not_found");
    }
    for (method, path, allowed) in [
        ("POST", "/", "GET, HEAD"),
        ("GET", "/upload", "POST"),
        ("DELETE", "/upload", "POST"),
        ("POST", "/applications/26-0001", "GET, HEAD, PUT, DELETE"),
        ("PATCH", "/applications/26-0001", "GET, HEAD, PUT, DELETE"),
        ("OPTIONS", "/forms", "GET, HEAD"),
        ("BREW", "/forms/sample_form", "GET, HEAD"),
    ] {
        let response = service.request(method, path).send();
        response.refused(405, "method_not_allowed");
        assert_eq!(response.header("allow"), allowed);
    }
}

#[test]
fn head_is_get_without_a_body() {
    let service = Service::start();
    let own = service.uploaded();
    for target in [
        "/",
        "/forms",
        "/forms/sample_form",
        "/forms/sample_form?format=pdf",
        &own.path,
    ] {
        let ask = |method: &str| {
            service
                .request(method, target)
                .header("X-PA-KEY", &own.key)
                .send()
        };
        let (head, get): (Response, Response) = (ask("HEAD"), ask("GET"));
        assert_eq!((head.status, head.body.len()), (200, 0), "{target}");
        for header in ["content-type", "content-length", "etag"] {
            assert_eq!(head.header(header), get.header(header), "{target} {header}");
        }
    }
}

#[test]
fn what_breaks_inside_is_told_as_a_constant() {
    let service = Service::start();
    let sentence = service.upload("panic").refused(500, "internal_error");
    assert!(!sentence.contains("told to"), "{sentence}");
    service.house.store.fail_at(1, FailurePoint::Before);
    let sentence = service
        .upload("%PDF\nname=Fest")
        .refused(503, "unavailable");
    assert!(!sentence.contains("told to"), "{sentence}");
    service.house.blobs.fail_at(1, FailurePoint::Before);
    let response = service.upload("%PDF\nname=Fest");
    response.refused(503, "unavailable");
    assert_eq!(response.header("retry-after"), "5");
    service.upload("busy").refused(503, "busy");
    assert_eq!(service.upload("%PDF\nname=Fest").status, 201);
}

#[test]
fn the_service_says_its_name() {
    let service = Service::start();
    let answer = service.get("/").json();
    assert_eq!(
        answer,
        serde_json::json!({"message": "Application Form Service"})
    );
}
