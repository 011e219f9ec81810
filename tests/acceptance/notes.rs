//! What applicants put onto a form with a viewer: a note in the place of a field is its value, and
//! nothing that was written anywhere else is lost.

use serde_json::{Value, json};

use crate::form::blank;
use crate::pdf::annotated;
use crate::service::{Service, refusal};

const LINES: [&str; 3] = ["Projektname\t", "Projektbeginn\t", "Teilnehmende\t"];
const FIELDS: [(&str, &str, usize); 3] = [
    ("name", "", 0),
    ("projectBeginn", "", 1),
    ("participants", "120", 2),
];

#[test]
fn a_note_in_a_field_is_its_value_and_every_other_note_and_comment_is_kept() {
    let service = Service::start();
    let annotations = [
        ("FreeText", "Nacht der Künste", 0),
        ("FreeText", "1.7.2026", 1),
        ("FreeText", "mit Gästen", 9),
        ("Text", "bis Freitag", 2),
        ("Highlight", "wichtig", 2),
    ];
    let form = annotated(&LINES, &FIELDS, &annotations);
    let uploaded = service.uploaded("pa_form", form);
    let read = json!({
        "name": "Nacht der Künste",
        "projectBeginn": "2026-07-01",
        "participants": 120,
        "privacyConsent": false,
        "otherFields": {"Notizen auf Seite 1": "mit Gästen\nbis Freitag\nwichtig"},
    });
    assert_eq!(uploaded.answer["data"], read);
    let sources = format!("{}?format=sources", uploaded.path());
    let sources = service.get(&sources).header("X-PA-KEY", &uploaded.pa_key);
    let sources: Value = sources.send().unwrap().json().unwrap();
    let values = sources["values"].as_array().unwrap();
    let how = |path: &str| {
        let value = values.iter().find(|value| value["path"] == path).unwrap();
        (value["how"].clone(), value["raw"].clone())
    };
    assert_eq!(
        how("name"),
        (json!("text_in_place"), json!("Nacht der Künste"))
    );
    assert_eq!(how("participants"), (json!("field"), json!("120")));
    // All of it is in the filled form, which is read back the same.
    let filled = format!("{}?format=pdf", uploaded.path());
    let filled = service.get(&filled).header("X-PA-KEY", &uploaded.pa_key);
    let filled = filled.send().unwrap().bytes().unwrap().to_vec();
    assert_eq!(service.uploaded("pa_form", filled).answer["data"], read);
}

#[test]
fn a_note_over_another_value_is_ambiguous_and_leaves_no_trace() {
    let service = Service::start();
    let over = [("FreeText", "80", 2)];
    let form = annotated(&LINES, &FIELDS, &over);
    let detail = refusal(service.upload("pa_form", form), 400, "pdf_ambiguous");
    assert!(detail.contains("participants"), "{detail}");
    assert_eq!(service.blob_count(), 0);
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    assert!(uploaded.pa_id.ends_with("-0001"));
}

#[test]
fn comments_on_a_flat_form_are_kept_and_no_values() {
    let service = Service::start();
    let lines = ["Projektname\tSommerfest", "Teilnehmende\t"];
    let form = annotated(&lines, &[], &[("Text", "80 oder mehr", 1)]);
    let data = &service.uploaded("pa_form", form).answer["data"];
    assert_eq!(
        (&data["name"], &data["participants"]),
        (&json!("Sommerfest"), &Value::Null)
    );
    let kept = json!({"Notizen auf Seite 1": "80 oder mehr"});
    assert_eq!(data["otherFields"], kept);
}
