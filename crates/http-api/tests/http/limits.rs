//! Slow, broken and oversized requests; stopping.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use http_api::{HttpSettings, MinimumRate};

use crate::client::Response;
use crate::service::Service;

#[test]
fn a_file_may_be_as_large_as_the_limit_and_no_larger() {
    let limit = 3 * 1_048_576;
    let service = Service::start_with(HttpSettings {
        upload_bytes_max: limit,
        ..HttpSettings::default()
    });
    let form = "%PDF\nname=Fest\n";
    let file = |size: usize| format!("{form}{}", "x".repeat(size - form.len()));
    assert_eq!(service.upload(&file(limit)).status, 201);
    let sentence = service
        .upload(&file(limit + 1))
        .refused(400, "file_too_large");
    assert!(sentence.contains("3 MB"), "{sentence}");
    // All of it is read, so that a client which sends first and then reads sees the answer.
    service
        .upload(&file(20 * 1_048_576))
        .refused(400, "file_too_large");
}

#[test]
fn uploads_that_do_not_fit_into_memory_together_are_told_to_come_back() {
    let service = Service::start_with(HttpSettings {
        uploads_together_bytes_max: 256 * 1024,
        wait_max: Duration::from_secs(3),
        ..HttpSettings::default()
    });
    let large = format!("%PDF\nname=Fest\n{}", "x".repeat(300 * 1024));
    let response = service.upload(&large);
    response.refused(503, "busy");
    assert_eq!(response.header("retry-after"), "5");
    for _ in 0..10 {
        assert_eq!(service.upload(&large[..200 * 1024]).status, 201);
    }
}

#[test]
fn a_body_that_does_not_come_is_given_up() {
    let service = Service::start_with(HttpSettings {
        minimum_rate: MinimumRate {
            grace: Duration::from_secs(2),
            bytes_per_second: 1 << 20,
            ..MinimumRate::default()
        },
        ..HttpSettings::default()
    });
    let own = service.uploaded();
    let slow = service
        .request("PUT", &own.path)
        .header("X-PA-KEY", &own.key);
    let slow = slow
        .header("Content-Length", "100")
        .body("application/json", "{");
    slow.send().refused(400, "body_too_slow");
    let slow = service
        .request("POST", "/upload")
        .header("Content-Length", "100");
    slow.body("multipart/form-data; boundary=b", "--b")
        .send()
        .refused(400, "body_too_slow");
}

#[test]
fn whoever_has_sent_much_at_once_may_not_be_silent_for_longer() {
    let service = Service::start_with(HttpSettings {
        minimum_rate: MinimumRate {
            grace: Duration::from_secs(1),
            bytes_per_second: 1,
            silence_max: Duration::from_secs(2),
            ..MinimumRate::default()
        },
        ..HttpSettings::default()
    });
    // It has earned a day.
    let much = format!(
        "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n{}",
        "x".repeat(100_000)
    );
    let silent = service
        .request("POST", "/upload")
        .header("Content-Length", "200000");
    let silent = silent.body("multipart/form-data; boundary=b", much.as_str());
    silent.send().refused(400, "body_too_slow");
}

#[test]
fn a_head_that_does_not_come_is_given_up() {
    let service = Service::start_with(HttpSettings {
        head_time_max: Duration::from_millis(200),
        ..HttpSettings::default()
    });
    let response = Response::to(service.address, b"GET / HTTP/1.1\r\nHost:");
    assert_eq!(response.status, 408);
}

#[test]
fn a_head_that_is_too_long_is_refused_before_it_has_come() {
    let service = Service::start();
    let line = format!("X-Long: {}\r\n", "x".repeat(1_000));
    let begin = "GET /openapi.json HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";
    let head = |lines| format!("{begin}{}", line.repeat(lines));
    let whole = format!("{}\r\n", head(15));
    assert_eq!(Response::to(service.address, whole.as_bytes()).status, 200);
    let response = Response::to(service.address, head(30).as_bytes());
    assert_eq!(response.status, 431);
}

#[test]
fn what_is_no_http_is_refused() {
    let service = Service::start();
    for bytes in [
        b"\r\n\r\njunk\r\n\r\n".as_slice(),
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nA B: c\r\n\r\n",
    ] {
        assert_eq!(Response::to(service.address, bytes).status, 400);
    }
}

#[test]
fn told_to_stop_it_finishes_what_is_running() {
    let mut service = Service::start();
    let body = "--b\r\nContent-Disposition: form-data; name=\"form_type\"\r\n\r\nsample_form\r\n\
                --b\r\nContent-Disposition: form-data; \
                name=\"file\"\r\n\r\n%PDF\nname=Fest\r\n--b--\r\n";
    let (first, rest) = body.split_at(50);
    let head = format!(
        "POST /upload HTTP/1.1\r\nHost: test\r\nContent-Type: multipart/form-data; \
            boundary=b\r\nContent-Length: {}\r\nExpect: 100-continue\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(service.address).unwrap();
    stream.write_all(head.as_bytes()).unwrap();
    // The interim answer shows that the request is being worked on.
    let mut interim = [0; 25];
    stream.read_exact(&mut interim).unwrap();
    assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
    stream.write_all(first.as_bytes()).unwrap();
    service.tell_to_stop();
    // It stops to listen, and still reads.
    let began = Instant::now();
    while TcpStream::connect(service.address).is_ok() {
        assert!(began.elapsed() < Duration::from_secs(120), "it listens");
        std::thread::sleep(Duration::from_millis(50));
    }
    stream.write_all(rest.as_bytes()).unwrap();
    assert_eq!(Response::read(&mut stream).status, 201);
    assert!(service.stopped().is_ok());
    assert!(TcpStream::connect(service.address).is_err());
}
