//! Data comes back as JSON, as the filled form, flat, and as it was uploaded.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::{Value, json};

use crate::form::{blank, filled, summer_festival};
use crate::service::{MASTER_KEY, Service, refusal};

#[test]
fn data_comes_back_as_json_with_its_times_and_status() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let response = service
        .get(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap();
    assert_eq!(response.headers()["cache-control"], "private, no-cache");
    let etag = response.headers()["etag"].clone();
    let answer: Value = response.json().unwrap();
    assert_eq!(
        (&answer["data"], &answer["form_type"], &answer["status"]),
        (&summer_festival(), &json!("pa_form"), &json!("complete"))
    );
    let created_at = answer["created_at"].as_str().unwrap();
    assert!(
        created_at.len() == 26
            && created_at.as_bytes()[10] == b'T'
            && created_at.as_bytes()[19] == b'.',
        "{created_at}"
    );
    let unchanged = service
        .get(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key)
        .header("If-None-Match", etag)
        .send()
        .unwrap();
    assert_eq!(unchanged.status(), 304);
}

#[test]
fn every_read_shows_what_was_acknowledged_before_it_was_asked_for() {
    const CHANGES: u64 = 60;
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let other = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let read = |key: &str| {
        let read = service.get(&uploaded.path()).header("X-PA-KEY", key);
        read.send().unwrap()
    };
    let change = |participants: u64| {
        for of in [&uploaded, &other] {
            let change = service.put(&of.path()).header("X-PA-KEY", &of.pa_key);
            let change = change.json(&json!({"participants": participants}));
            assert_eq!(change.send().unwrap().status(), 200);
        }
    };
    change(1);
    let acknowledged = AtomicU64::new(1);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut seen = 0;
                while seen < CHANGES {
                    let least = seen.max(acknowledged.load(Ordering::SeqCst));
                    let answer: Value = read(&uploaded.pa_key).json().unwrap();
                    seen = answer["data"]["participants"].as_u64().unwrap();
                    assert!(seen >= least, "{seen} < {least}");
                }
            });
        }
        for participants in 2..=CHANGES {
            change(participants);
            acknowledged.store(participants, Ordering::SeqCst);
        }
    });
    let mut key = uploaded.pa_key.clone();
    for _ in 0..5 {
        assert_eq!(read(&key).status(), 200);
        let replace = service.post(&format!("{}/key", uploaded.path()));
        let replaced = replace.header("X-MASTER-KEY", MASTER_KEY).send().unwrap();
        let replaced: Value = replaced.json().unwrap();
        assert_eq!(read(&key).status(), 401);
        replaced["pa_key"].as_str().unwrap().clone_into(&mut key);
    }
    assert_eq!(read(&key).status(), 200);
    let remove = service.delete(&uploaded.path());
    let removed = remove.header("X-MASTER-KEY", MASTER_KEY).send().unwrap();
    assert_eq!(removed.status(), 200);
    assert_eq!(read(&key).status(), 401);
}

#[test]
fn the_filled_form_reads_back_as_the_same_data() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let many: Vec<Value> = (0..40)
        .map(|index| json!({"name": format!("Posten {index}"), "amount": index}))
        .collect();
    let patch = json!({"costs": many, "otherFields": {"Bemerkung": "über\nzwei Zeilen"},
        "description": "lang ".repeat(1000)});
    let changed: Value = service
        .put(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key)
        .json(&patch)
        .send()
        .unwrap()
        .json()
        .unwrap();
    let pdf = service
        .get(&format!(
            "{}?format=pdf&key={}",
            uploaded.path(),
            uploaded.pa_key
        ))
        .send()
        .unwrap();
    assert_eq!(pdf.headers()["content-type"], "application/pdf");
    assert_eq!(
        pdf.headers()["content-disposition"],
        format!("inline; filename=\"{}.pdf\"", uploaded.pa_id)
    );
    assert_eq!(pdf.headers()["cache-control"], "private, no-store");
    let again = service.uploaded("pa_form", pdf.bytes().unwrap().to_vec());
    assert_eq!(again.answer["data"], changed["data"]);
}

#[test]
fn the_filled_form_is_sent_once_for_each_state_and_look() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let get = |query: &str, known: &str| {
        let path = format!("{}?format=pdf{query}", uploaded.path());
        let request = service.get(&path).header("X-PA-KEY", &uploaded.pa_key);
        request.header("If-None-Match", known).send().unwrap()
    };
    let first = get("", "\"unknown\"");
    assert_eq!(first.status(), 200);
    let tag = first.headers()["etag"].to_str().unwrap().to_owned();
    let again = get("", &tag);
    assert_eq!(
        (again.status().as_u16(), &again.headers()["etag"]),
        (304, &first.headers()["etag"])
    );
    assert_eq!(again.bytes().unwrap(), "");
    assert_eq!(get("&flatten=true", &tag).status(), 200);
    let renamed = service
        .put(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key)
        .json(&json!({"description": "anders"}));
    assert_eq!(renamed.send().unwrap().status(), 200);
    let changed = get("", &tag);
    assert_eq!(changed.status(), 200);
    assert_ne!(changed.bytes().unwrap(), first.bytes().unwrap());
    let removed = service
        .delete(&uploaded.path())
        .header("X-MASTER-KEY", MASTER_KEY);
    assert_eq!(removed.send().unwrap().status(), 200);
    assert_eq!(get("", &tag).status(), 401);
}

#[test]
fn the_flat_form_is_read_as_it_was_filled_in() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let flat = service
        .get(&format!("{}?format=pdf&flatten=true", uploaded.path()))
        .header("X-MASTER-KEY", MASTER_KEY)
        .send()
        .unwrap();
    let again = service.uploaded("pa_form", flat.bytes().unwrap().to_vec());
    assert_eq!(again.answer["data"], summer_festival());
}

#[test]
fn what_reads_like_a_text_of_the_form_is_read_from_the_flat_form_as_it_was_typed() {
    let service = Service::start();
    for (form_type, text) in [
        ("pa_form", "Kostenaufstellung"),
        ("pa_form", "Projektantrag"),
        ("vsm_form", "Einnahmen"),
        ("vsm_form", "Seite 1"),
    ] {
        let values = json!({
            "name": text,
            "description": format!("davor\n{text}\ndanach"),
            "costs": [{"name": text, "amount": 5}, {"name": "Musik", "amount": 6}],
        });
        let uploaded = service.uploaded(form_type, filled(form_type, &values));
        let flat = service
            .get(&format!("{}?format=pdf&flatten=true", uploaded.path()))
            .header("X-MASTER-KEY", MASTER_KEY)
            .send()
            .unwrap();
        let again = service.uploaded(form_type, flat.bytes().unwrap().to_vec());
        assert_eq!(again.answer["data"], uploaded.answer["data"], "{text}");
    }
}

#[test]
fn the_uploaded_bytes_are_kept_as_they_came() {
    let service = Service::start();
    let pdf = blank("vsm_form");
    let uploaded = service.uploaded("vsm_form", pdf.clone());
    let original = service
        .get(&format!("{}?format=original", uploaded.path()))
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap();
    let disposition = original.headers()["content-disposition"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(disposition.starts_with("attachment"), "{disposition}");
    assert!(
        original.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .contains("sandbox")
    );
    assert_eq!(original.headers()["x-content-type-options"], "nosniff");
    assert_eq!(original.bytes().unwrap(), pdf);
}

#[test]
fn an_unknown_format_is_refused() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    for query in ["format=xml", "format=", "format=pdf&flatten=maybe"] {
        let response = service
            .get(&format!("{}?{query}", uploaded.path()))
            .header("X-PA-KEY", &uploaded.pa_key)
            .send()
            .unwrap();
        assert_eq!(response.status(), 400, "{query}");
    }
    refusal(
        service
            .get(&format!("{}?format=xml", uploaded.path()))
            .header("X-PA-KEY", &uploaded.pa_key)
            .send()
            .unwrap(),
        400,
        "format_unknown",
    );
}
