//! What was acknowledged is there after `kill -9`.

use serde_json::{Value, json};

use crate::form::{filled, summer_festival};
use crate::service::Service;

#[test]
fn an_acknowledged_application_survives_a_kill() {
    let service = Service::start();
    let pdf = filled("pa_form", &summer_festival());
    let uploaded = service.uploaded("pa_form", pdf.clone());
    let changed = service
        .put(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key)
        .json(&json!({"name": "Herbstfest"}))
        .send()
        .unwrap();
    assert_eq!(changed.status(), 200);
    let service = service.kill_and_restart();
    let read: Value = service
        .get(&uploaded.path())
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap()
        .json()
        .unwrap();
    assert_eq!(read["data"]["name"], "Herbstfest");
    let original = service
        .get(&format!("{}?format=original", uploaded.path()))
        .header("X-PA-KEY", &uploaded.pa_key)
        .send()
        .unwrap();
    assert_eq!(original.bytes().unwrap(), pdf);
    assert!(service.uploaded("pa_form", pdf).pa_id.ends_with("-0002"));
}
