//! A key that is replaced while a body arrives. Whoever has a leaked one could go on with a body
//! for hours, and end it long after the key was replaced.

use std::io::Write as _;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use http_api::HttpSettings;

use crate::client::Response;
use crate::service::Service;

/// Longer than a look at a key takes anywhere.
const PATIENCE: Duration = Duration::from_secs(60);

/// Not sent before the key was replaced.
const END_BYTES: usize = 10;

#[test]
fn a_key_that_is_replaced_while_a_body_arrives_changes_nothing_any_more() {
    let service = Service::start_with(HttpSettings {
        key_time_max: Duration::ZERO,
        ..HttpSettings::default()
    });
    let own = service.uploaded();
    let file = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\
                a file of some length\r\n--b--\r\n";
    let mut key = own.key.clone();
    for (method, below, content_type, body) in [
        ("PUT", "", "application/json", r#"{"name": "Herbstfest"}"#),
        (
            "POST",
            "/attachments",
            "multipart/form-data; boundary=b",
            file,
        ),
    ] {
        let (begin, end) = body.split_at(body.len() - END_BYTES);
        let head = format!(
            "{method} {}{below} HTTP/1.1\r\nHost: test\r\nConnection: close\r\nX-PA-KEY: {key}\r\n\
             Content-Type: {content_type}\r\nContent-Length: {}\r\n\r\n{begin}",
            own.path,
            body.len()
        );
        let looks = service.house.store.count();
        let mut stream = TcpStream::connect(service.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        // Were it replaced before the first look, it would be refused all the same.
        let began = Instant::now();
        while service.house.store.count() == looks && began.elapsed() < PATIENCE {
            std::thread::yield_now();
        }
        let replace = service.request("POST", &format!("{}/key", own.path));
        let replaced = replace.header("X-MASTER-KEY", "master").send().json();
        stream.write_all(end.as_bytes()).unwrap();
        Response::read(&mut stream).refused(401, "key_invalid");
        key = replaced["pa_key"].as_str().unwrap().to_owned();
    }
    let history = service.request("GET", &format!("{}/history", own.path));
    let history = history.header("X-PA-KEY", &key).send().json();
    assert_eq!(history["total_count"], 3, "{history}");
}
