//! What is wrong with a request: its path, its key, its headers, its parameters.

use std::io::Write as _;
use std::sync::mpsc;
use std::thread;

use serde_json::json;
use test_servers::waiting::PATIENCE;

use super::{Answer, Line, Stage, head, read_answer, refused};
use crate::form::blank;
use crate::service::MASTER_KEY;

const UPLOAD: &str = "POST /upload";
const READ: &str = "GET /applications/{pa_id}";
const LIST: &str = "GET /applications";
const CHANGE: &str = "PUT /applications/{pa_id}";
const ATTACHMENT: &str = "GET /applications/{pa_id}/attachments/{attachment_id}";
const OFFERS: &str = "GET /applications/{pa_id}/costs/{cost_position_index}/offers";
const ADD_OFFER: &str = "POST /applications/{pa_id}/costs/{cost_position_index}/offers";
const OFFER: &str = "DELETE /applications/{pa_id}/costs/{cost_position_index}/offers/{offer_id}";

pub(super) const LINES: &[Line] = &[
    ("route_not_found", "", |stage| {
        refused(stage.service.get("/nowhere"))
    }),
    ("method_not_allowed", "", |stage| {
        refused(stage.service.delete("/upload"))
    }),
    ("key_missing", READ, |stage| {
        refused(stage.service.get(&stage.own.path()))
    }),
    ("key_invalid", READ, |stage| {
        let request = stage.service.get(&stage.own.path());
        refused(request.header("X-PA-KEY", "pak_wrong"))
    }),
    ("key_of_another_application", READ, |stage| {
        let other = stage.service.uploaded("pa_form", blank("pa_form"));
        let request = stage.service.get(&other.path());
        refused(request.header("X-PA-KEY", &stage.own.pa_key))
    }),
    ("master_key_required", LIST, |stage| {
        let request = stage.service.get("/applications");
        refused(request.header("X-PA-KEY", &stage.own.pa_key))
    }),
    ("application_not_found", READ, |stage| {
        let request = stage.service.get("/applications/26-9999");
        refused(request.header("X-MASTER-KEY", MASTER_KEY))
    }),
    ("attachment_not_found", ATTACHMENT, |stage| {
        refused(stage.ask("GET", "/attachments/999"))
    }),
    ("cost_position_not_found", OFFERS, |stage| {
        refused(stage.ask("GET", "/costs/100/offers"))
    }),
    ("offer_not_found", OFFER, |stage| {
        refused(stage.ask("DELETE", "/costs/0/offers/999"))
    }),
    ("form_type_not_found", "GET /forms/{form_type}", |stage| {
        refused(stage.service.get("/forms/other_form"))
    }),
    ("parameter_invalid", LIST, |stage| {
        let request = stage.service.get("/applications?limit=0");
        refused(request.header("X-MASTER-KEY", MASTER_KEY))
    }),
    ("parameter_repeated", READ, |stage| {
        refused(stage.ask("GET", "?format=pdf&format=json"))
    }),
    ("format_unknown", READ, |stage| {
        refused(stage.ask("GET", "?format=docx"))
    }),
    ("flatten_unknown", READ, |stage| {
        refused(stage.ask("GET", "?format=pdf&flatten=yes"))
    }),
    ("precondition_failed", CHANGE, |stage| {
        let request = stage.ask("PUT", "").header("If-Match", "\"old\"");
        refused(request.json(&json!({})))
    }),
    ("range_not_satisfiable", ATTACHMENT, |stage| {
        let attached = stage.attached(10);
        let request = stage.ask("GET", &format!("/attachments/{attached}"));
        refused(request.header("Range", "bytes=10-"))
    }),
    ("idempotency_key_invalid", ADD_OFFER, |stage| {
        refused(stage.offer("A").header("Idempotency-Key", "too-short"))
    }),
    ("idempotency_key_reused", ADD_OFFER, |stage| {
        let send = |supplier| {
            let request = stage.offer(supplier);
            request.header("Idempotency-Key", "the-key-of-two-requests")
        };
        assert_eq!(send("A").send().unwrap().status(), 201);
        refused(send("B"))
    }),
    ("origin_not_allowed", UPLOAD, |stage| {
        let request = stage.uploading(blank("pa_form"));
        refused(request.header("Origin", "https://elsewhere.example.org"))
    }),
    ("upload_limit_exceeded", UPLOAD, |_| {
        // The upload of the stage was the first one.
        let stage = Stage::start_with(&[
            ("FORMSERVICE__RATE_LIMIT__EXEMPT", "192.0.2.0/24"),
            ("FORMSERVICE__RATE_LIMIT__UPLOADS_PER_DAY", "1"),
        ]);
        stage.upload(blank("pa_form"))
    }),
    ("busy", UPLOAD, |_| one_that_wants_too_much(&Stage::start())),
    ("rate_limit_exceeded", "GET /", |_| {
        let stage = Stage::start_with(&[
            ("FORMSERVICE__RATE_LIMIT__EXEMPT", "192.0.2.0/24"),
            ("FORMSERVICE__RATE_LIMIT__PER_ADDRESS", "2"),
            ("FORMSERVICE__RATE_LIMIT__WINDOW_SECONDS", "86400"),
        ]);
        // The upload of the stage was the first one.
        assert_eq!(stage.service.get("/").send().unwrap().status(), 200);
        refused(stage.service.get("/"))
    }),
];

/// Sends fifteen forms of almost 10 MB but for their last bytes: more than the service holds of
/// uploads under way (128 MB), so that one of them is given up.
fn one_that_wants_too_much(stage: &Stage) -> Answer {
    let (sender, receiver) = mpsc::channel();
    for _ in 0..15 {
        let (mut connection, sender) = (stage.connect(), sender.clone());
        // They end with the service.
        thread::spawn(move || {
            let part = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n%PDF";
            let head = head(UPLOAD, "", 10_000_000);
            let head = format!("{head} multipart/form-data; boundary=b\r\n\r\n{part}");
            // The one that is given up may be so before it has sent all.
            let sent = connection.write_all(head.as_bytes());
            let _ = sent.and_then(|()| connection.write_all(&vec![b'x'; 9_900_000]));
            if let Some(answer) = read_answer(&mut connection) {
                let _ = sender.send(answer);
            }
        });
    }
    receiver.recv_timeout(2 * PATIENCE).expect("an answer")
}
