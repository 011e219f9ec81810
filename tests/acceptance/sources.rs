//! Where each value came from: a place in the uploaded file, or a change since.

use serde_json::{Value, json};

use crate::form::{filled, summer_festival};
use crate::service::{MASTER_KEY, Service, Uploaded};

fn get(service: &Service, uploaded: &Uploaded, query: &str) -> Value {
    let request = service.get(&format!("{}{query}", uploaded.path()));
    let response = request.header("X-PA-KEY", &uploaded.pa_key).send().unwrap();
    assert_eq!(response.status(), 200);
    response.json().unwrap()
}

fn value<'report>(report: &'report Value, path: &str) -> &'report Value {
    let mut values = report["values"].as_array().unwrap().iter();
    values.find(|value| value["path"] == path).unwrap()
}

#[test]
fn the_sources_of_a_form_are_the_fields_in_which_its_report_finds_the_values() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let report = get(&service, &uploaded, "?format=report");
    let sources = get(&service, &uploaded, "?format=sources");
    let written = report["values"].as_array().unwrap();
    assert_eq!(sources["values"].as_array().unwrap().len(), written.len());
    for written in written {
        let source = value(&sources, written["path"].as_str().unwrap());
        assert_eq!(source["how"], "field", "{source}");
        // A group of buttons is named by its first, whichever is on.
        if written["path"] == "applicant.institutionType" {
            continue;
        }
        let place = &written["places"][0];
        assert_eq!(
            (&source["name"], &source["page"]),
            (&place["field"], &place["page"])
        );
        for edge in ["left", "top", "width", "height"] {
            let apart = source[edge].as_f64().unwrap() - place[edge].as_f64().unwrap();
            assert!(apart.abs() < 0.02, "{edge} of {source}: {place}");
        }
    }
    assert_eq!(value(&sources, "projectBeginn")["raw"], "01.07.2026");
}

#[test]
fn the_sources_of_a_flat_form_are_its_places_and_a_change_is_told_with_its_time() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let path = format!("{}?format=pdf&flatten=true", uploaded.path());
    let flat = service
        .get(&path)
        .header("X-MASTER-KEY", MASTER_KEY)
        .send()
        .unwrap();
    let flat = service.uploaded("pa_form", flat.bytes().unwrap().to_vec());
    let before = get(&service, &flat, "?format=sources");
    let name = value(&before, "name").clone();
    assert_eq!(
        (&name["how"], &name["page"]),
        (&json!("text_in_place"), &json!(1))
    );
    assert_eq!(name["raw"], summer_festival()["name"]);
    let put = service.put(&flat.path()).header("X-PA-KEY", &flat.pa_key);
    let put = put.json(&json!({"description": "anders"})).send().unwrap();
    assert_eq!(put.status(), 200);
    let updated_at = get(&service, &flat, "")["updated_at"].clone();
    let after = get(&service, &flat, "?format=sources");
    let changed = value(&after, "description");
    assert_eq!(
        (&changed["how"], &changed["at"]),
        (&json!("put"), &updated_at)
    );
    assert_eq!(value(&after, "name"), &name);
    let service = service.kill_and_restart();
    assert_eq!(get(&service, &flat, "?format=sources"), after);
}
