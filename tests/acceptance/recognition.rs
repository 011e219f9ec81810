//! The form that was meant is told from another form, a letter and a scan; what is printed is read
//! as it was typed; what counts as filled in and as complete.

use serde_json::{Value, json};

use crate::form::{blank, filled, summer_festival};
use crate::pdf::{printed, printed_beside};
use crate::service::{Service, Uploaded, refusal};

fn put(service: &Service, to: &Uploaded, patch: &Value) -> Value {
    let put = service.put(&to.path()).header("X-PA-KEY", &to.pa_key);
    put.json(patch).send().unwrap().json().unwrap()
}

#[test]
fn a_scan_a_letter_and_another_form_are_refused_and_take_no_number() {
    let service = Service::start();
    let blobs = service.blob_count();
    let scan = refusal(
        service.upload("pa_form", printed(&[])),
        400,
        "pdf_without_text",
    );
    assert!(scan.contains("scan"), "{scan}");
    let letter = printed(&["Sehr geehrte Damen und Herren,", "wir bitten um Geld."]);
    refusal(service.upload("pa_form", letter), 400, "pdf_not_this_form");
    let other = filled("vsm_form", &json!({"name": "Hochschulsport"}));
    let mismatch = refusal(service.upload("pa_form", other), 400, "form_type_mismatch");
    assert!(mismatch.contains("vsm_form"), "{mismatch}");
    let other = refusal(
        service.upload("vsm_form", blank("pa_form")),
        400,
        "form_type_mismatch",
    );
    assert!(other.contains("pa_form"), "{other}");
    assert_eq!(service.blob_count(), blobs);
    assert!(
        service
            .uploaded("pa_form", blank("pa_form"))
            .pa_id
            .ends_with("-0001")
    );
}

#[test]
fn a_gap_ends_a_printed_label_as_a_colon_does() {
    let service = Service::start();
    let form = printed(&["Projektname   Nacht der Künste", "Projektbeginn: 1.7.2026"]);
    let data = &service.uploaded("pa_form", form).answer["data"];
    assert_eq!(
        (&data["name"], &data["projectBeginn"]),
        (&json!("Nacht der Künste"), &json!("2026-07-01"))
    );
}

#[test]
fn text_beside_fields_is_the_value_of_their_place_of_their_label_or_of_its_page() {
    let service = Service::start();
    let lines = [
        "Projektname\tNacht der Künste",
        "Projektbeginn\t1.7.2026",
        "Projektende\t",
        "Teilnehmende\t",
        "Vorname\tIda",
        "Nachname\tGroß",
        "E-Mail\t",
        "Einrichtung\t",
        "Beantragter Betrag in €\t1.234,50",
        "Gespräch mit Frau Groß am 3. Mai",
    ];
    let fields = [("name", "", 0), ("participants", "120", 3)];
    let form = printed_beside(&lines, &fields);
    let uploaded = service.uploaded("pa_form", form.clone());
    let data = &uploaded.answer["data"];
    let read = json!({
        "name": "Nacht der Künste",
        "projectBeginn": "2026-07-01",
        "participants": 120,
        "applicant": {"firstName": "Ida", "lastName": "Groß"},
        "requestedAmount": 1234.5,
        "privacyConsent": false,
        "otherFields": {"Seite 1": "Gespräch mit Frau Groß am 3. Mai"},
    });
    assert_eq!(*data, read);
    let stored = service
        .get(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key);
    let stored: Value = stored.send().unwrap().json().unwrap();
    assert_eq!(stored["data"], *data);
    let original = format!("{}?format=original", uploaded.path());
    let original = service.get(&original).header("X-PA-KEY", &uploaded.pa_key);
    assert_eq!(original.send().unwrap().bytes().unwrap(), form);
}

#[test]
fn text_in_the_place_of_another_value_is_ambiguous_and_leaves_no_trace() {
    let service = Service::start();
    let blobs = service.blob_count();
    let form = printed_beside(&["Projektname\tWinterfest"], &[("name", "Sommerfest", 0)]);
    let detail = refusal(service.upload("pa_form", form), 400, "pdf_ambiguous");
    assert!(detail.contains("name"), "{detail}");
    assert_eq!(service.blob_count(), blobs);
}

#[test]
fn a_refused_value_is_quoted_as_it_stands_in_the_file() {
    let service = Service::start();
    let form = printed(&[
        "Projektname: Fest",
        "Projektbeginn: 31.2.2026",
        "Beantragter Betrag in €: 100.000.000,00",
    ]);
    let detail = refusal(service.upload("pa_form", form), 400, "form_values_invalid");
    for words in ["\"31.2.2026\"", "\"100.000.000,00\""] {
        assert!(detail.contains(words), "{detail}");
    }
}

#[test]
fn complete_wants_required_boxes_ticked_and_counts_no_blank_text() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    assert_eq!(uploaded.answer["status"], "complete");
    for (patch, status) in [
        (json!({"privacyConsent": false}), "incomplete"),
        (json!({"privacyConsent": true}), "complete"),
        (json!({"description": " \n\t "}), "incomplete"),
    ] {
        assert_eq!(
            put(&service, &uploaded, &patch)["status"],
            status,
            "{patch}"
        );
    }
    let blank_name = service.uploaded("pa_form", printed(&["Projektname:   "]));
    assert_eq!(blank_name.answer["status"], "empty");
}

#[test]
fn check_names_remarks_a_missing_list_and_a_request_above_the_sum() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let problems = || -> Vec<(String, String)> {
        let get = service.get(&format!("{}/check", uploaded.path()));
        let checked: Value = get
            .header("X-PA-KEY", &uploaded.pa_key)
            .send()
            .unwrap()
            .json()
            .unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let problems = checked["problems"].as_array().unwrap();
        problems
            .iter()
            .map(|problem| (text(&problem["where"]), text(&problem["problem"])))
            .collect()
    };
    let names = |path: &str| problems().iter().any(|problem| problem.0 == path);
    let justify = |body: Value| {
        let path = format!("{}/costs/0/justification", uploaded.path());
        let put = service.put(&path).header("X-PA-KEY", &uploaded.pa_key);
        assert_eq!(put.json(&body).send().unwrap().status(), 200);
    };
    justify(json!({"no_offers_required": false, "justification": "siehe Anlage"}));
    assert!(names("costs.0"));
    justify(json!({"no_offers_required": true, "justification": "nur ein Anbieter"}));
    assert!(!names("costs.0") && !names("requestedAmount"));
    put(&service, &uploaded, &json!({"requestedAmount": 1234.56}));
    assert!(names("requestedAmount"));
    put(&service, &uploaded, &json!({"requestedAmount": 1234.55}));
    assert!(!names("requestedAmount") && !names("costs"));
    put(&service, &uploaded, &json!({"costs": null}));
    assert!(names("costs"));
}
