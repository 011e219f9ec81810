//! What is told of the filled form: where each value stands, and that it reads back the same.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::form::{filled, summer_festival};
use crate::service::{MASTER_KEY, Service, Uploaded};

fn report(service: &Service, uploaded: &Uploaded) -> Value {
    let response = service
        .get(&format!("{}?format=report", uploaded.path()))
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "private, no-cache");
    response.json().unwrap()
}

fn put(service: &Service, uploaded: &Uploaded, patch: &Value) -> Value {
    let put = service
        .put(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key);
    put.json(patch).send().unwrap().json().unwrap()
}

/// The paths of all that is neither null nor an empty text.
fn paths(path: &str, value: &Value, found: &mut BTreeSet<String>) {
    let below = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                paths(&below(name), member, found);
            }
        }
        Value::Array(rows) => {
            for (index, row) in rows.iter().enumerate() {
                paths(&below(&index.to_string()), row, found);
            }
        }
        Value::Null => {}
        Value::String(text) if text.is_empty() => {}
        _ => {
            found.insert(path.to_owned());
        }
    }
}

fn told<'report>(report: &'report Value, path: &str) -> &'report Value {
    let mut values = report["values"].as_array().unwrap().iter();
    values.find(|value| value["path"] == path).unwrap()
}

fn shows(value: &Value) -> Vec<&str> {
    let places = value["places"].as_array().unwrap().iter();
    places
        .map(|place| place["shows"].as_str().unwrap())
        .collect()
}

#[test]
fn the_report_of_a_form_has_every_value_in_its_own_field() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let report = report(&service, &uploaded);
    assert_eq!(
        (&report["complete"], &report["continuation_page_count"]),
        (&json!(true), &json!(0)),
        "{report:#}"
    );
    let mut expected = BTreeSet::new();
    paths("", &summer_festival(), &mut expected);
    let mut found = BTreeSet::new();
    for value in report["values"].as_array().unwrap() {
        let path = value["path"].as_str().unwrap();
        found.insert(path.to_owned());
        for place in value["places"].as_array().unwrap() {
            assert_eq!(
                (&place["field"], &place["shows"]),
                (&json!(path), &json!("whole"))
            );
            assert!(place["page"].as_u64() >= Some(1), "{place}");
            let edge = |name: &str| place[name].as_f64().unwrap();
            assert!(
                edge("left") > 0.0 && edge("left") + edge("width") < 596.0,
                "{place}"
            );
            assert!(
                edge("top") > 0.0 && edge("top") + edge("height") < 843.0,
                "{place}"
            );
        }
    }
    assert_eq!(found, expected);
}

#[test]
fn the_report_follows_what_has_no_room_and_names_what_no_font_has() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let rows: Vec<Value> = (0..40)
        .map(|index| json!({"name": format!("Posten {index}"), "amount": index}))
        .collect();
    let changed = put(
        &service,
        &uploaded,
        &json!({
            "name": format!("{}李小龙", "Dank an jede und jeden, ".repeat(6)),
            "costs": rows,
            "description": vec!["Zeile"; 800].join("\n"),
            "otherFields": {"a.b": "ᱚ"},
        }),
    );
    let report = report(&service, &uploaded);
    assert_eq!(
        report["read_back"]["outcome"], "same",
        "{:#}",
        report["read_back"]
    );
    let mut expected = BTreeSet::new();
    paths("", &changed["data"], &mut expected);
    let values = report["values"].as_array().unwrap().iter();
    let found = values.map(|value| value["path"].as_str().unwrap().to_owned());
    assert_eq!(found.collect::<BTreeSet<_>>(), expected);
    let last = &told(&report, "costs.39.name")["places"][0];
    assert_eq!(
        (&last["continuation"], &last["field"]),
        (&json!(true), &json!("costs.39.name"))
    );
    let name = &told(&report, "name")["places"][0];
    assert!(
        name["size"].as_f64() < name["asked_size"].as_f64(),
        "{name}"
    );
    let description = shows(told(&report, "description"));
    assert_eq!(description.first(), Some(&"reference"));
    assert!(
        description[1..]
            .iter()
            .all(|part| ["part", "whole"].contains(part))
    );
    let other = told(&report, "otherFields.a.b");
    assert_eq!(other["missing_characters"], json!(["U+1C5A"]));
    assert_eq!(
        (&other["shown"], &report["complete"]),
        (&json!(true), &json!(false))
    );
}

#[test]
fn the_report_is_sent_once_for_each_state_of_the_data() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let get = |known: &str| {
        let path = format!("{}?format=report", uploaded.path());
        let request = service.get(&path).header("X-MASTER-KEY", MASTER_KEY);
        request.header("If-None-Match", known).send().unwrap()
    };
    let first = get("\"unknown\"");
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    let again = get(&tag);
    assert_eq!(
        (again.status().as_u16(), again.bytes().unwrap().len()),
        (304, 0)
    );
    put(&service, &uploaded, &json!({"description": "anders"}));
    let changed = get(&tag);
    assert_eq!(changed.status(), 200);
    assert_ne!(changed.headers()["etag"].to_str().unwrap(), tag);
}

#[test]
fn a_hundred_reports_at_once_are_told_or_refused_as_busy_and_cut_ones_leave_nothing() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let path = format!("{}?format=report", uploaded.path());
    let address = service.base().trim_start_matches("http://").to_owned();
    let asking = |_| {
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nX-MASTER-KEY: {MASTER_KEY}\r\n\r\n");
        let mut stream = TcpStream::connect(&address).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    // They go away without their answers.
    drop((0..20).map(asking).collect::<Vec<_>>());
    let expected = report(&service, &uploaded);
    let answers: Vec<(u16, Option<Value>)> = std::thread::scope(|scope| {
        let ask = || {
            let request = service.get(&path).header("X-MASTER-KEY", MASTER_KEY);
            let response = request.send().unwrap();
            (response.status().as_u16(), response.json().ok())
        };
        let asked: Vec<_> = (0..100).map(|_| scope.spawn(ask)).collect();
        asked
            .into_iter()
            .map(|asked| asked.join().unwrap())
            .collect()
    });
    let told = answers.iter().filter(|(status, _)| *status == 200).count();
    assert!(told > 0);
    for (status, body) in answers {
        let body = body.unwrap();
        match status {
            200 => assert_eq!(body, expected),
            503 => assert_eq!(body["code"], "busy"),
            other => panic!("{other}: {body}"),
        }
    }
    assert_eq!(report(&service, &uploaded), expected);
}
