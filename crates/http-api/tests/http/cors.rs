//! Which pages of other origins may call.

use http_api::HttpSettings;

use crate::service::Service;

const ORIGIN: &str = "https://forms.example.org";

fn allowing() -> Service {
    Service::start_with(HttpSettings {
        cors_origins: vec![ORIGIN.to_owned(), "http://localhost:3000".to_owned()],
        ..HttpSettings::default()
    })
}

#[test]
fn without_origins_nothing_is_said_of_them() {
    let service = Service::start();
    let answer = service.request("GET", "/").header("Origin", ORIGIN).send();
    assert_eq!(answer.header("access-control-allow-origin"), "");
    assert_eq!(answer.header("vary"), "");
    let preflight = service
        .request("OPTIONS", "/forms")
        .header("Origin", ORIGIN)
        .header("Access-Control-Request-Method", "GET");
    preflight.send().refused(405, "method_not_allowed");
}

#[test]
fn a_browser_that_asks_first_is_told_what_it_may() {
    let service = allowing();
    let preflight = |origin: &str| {
        service
            .request("OPTIONS", "/applications/26-0001")
            .header("Origin", origin)
            .header("Access-Control-Request-Method", "PUT")
            .header("Access-Control-Request-Headers", "x-pa-key,content-type")
            .send()
    };
    let answer = preflight(ORIGIN);
    assert_eq!((answer.status, answer.body.len()), (204, 0));
    assert_eq!(answer.header("access-control-allow-origin"), ORIGIN);
    assert!(
        answer
            .header("access-control-allow-methods")
            .contains("PUT")
    );
    assert!(
        answer
            .header("access-control-allow-headers")
            .contains("X-PA-KEY")
    );
    assert!(answer.header("vary").contains("Origin"));
    assert_eq!(answer.header("x-ratelimit-limit"), "5");
    for stranger in [
        "https://evil.example.org",
        "https://forms.example.org.evil.org",
        "null",
    ] {
        let answer = preflight(stranger);
        assert_eq!(answer.status, 405);
        assert_eq!(answer.header("access-control-allow-origin"), "");
    }
    let asks_nothing = service.request("OPTIONS", "/forms");
    let answer = asks_nothing.header("Origin", ORIGIN).send();
    answer.refused(405, "method_not_allowed");
}

#[test]
fn two_origins_are_none_and_what_else_an_answer_varies_by_is_kept() {
    let service = allowing();
    let twice = service.request("GET", "/").header("Origin", ORIGIN);
    let twice = twice.header("Origin", ORIGIN).send();
    assert_eq!(twice.header("access-control-allow-origin"), "");
    for (path, before) in [
        ("/openapi.json", "Accept-Encoding"),
        ("/applications", "X-PA-KEY, X-MASTER-KEY"),
    ] {
        let answer = service.request("GET", path).header("Origin", ORIGIN).send();
        assert_eq!(answer.header("vary"), format!("{before}, Origin"));
    }
}

#[test]
fn every_answer_can_be_read_by_the_pages_that_may() {
    let service = allowing();
    let request = |method: &str, path: &str, origin: &str| {
        service
            .request(method, path)
            .header("Origin", origin)
            .send()
    };
    for (method, path) in [
        ("GET", "/"),
        ("GET", "/nowhere"),
        ("GET", "/applications"),
        ("PATCH", "/"),
    ] {
        let answer = request(method, path, ORIGIN);
        assert_eq!(
            answer.header("access-control-allow-origin"),
            ORIGIN,
            "{path}"
        );
        let told = answer.header("access-control-expose-headers");
        for name in [
            "X-RateLimit-Remaining",
            "ETag",
            "Idempotency-Replayed",
            "X-Request-Id",
            "Content-Disposition",
            "Content-Range",
            "Accept-Ranges",
        ] {
            assert!(told.contains(name), "{name}");
        }
        assert!(!told.contains("Location"), "no answer has it");
        assert_eq!(answer.header("access-control-allow-credentials"), "");
    }
    let panicked = service.request("POST", "/upload").header("Origin", ORIGIN);
    let panicked = panicked
        .body(
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: \
        form-data; name=\"form_type\"\r\n\r\nsample_form\r\n--b\r\nContent-Disposition: \
        form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\npanic\r\n--b--\r\n",
        )
        .send();
    assert_eq!(panicked.status, 500);
    assert_eq!(panicked.header("access-control-allow-origin"), ORIGIN);
    let stranger = request("GET", "/", "https://evil.example.org");
    assert_eq!(stranger.header("access-control-allow-origin"), "");
    assert_eq!(stranger.header("vary"), "Origin");
}
