//! Files are looked at before they are taken: by ClamAV's daemon, and for their media type.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use reqwest::blocking::Response;
use reqwest::blocking::multipart::{Form, Part};
use serde_json::Value;
use test_servers::clamd::ClamdServer;
use test_servers::waiting::wait_until;
use testkit::scanner_suite::eicar;

use crate::form::blank;
use crate::operator::call_with;
use crate::service::{Service, Uploaded, refusal};

const SCAN: &str = "FORMSERVICE__ATTACHMENTS__SCAN";
const TYPES: &str = "FORMSERVICE__ATTACHMENTS__TYPES";

fn attach(service: &Service, to: &Uploaded, bytes: impl Into<Vec<u8>>) -> Response {
    let file = Part::bytes(bytes.into()).file_name("quote.pdf");
    let post = service.post(&format!("{}/attachments", to.path()));
    post.header("X-PA-KEY", &to.pa_key)
        .multipart(Form::new().part("file", file))
        .send()
        .unwrap()
}

fn attachment_count(service: &Service, of: &Uploaded) -> u64 {
    let get = service.get(&format!("{}/attachments", of.path()));
    let list = get.header("X-PA-KEY", &of.pa_key).send().unwrap();
    let list: Value = list.json().unwrap();
    list["total_count"].as_u64().unwrap()
}

#[test]
fn what_the_scanner_finds_is_not_taken_and_nothing_is_taken_unseen() {
    let mut scanner = ClamdServer::start(&eicar()).unwrap();
    let address = format!("clamd:{}", scanner.socket().display());
    let service = Service::start_with(&[(SCAN, &address)]);
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    assert_eq!(attach(&service, &uploaded, "clean").status(), 201);
    let blobs = service.blob_count();

    let mut infected = vec![b'x'; 3_000_000];
    infected.extend(eicar().bytes());
    for bytes in [eicar().into_bytes(), infected] {
        let sentence = refusal(
            attach(&service, &uploaded, bytes),
            400,
            "attachment_infected",
        );
        assert!(sentence.contains("Test-Text"), "{sentence}");
    }
    let mut form = blank("pa_form");
    form.extend(format!("\n% {}\n", eicar()).bytes());
    refusal(service.upload("pa_form", form), 400, "attachment_infected");
    assert_eq!(service.blob_count(), blobs);

    scanner.stop().unwrap();
    refusal(attach(&service, &uploaded, "clean"), 503, "unavailable");
    let form = service.upload("pa_form", blank("pa_form"));
    refusal(form, 503, "unavailable");
    assert_eq!(service.blob_count(), blobs);
    assert_eq!(attachment_count(&service, &uploaded), 1);

    scanner.start_again().unwrap();
    assert_eq!(attach(&service, &uploaded, "clean").status(), 201);
}

#[test]
fn an_outage_of_the_scanner_is_told_though_nobody_sends_a_file_and_takes_no_instance_away() {
    let mut scanner = ClamdServer::start(&eicar()).unwrap();
    let address = format!("clamd:{}", scanner.socket().display());
    let service = Service::start_with(&[(SCAN, &address)]);
    let lines = |what: &str| service.log().matches(what).count();
    // A slow machine may have told of outages before.
    let before = lines("the scanner does not answer");
    scanner.stop().unwrap();
    wait_until("the log tells the outage", || {
        lines("the scanner does not answer") > before
    });
    let series = r#"formservice_scans_total{operation="check",outcome="unavailable"}"#;
    let page = service.metrics();
    let row = page.lines().find_map(|row| row.strip_prefix(series));
    assert!(row.is_some_and(|row| row.trim() != "0"), "{page}");
    let ready = service.get("/health/ready").send().unwrap();
    assert_eq!(ready.status(), 200);
    let before = lines("the scanner answers again");
    scanner.start_again().unwrap();
    wait_until("the log tells its end", || {
        lines("the scanner answers again") > before
    });
}

#[test]
fn a_file_is_neither_listed_nor_stored_for_good_before_the_scanner_has_answered() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("clamd:{}", listener.local_addr().unwrap());
    let service = Service::start();
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    let blobs = service.blob_count();
    let service = service.kill_and_restart_with(&[(SCAN, &address)]);
    std::thread::scope(|scope| {
        let sending = scope.spawn(|| attach(&service, &uploaded, "a file"));
        let mut daemon = loop {
            let (mut daemon, _) = listener.accept().unwrap();
            let mut command = [0; 6];
            daemon.read_exact(&mut command).unwrap();
            if &command != b"zPING\0" {
                break daemon;
            }
            // Whether it answers is asked meanwhile.
            daemon.write_all(b"PONG\0").unwrap();
        };
        let mut seen = Vec::new();
        while !seen.ends_with(b"a file\0\0\0\0") {
            let mut byte = [0];
            daemon.read_exact(&mut byte).unwrap();
            seen.extend(byte);
        }
        assert_eq!(attachment_count(&service, &uploaded), 0);
        daemon.write_all(b"stream: Found-It FOUND\0").unwrap();
        drop(daemon);
        refusal(sending.join().unwrap(), 400, "attachment_infected");
    });
    assert_eq!(attachment_count(&service, &uploaded), 0);
    assert_eq!(service.blob_count(), blobs);
}

#[test]
fn check_says_whether_the_scanner_answers() {
    let scanner = ClamdServer::start(&eicar()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let check = |address: &str| {
        let settings = [(SCAN.to_owned(), address.to_owned())];
        call_with(folder.path(), &["check"], &settings).said
    };
    let there = check(&format!("clamd:{}", scanner.socket().display()));
    assert!(there.contains("Scanner: it answers."), "{there}");
    let away = check("clamd:/nowhere/clamd.ctl");
    assert!(away.contains("Scanner: it does not answer"), "{away}");
}

#[test]
fn only_listed_media_types_are_taken_and_the_bytes_decide() {
    let service = Service::start_with(&[(TYPES, "application/pdf image/png")]);
    let uploaded = service.uploaded("pa_form", blank("pa_form"));
    let blobs = service.blob_count();
    for (bytes, found) in [
        (&b"GIF89a and a picture"[..], "image/gif"),
        (b"GIF89a", "image/gif"),
        (b"name;amount\n", "no known media type"),
    ] {
        let refused = attach(&service, &uploaded, bytes);
        let sentence = refusal(refused, 400, "attachment_type_not_allowed");
        assert!(sentence.contains(found), "{sentence}");
        assert!(
            sentence.contains("application/pdf, image/png"),
            "{sentence}"
        );
    }
    assert_eq!(service.blob_count(), blobs);
    let pdf = attach(&service, &uploaded, blank("pa_form"));
    assert_eq!(pdf.status(), 201);
}
