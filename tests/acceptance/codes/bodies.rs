//! What is wrong with the body of a request, or too much in it.

use reqwest::blocking::multipart::Form;
use serde_json::json;

use super::{Line, Stage, refused};

const UPLOAD: &str = "POST /upload";
const CHANGE: &str = "PUT /applications/{pa_id}";
const ATTACH: &str = "POST /applications/{pa_id}/attachments";
const ADD_OFFER: &str = "POST /applications/{pa_id}/costs/{cost_position_index}/offers";

pub(super) const LINES: &[Line] = &[
    ("content_type_unsupported", CHANGE, |stage| {
        refused(stage.ask("PUT", "").body("{}"))
    }),
    ("json_invalid", CHANGE, |stage| {
        let request = stage.ask("PUT", "").body("{");
        refused(request.header("Content-Type", "application/json"))
    }),
    ("data_invalid", CHANGE, |stage| {
        stage.change(&json!({"nmae": "x"}))
    }),
    ("cost_position_in_use", CHANGE, |stage| {
        assert_eq!(stage.offer("A").send().unwrap().status(), 201);
        stage.change(&json!({"costs": [{"name": "Getränke"}]}))
    }),
    ("body_too_large", CHANGE, |stage| {
        stage.change(&json!({"name": "x".repeat(1_048_576)}))
    }),
    ("body_incomplete", CHANGE, |stage| {
        let line = format!("PUT {}", stage.own.path());
        stage.begin(&line, "application/json\r\n\r\n{", true)
    }),
    ("body_incomplete", UPLOAD, |stage| {
        stage.begin(
            UPLOAD,
            "multipart/form-data; boundary=b\r\n\r\n--b\r\n",
            true,
        )
    }),
    ("body_incomplete", ATTACH, |stage| {
        let line = format!("POST {}/attachments", stage.own.path());
        let head = "Content-Disposition: form-data; name=\"file\"; filename=\"a\"";
        let body = format!("multipart/form-data; boundary=b\r\n\r\n--b\r\n{head}\r\n\r\nx");
        stage.begin(&line, &body, true)
    }),
    ("body_too_slow", CHANGE, |stage| {
        let line = format!("PUT {}", stage.own.path());
        stage.begin(&line, "application/json\r\n\r\n{", false)
    }),
    ("upload_invalid", UPLOAD, |stage| {
        let form = Form::new().text("form_type", "pa_form");
        refused(stage.service.post("/upload").multipart(form))
    }),
    ("attachment_too_large", ATTACH, |stage| {
        refused(stage.attach(1001))
    }),
    ("attachments_too_large_together", ATTACH, |_| {
        let stage = Stage::start();
        stage.attached(1000);
        refused(stage.attach(501))
    }),
    ("too_many_attachments", ATTACH, |_| {
        let stage = Stage::start();
        (0..3).for_each(|_| drop(stage.attached(1)));
        refused(stage.attach(1))
    }),
    ("too_many_offers", ADD_OFFER, |_| {
        let stage = Stage::start();
        for _ in 0..50 {
            assert_eq!(stage.offer("A").send().unwrap().status(), 201);
        }
        refused(stage.offer("A"))
    }),
];
