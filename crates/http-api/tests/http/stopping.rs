//! What the log tells at the end of the service.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use http_api::HttpSettings;
use serde_json::{Value, json};

use crate::log::{lines, start_log};
use crate::service::Service;

#[test]
fn a_request_that_is_cut_off_by_the_stop_leaves_one_line() {
    start_log();
    let mut service = Service::start_with(HttpSettings {
        stop_time_max: Duration::from_secs(1),
        ..HttpSettings::default()
    });
    let head = "POST /upload HTTP/1.1\r\nHost: test\r\nContent-Type: multipart/form-data; \
                boundary=b\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n";
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    // The interim answer shows that the request is being worked on.
    stream.read_exact(&mut [0; 25]).unwrap();
    assert!(service.stopped().is_ok());
    let lines = lines().into_iter();
    let cut: Vec<Value> = lines
        .filter(|line| line["fields"]["message"] == "a request was cut off by the stop")
        .collect();
    assert_eq!(cut.len(), 1, "{cut:?}");
    assert_eq!(
        (&cut[0]["level"], &cut[0]["fields"]["route"]),
        (&json!("WARN"), &json!("/upload"))
    );
    assert!(cut[0]["fields"]["request_id"].is_string());
}

#[test]
fn events_that_were_not_told_are_told_at_the_stop() {
    start_log();
    let mut service = Service::start();
    // So many that no other test has as many, beyond the ten that are told.
    for _ in 0..10 + 37 {
        service
            .get("/applications/26-0001")
            .refused(401, "key_missing");
    }
    let untold = || {
        let lines = lines().into_iter();
        let untold = lines.filter(|line| {
            let fields = &line["fields"];
            fields["message"] == "events that were not told" && fields["count"] == 37
        });
        untold.count()
    };
    assert_eq!(untold(), 0);
    assert!(service.stopped().is_ok());
    assert_eq!(untold(), 1);
}
