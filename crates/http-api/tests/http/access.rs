//! Every endpoint with every credential: 401 before 403 before 404 before 400.

use serde_json::json;

use crate::client::{Request, Response};
use crate::service::Service;

/// All that takes a key, with whether only a master key opens it. The requests are otherwise wrong,
/// so that the order shows.
const ENDPOINTS: [(&str, &str, bool); 4] = [
    ("GET", "?format=wrong", false),
    ("HEAD", "?format=wrong", false),
    ("PUT", "", false),
    ("DELETE", "", true),
];

#[test]
fn who_comes_before_may_before_is_it_there_before_is_it_right() {
    let service = Service::start();
    let (own, other) = (service.uploaded(), service.uploaded());
    let absent = [
        "/applications/26-0999",
        "/applications/nonsense",
        "/applications/26-00001",
        "/applications/%ff",
    ];
    for (method, query, master_only) in ENDPOINTS {
        let ask = |path: &str, headers: &[(&str, &str)]| {
            let request = service.request(method, &format!("{path}{query}"));
            let with = |request: Request, (name, value): &(&str, &str)| request.header(name, value);
            headers.iter().fold(request, with).send().status
        };
        let everywhere: Vec<&str> = absent
            .into_iter()
            .chain([own.path.as_str(), &other.path])
            .collect();
        for path in everywhere {
            assert_eq!(ask(path, &[]), 401, "{method} {path}");
            assert_eq!(
                ask(path, &[("X-PA-KEY", "pak_wrong")]),
                401,
                "{method} {path}"
            );
            assert_eq!(
                ask(path, &[("X-MASTER-KEY", "wrong")]),
                401,
                "{method} {path}"
            );
            if path != own.path || master_only {
                assert_eq!(ask(path, &[("X-PA-KEY", &own.key)]), 403, "{method} {path}");
            }
        }
        for path in absent {
            assert_eq!(
                ask(path, &[("X-MASTER-KEY", "master")]),
                404,
                "{method} {path}"
            );
        }
        let right = if master_only { 200 } else { 400 };
        if !master_only {
            assert_eq!(ask(&own.path, &[("X-PA-KEY", &own.key)]), 400, "{method}");
        }
        assert_eq!(
            ask(&own.path, &[("X-MASTER-KEY", "master")]),
            right,
            "{method}"
        );
    }
}

#[test]
fn one_credential_is_judged_and_never_passed_over() {
    let service = Service::start();
    let (own, other) = (service.uploaded(), service.uploaded());
    let ask = |query: &str, headers: &[(&str, &str)]| -> Response {
        let request = service.request("GET", &format!("{}{query}", own.path));
        let with = |request: Request, (name, value): &(&str, &str)| request.header(name, value);
        headers.iter().fold(request, with).send()
    };
    let in_query = format!("?key={}", own.key);
    let twice = format!("{in_query}&key={}", own.key);
    let other_in_query = format!("?key={}", other.key);
    let (right, wrong, another) = (
        ("X-PA-KEY", own.key.as_str()),
        ("X-PA-KEY", "pak_wrong"),
        ("X-PA-KEY", other.key.as_str()),
    );
    let (master, not_master) = (("X-MASTER-KEY", "master"), ("X-MASTER-KEY", "wrong"));
    for (query, headers) in [
        ("", vec![right]),
        (in_query.as_str(), vec![]),
        ("?key=wrong", vec![right]),
        ("?key=wrong", vec![wrong, master]),
    ] {
        assert_eq!(ask(query, &headers).status, 200);
    }
    for (query, headers) in [
        (in_query.as_str(), vec![wrong]),
        (&in_query, vec![("X-PA-KEY", "")]),
        (&in_query, vec![not_master]),
        ("", vec![not_master, right]),
        ("", vec![("X-MASTER-KEY", ""), right]),
        ("", vec![master, master]),
        ("", vec![right, right]),
        ("", vec![("X-PA-KEY", "schlüssel")]),
        ("?key=", vec![]),
        ("?key", vec![]),
        (&twice, vec![]),
    ] {
        let response = ask(query, &headers);
        response.refused(401, "key_invalid");
        assert!(response.header("www-authenticate").contains("realm"));
    }
    ask("", &[another]).refused(403, "key_of_another_application");
    ask(&in_query, &[another]).refused(403, "key_of_another_application");
    ask(&other_in_query, &[]).refused(403, "key_of_another_application");
    ask("", &[]).refused(401, "key_missing");
}

#[test]
fn a_key_in_the_query_opens_only_what_a_browser_opens() {
    let service = Service::start();
    let own = service.uploaded();
    let target = format!("{}?key={}", own.path, own.key);
    assert_eq!(service.request("HEAD", &target).send().status, 200);
    service
        .request("PUT", &target)
        .json(&json!({}))
        .send()
        .refused(401, "key_missing");
    service
        .request("DELETE", &target)
        .send()
        .refused(401, "key_missing");
}

#[test]
fn what_needs_no_key_ignores_keys() {
    let service = Service::start();
    for path in ["/", "/forms", "/forms/sample_form"] {
        let response = service
            .request("GET", path)
            .header("X-MASTER-KEY", "wrong")
            .send();
        assert_eq!(response.status, 200, "{path}");
    }
}

#[test]
fn a_key_that_cannot_be_judged_now_is_neither_right_nor_wrong() {
    let service = Service::start();
    let own = service.uploaded();
    let response = service
        .request("GET", &own.path)
        .header("X-MASTER-KEY", "busy")
        .send();
    response.refused(503, "busy");
    assert_eq!(response.header("retry-after"), "5");
}
