//! Reading an application over HTTP.

use serde_json::{Value, json};

use crate::client::Response;
use crate::service::{Service, Uploaded};

fn get(service: &Service, own: &Uploaded, query: &str) -> Response {
    let target = format!("{}{query}", own.path);
    service
        .request("GET", &target)
        .header("X-PA-KEY", &own.key)
        .send()
}

#[test]
fn the_data_comes_with_times_form_type_status_and_tag() {
    let service = Service::start();
    let own = service.uploaded();
    let response = get(&service, &own, "");
    let expected = json!({
        "pa_id": "26-0001",
        "created_at": "2026-02-01T00:00:00.000000",
        "updated_at": "2026-02-01T00:00:00.000000",
        "form_type": "sample_form",
        "form_version": 1,
        "status": "incomplete",
        "data": {"name": "Sommerfest"},
    });
    assert_eq!(response.json(), expected);
    let again = get(&service, &own, "");
    assert_eq!(response.header("etag"), again.header("etag"));
    assert_eq!(response.header("etag").len(), 66);
    assert_eq!(get(&service, &own, "?format=json").json(), expected);
}

#[test]
fn what_the_client_has_already_is_not_sent_again() {
    let service = Service::start();
    let own = service.uploaded();
    for query in [
        "",
        "?format=pdf",
        "?format=pdf&flatten=true",
        "?format=report",
        "?format=sources",
    ] {
        let path = format!("{}{query}", own.path);
        let ask = |tag: &str| {
            let request = service.request("GET", &path).header("X-PA-KEY", &own.key);
            request.header("If-None-Match", tag).send()
        };
        let first = ask("\"0\"");
        assert_eq!(first.status, 200);
        let tag = first.header("etag");
        let known = ask(tag);
        assert_eq!((known.status, known.body.len()), (304, 0));
        assert_eq!(
            (known.header("etag"), known.header("cache-control")),
            (tag, "private, no-cache")
        );
    }
}

#[test]
fn the_tag_names_the_state_of_the_data_alone() {
    let service = Service::start();
    let own = service.uploaded();
    let tags =
        || ["", "?format=pdf"].map(|query| get(&service, &own, query).header("etag").to_owned());
    let before = tags();
    let offers = format!("{}/costs/0/offers", own.path);
    let offer = service
        .request("POST", &offers)
        .header("X-PA-KEY", &own.key);
    let offer = offer
        .json(&json!({"supplier_name": "A", "amount": 1}))
        .send();
    assert_eq!(offer.status, 201);
    let put = |name: &str| {
        let put = service.request("PUT", &own.path);
        let put = put.header("X-PA-KEY", &own.key);
        assert_eq!(put.json(&json!({"name": name})).send().status, 200);
    };
    put("Sommerfest");
    assert_eq!(tags(), before);
    put("Herbstfest");
    let after = tags();
    assert!(after[0] != before[0] && after[1] != before[1]);
}

#[test]
fn the_filled_form_is_shown_and_the_original_is_saved() {
    let service = Service::start();
    let own = service.uploaded();
    for (query, output) in [
        ("?format=pdf", "Fillable"),
        ("?format=pdf&flatten=true", "Flat"),
        ("?flatten=false&format=pdf", "Fillable"),
    ] {
        let pdf = get(&service, &own, query);
        assert_eq!(pdf.header("content-type"), "application/pdf");
        assert_eq!(
            pdf.header("content-disposition"),
            "inline; filename=\"26-0001.pdf\""
        );
        // What viewers need that put a page of their own around it, and no more.
        let policy = pdf.header("content-security-policy");
        assert!(policy.contains("default-src 'none'"), "{policy}");
        assert!(policy.contains("object-src 'self'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'self'"), "{policy}");
        let expected = format!("sample_form {output} Some(Text(\"Sommerfest\"))");
        assert_eq!(pdf.body, expected.as_bytes());
    }
    let original = get(&service, &own, "?format=original");
    assert_eq!(
        original.header("content-disposition"),
        "attachment; filename=\"26-0001-original.pdf\""
    );
    assert!(
        original
            .header("content-security-policy")
            .contains("sandbox")
    );
    let body = String::from_utf8(original.body).unwrap();
    assert!(body.contains("%PDF\nname=Sommerfest"), "{body}");
}

#[test]
fn the_fill_report_tells_where_each_value_stands_and_what_is_read_back() {
    let service = Service::start();
    let own = service.uploaded();
    let patch = json!({"projectBeginn": "2026-02-01", "costs": [{"name": "forget"}]});
    let put = service.request("PUT", &own.path);
    let put = put.header("X-PA-KEY", &own.key).json(&patch).send();
    assert_eq!(put.status, 200);
    let report = get(&service, &own, "?format=report");
    let shown = |path: &str| {
        json!({"path": path, "shown": true, "missing_characters": [], "places": [{
            "shows": "whole", "field": path, "page": 1, "continuation": false, "left": 50.0,
            "top": 100.12, "width": 200.0, "height": 18.0, "size": 8.35, "asked_size": 10.0,
        }]})
    };
    let lost = json!({"path": "costs.0.name", "shown": false, "missing_characters": [], "places": [{
        "shows": "nothing", "field": "costs.0.name", "page": null, "continuation": false,
        "left": null, "top": null, "width": null, "height": null, "size": null, "asked_size": 10.0,
    }]});
    let difference = json!({"path": "costs.0", "written": {"name": "forget"}, "read": null});
    let expected = json!({
        "complete": false,
        "page_count": 3,
        "continuation_page_count": 1,
        "values": [shown("name"), shown("projectBeginn"), lost],
        "read_back": {
            "outcome": "different", "code": null, "detail": null, "differences": [difference],
        },
    });
    assert_eq!(report.json(), expected);
    let flat = get(&service, &own, "?format=report&flatten=true");
    assert_eq!(flat.header("etag"), report.header("etag"));
    let tags =
        ["", "?format=pdf"].map(|query| get(&service, &own, query).header("etag").to_owned());
    assert!(!tags.contains(&report.header("etag").to_owned()));
}

#[test]
fn the_sources_tell_where_each_value_came_from() {
    let service = Service::start();
    let own = service.uploaded();
    let put = service.request("PUT", &own.path);
    let put = put
        .header("X-PA-KEY", &own.key)
        .json(&json!({"projectBeginn": "2026-02-01"}));
    assert_eq!(put.send().status, 200);
    let value = |path: &str, how: &str, at: Option<&str>, raw: Option<&str>| {
        json!({
            "path": path, "how": how, "at": at, "name": raw.map(|_| path), "raw": raw,
            "page": null, "left": null, "top": null, "width": null, "height": null,
        })
    };
    let expected = json!({
        "values": [
            value("name", "field", None, Some("Sommerfest")),
            value("projectBeginn", "put", Some("2026-02-01T00:00:00.000000"), None),
        ],
        "code": null,
        "detail": null,
    });
    assert_eq!(get(&service, &own, "?format=sources").json(), expected);
}

#[test]
fn the_fill_report_says_why_the_form_would_be_refused() {
    let service = Service::start();
    let own = service.uploaded();
    let put = service.request("PUT", &own.path);
    let put = put.header("X-PA-KEY", &own.key);
    assert_eq!(put.json(&json!({"name": "forget"})).send().status, 200);
    let report = get(&service, &own, "?format=report").json();
    let read_back = &report["read_back"];
    assert_eq!(
        (
            &read_back["outcome"],
            &read_back["code"],
            &report["complete"]
        ),
        (
            &json!("refused"),
            &json!("pdf_not_this_form"),
            &json!(false)
        )
    );
    assert!(read_back["detail"].is_string());
}

#[test]
fn other_words_are_refused() {
    let service = Service::start();
    let own = service.uploaded();
    for query in ["?format=xml", "?format=", "?format=PDF"] {
        get(&service, &own, query).refused(400, "format_unknown");
    }
    get(&service, &own, "?format=pdf&flatten=maybe").refused(400, "flatten_unknown");
    get(&service, &own, "?format=pdf&format=json").refused(400, "parameter_repeated");
}

#[test]
fn a_removed_application_is_gone_and_its_key_worth_nothing() {
    let service = Service::start();
    let own = service.uploaded();
    let removed = service
        .request("DELETE", &own.path)
        .header("X-MASTER-KEY", "master")
        .send();
    assert_eq!(
        removed.json(),
        json!({"detail": "Application 26-0001 was deleted."})
    );
    get(&service, &own, "").refused(401, "key_invalid");
    let again = service
        .request("DELETE", &own.path)
        .header("X-MASTER-KEY", "master")
        .send();
    again.refused(404, "application_not_found");
}

#[test]
fn who_wants_another_state_than_there_is_is_told() {
    let service = Service::start();
    let own = service.uploaded();
    let read = |query: &str, tag: &str| {
        let request = service.request("GET", &format!("{}{query}", own.path));
        let request = request.header("X-PA-KEY", &own.key);
        request.header("If-Match", tag).send()
    };
    for query in ["", "?format=pdf"] {
        let detail = read(query, "\"other\"").refused(412, "precondition_failed");
        assert!(detail.contains("If-Match"), "{detail}");
        let tag = read(query, "*").header("etag").to_owned();
        assert_eq!(read(query, &tag).status, 200);
    }
}

#[test]
fn the_list_has_null_for_the_name_of_an_application_without_one() {
    let service = Service::start();
    let own = service.uploaded();
    let name = || {
        let list = service.request("GET", "/applications");
        let list = list.header("X-MASTER-KEY", "master").send().json();
        list["applications"][0]["name"].clone()
    };
    assert_eq!(name(), "Sommerfest");
    let change = service.request("PUT", &own.path);
    let change = change.header("X-PA-KEY", &own.key);
    assert_eq!(change.json(&json!({"name": null})).send().status, 200);
    assert_eq!(name(), Value::Null);
}
