//! What happened to an application: an entry for each change, chained, for people and programs.

use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::form::{blank, filled, summer_festival};
use crate::operator::attach;
use crate::rows::execute;
use crate::service::{MASTER_KEY, Service, Uploaded, refusal};

fn history(service: &Service, of: &Uploaded, query: &str) -> Value {
    let path = format!("{}/history{query}", of.path());
    let request = service.get(&path).header("X-PA-KEY", &of.pa_key);
    let response = request.send().unwrap();
    assert_eq!(response.status(), 200);
    response.json().unwrap()
}

fn rename(service: &Service, to: &Uploaded, name: &str) {
    let request = service.put(&to.path()).header("X-PA-KEY", &to.pa_key);
    let response = request.json(&json!({"name": name})).send().unwrap();
    assert_eq!(response.status(), 200);
}

/// What docs/API.md says is hashed.
fn hash(before: &[u8], pa_id: &str, entry: &Value) -> Vec<u8> {
    let mut bytes = before.to_vec();
    put_text(&mut bytes, pa_id);
    bytes.extend(entry["number"].as_u64().unwrap().to_be_bytes());
    for name in ["at", "by", "action"] {
        put_text(&mut bytes, entry[name].as_str().unwrap());
    }
    let changes = entry["changes"].as_array().unwrap();
    put_count(&mut bytes, changes.len());
    for change in changes {
        put_text(&mut bytes, change["path"].as_str().unwrap());
        put_value(&mut bytes, &change["before"]);
        put_value(&mut bytes, &change["after"]);
    }
    Sha256::digest(&bytes).to_vec()
}

fn put_value(bytes: &mut Vec<u8>, value: &Value) {
    match value {
        Value::Null => bytes.push(b'n'),
        Value::Bool(on) => bytes.push(if *on { b't' } else { b'f' }),
        Value::Number(number) => {
            bytes.push(b'd');
            put_text(bytes, &number.to_string());
        }
        Value::String(text) => {
            bytes.push(b's');
            put_text(bytes, text);
        }
        Value::Array(items) => {
            bytes.push(b'a');
            put_count(bytes, items.len());
            items.iter().for_each(|item| put_value(bytes, item));
        }
        Value::Object(members) => {
            bytes.push(b'o');
            put_count(bytes, members.len());
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            for (name, value) in members {
                put_text(bytes, name);
                put_value(bytes, value);
            }
        }
    }
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_count(bytes, text.len());
    bytes.extend(text.as_bytes());
}

fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend(u64::try_from(count).unwrap().to_be_bytes());
}

#[test]
fn every_change_is_in_the_history_and_clients_can_verify_it() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    rename(&service, &uploaded, "Nacht der Künste");
    rename(&service, &uploaded, "Nacht der Künste");
    let costs = json!({"costs": [{"name": "Zelt", "amount": 249.9}, {"name": "Musik"}]});
    let request = service
        .put(&uploaded.path())
        .header("X-MASTER-KEY", MASTER_KEY);
    assert_eq!(request.json(&costs).send().unwrap().status(), 200);
    let key = "retried-0123456789";
    for replayed in [false, true] {
        let path = format!("{}/costs/0/offers", uploaded.path());
        let request = service.post(&path).header("X-PA-KEY", &uploaded.pa_key);
        let request = request.header("Idempotency-Key", key);
        let offer = json!({"supplier_name": "Zeltbau", "amount": 12.5, "is_preferred": true});
        let response = request.json(&offer).send().unwrap();
        assert_eq!(response.status(), 201);
        let header = response.headers().contains_key("idempotency-replayed");
        assert_eq!(header, replayed);
    }
    let all = history(&service, &uploaded, "");
    let entries = all["entries"].as_array().unwrap();
    let words: Vec<_> = entries
        .iter()
        .map(|entry| {
            format!(
                "{} {}",
                entry["by"].as_str().unwrap(),
                entry["action"].as_str().unwrap()
            )
        })
        .collect();
    let expected = [
        "upload uploaded",
        "application data_changed",
        "master data_changed",
        "application offer_added",
    ];
    assert_eq!(words, expected);
    assert_eq!(all["total_count"], 4);
    let renamed = json!([{"path": "name", "before": null, "after": "Nacht der Künste"}]);
    assert_eq!(entries[1]["changes"], renamed);
    let mut before = vec![0; 32];
    for entry in entries {
        before = hash(&before, &uploaded.pa_id, entry);
        let digits: String = before.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(entry["hash"], digits, "{entry}");
    }
    let page = history(&service, &uploaded, "?limit=2&offset=1");
    assert_eq!(page["entries"].as_array().unwrap()[..], entries[1..3]);
    assert_eq!(page["total_count"], 4);
    let request = service.get(&format!("{}/history?limit=201", uploaded.path()));
    let response = request.header("X-PA-KEY", &uploaded.pa_key).send().unwrap();
    refusal(response, 400, "parameter_invalid");
    let text = all.to_string();
    assert!(!text.contains(&uploaded.pa_key), "a key is in the history");
}

#[test]
fn files_are_in_the_history_by_name_size_and_digest() {
    let service = Service::start();
    let pdf = blank("pa_form");
    let mut made = Vec::new();
    // Sent again under another name it is the same form, and has the first one.
    for name in ["C:\\Scans\\Antra\u{308}ge\u{202e}.pdf", "anders.pdf"] {
        let part = Part::bytes(pdf.clone()).file_name(name);
        let form = Form::new().text("form_type", "pa_form").part("file", part);
        let request = service.post("/upload");
        let request = request.header("Idempotency-Key", "named-twice-0123456789");
        let response = request.multipart(form).send().unwrap();
        assert_eq!(response.status(), 201);
        made.push(response.json::<Value>().unwrap());
    }
    assert_eq!(made[0], made[1]);
    let text = |name: &str| made[0][name].as_str().unwrap().to_owned();
    let uploaded = Uploaded {
        pa_id: text("pa_id"),
        pa_key: text("pa_key"),
        answer: made[0].clone(),
    };
    let all = history(&service, &uploaded, "");
    let original = &all["entries"][0]["changes"][0]["after"];
    let digest = Sha256::digest(&pdf);
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let expected = json!({"filename": "Anträge.pdf", "size": pdf.len(), "sha256": digits});
    assert_eq!(original, &expected);
    attach(&service, &uploaded.path(), b"hundert Meter Zelt".to_vec());
    let all = history(&service, &uploaded, "");
    let digest = Sha256::digest(b"hundert Meter Zelt");
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let change = &all["entries"][1]["changes"][0];
    let expected = json!({"filename": "Angebot.txt", "size": 18, "sha256": digits});
    assert_eq!(
        (&change["after"], &change["before"]),
        (&expected, &Value::Null)
    );
    assert!(!all.to_string().contains("hundert Meter"));
}

#[test]
fn an_operator_reads_the_history_and_learns_what_was_changed_in_it() {
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    rename(&service, &uploaded, "Fest");
    rename(&service, &uploaded, "Nachtfest");
    let printed = service.call(&["history", &uploaded.pa_id]).printed();
    for part in [
        "1  ",
        "upload  uploaded",
        "3  ",
        "name: \"Fest\" -> \"Nachtfest\"",
    ] {
        assert!(printed.contains(part), "{part}: {printed}");
    }
    service.call(&["history", "26-9999"]).with(1);
    service.call(&["history", "nonsense"]).with(1);
    service.call(&["verify"]).with(0);
    for (damage, fault) in [
        (
            "UPDATE history SET action = 'key_replaced' WHERE number = 2",
            "2",
        ),
        ("DELETE FROM history", "1"),
    ] {
        execute(&service, damage);
        let said = service.call(&["verify"]).with(1);
        let named = format!("{}: entry {fault} of the history", uploaded.pa_id);
        assert!(said.contains(&named), "{said}");
    }
}

/// A change of a million bytes, so that its entry has twice as many.
fn large_change(letter: &str) -> Value {
    let text = letter.repeat(10_000);
    let fields = (0..100).map(|number| (format!("Feld {number}"), json!(text)));
    json!({"otherFields": Value::Object(fields.collect())})
}

#[test]
fn a_full_history_stops_the_holder_of_the_key_and_the_master_goes_on() {
    let service = Service::start();
    let own = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let put = |name: &str, key: &str, patch: &Value| {
        let request = service.put(&own.path()).header(name, key);
        request.json(patch).send().unwrap()
    };
    let mut changes = 0;
    let refused = loop {
        let letter = if changes % 2 == 0 { "a" } else { "b" };
        let answer = put("X-PA-KEY", &own.pa_key, &large_change(letter));
        if answer.status() != 200 {
            break answer;
        }
        changes += 1;
    };
    // One million bytes, then two with each change, until there are 20 MB.
    assert_eq!(changes, 10);
    let sentence = refusal(refused, 400, "history_full");
    assert!(sentence.contains("20 MB"), "{sentence}");
    let large = large_change("c");
    assert_eq!(put("X-MASTER-KEY", MASTER_KEY, &large).status(), 200);
    // Now there is no room for the least.
    let blobs = service.blob_count();
    let below = |method, below: &str| {
        let request = service.request(method, &format!("{}{below}", own.path()));
        request.header("X-PA-KEY", &own.pa_key)
    };
    let file = || Form::new().part("file", Part::bytes(vec![b'x'; 100]).file_name("a.txt"));
    let offer = json!({"supplier_name": "A", "amount": 1});
    let reason = json!({"no_offers_required": true, "justification": "Bagatelle"});
    for request in [
        below("PUT", "").json(&json!({"name": "Herbstfest"})),
        below("POST", "/attachments").multipart(file()),
        below("POST", "/costs/0/offers").json(&offer),
        below("PUT", "/costs/0/justification").json(&reason),
    ] {
        refusal(request.send().unwrap(), 400, "history_full");
    }
    assert_eq!(service.blob_count(), blobs, "the refused file left nothing");
    let same = json!({"name": summer_festival()["name"]});
    assert_eq!(
        put("X-PA-KEY", &own.pa_key, &same).status(),
        200,
        "it changes nothing"
    );
    let count = |expected| {
        let all = history(&service, &own, "?limit=1");
        assert_eq!(all["total_count"], expected);
    };
    count(12);
    attach(&service, &own.path(), b"quote".to_vec());
    assert_eq!(
        put("X-MASTER-KEY", MASTER_KEY, &json!({"name": "Fest"})).status(),
        200
    );
    count(14);
}
