//! One client that keeps things for itself: others do not notice.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Instant;

use reqwest::blocking::Response;
use reqwest::blocking::multipart::{Form, Part};
use serde_json::Value;
use test_servers::waiting::{PATIENCE, wait_until};

use crate::form::blank;
use crate::page::Page;
use crate::service::Service;

/// Large, and still taken.
const STALLED_BYTES: usize = 10_000_000;

/// The tests are a proxy that is believed.
const PROXY: [(&str, &str); 1] = [("FORMSERVICE__SERVER__TRUSTED_PROXIES", "127.0.0.0/8")];

/// Behind that proxy.
const GREEDY: &str = "203.0.113.9";

/// The most that one upload may hold: a form, or on its way to S3 a file. The pool keeps what the
/// oldest upload lacks of it.
fn upload_bytes_max(service: &Service) -> usize {
    let megabytes = if service.is_on_s3() { 15 } else { 10 };
    megabytes << 20
}

/// Uploads that send all but their end, one after the other until there is no room for more.
pub(crate) fn stalled_uploads(service: &Service, header: &str) -> Vec<TcpStream> {
    let room = number(service, "upload_memory_max_bytes");
    let mut stalled = vec![stalled_upload(service, header, STALLED_BYTES)];
    let kept_for_oldest = upload_bytes_max(service) - number(service, "upload_memory_bytes");
    loop {
        let held = number(service, "upload_memory_bytes");
        // A little less than what is left takes all of it, since it is taken in steps.
        let left = (room - kept_for_oldest - held).saturating_sub(5_000);
        if left == 0 {
            return stalled;
        }
        stalled.push(stalled_upload(service, header, left.min(STALLED_BYTES)));
    }
}

fn number(service: &Service, name: &str) -> usize {
    Page::of(service).number(&format!("formservice_{name}")) as usize
}

/// An upload of which so many bytes have arrived, and no more come.
fn stalled_upload(service: &Service, header: &str, bytes: usize) -> TcpStream {
    let held = || number(service, "upload_memory_bytes");
    let before = held();
    let mut stream = connect(service);
    let head = format!(
        "POST /upload HTTP/1.1\r\nHost: test\r\n{header}Content-Type: multipart/form-data; \
         boundary=b\r\nContent-Length: 10400000\r\n\r\n--b\r\nContent-Disposition: \
         form-data; name=\"file\"\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&vec![b'x'; bytes]).unwrap();
    wait_until("the bytes have arrived", || held() >= before + bytes);
    stream
}

fn connect(service: &Service) -> TcpStream {
    let address = service.base().strip_prefix("http://").unwrap();
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // What the service reads no more is not waited for without end.
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Reads an answer up to the end of the connection.
fn answer(mut stream: TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn uploads_that_one_client_stalls_are_not_noticed_by_others() {
    let service = Service::start_with(&PROXY);
    let stalled = stalled_uploads(&service, &format!("X-Forwarded-For: {GREEDY}\r\n"));
    let began = Instant::now();
    for _ in 0..3 {
        service.uploaded("pa_form", blank("pa_form"));
    }
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    let told = stalled.into_iter().map(|stream| {
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        answer(stream)
    });
    let busy = told.filter(|answer| answer.contains(r#""code":"busy""#));
    let answers: Vec<String> = busy.collect();
    assert!(!answers.is_empty());
    for answer in answers {
        assert!(answer.starts_with("HTTP/1.1 503 "), "{answer}");
        assert!(
            answer.to_lowercase().contains("\r\nretry-after: 5\r\n"),
            "{answer}"
        );
    }
}

#[test]
fn a_newcomer_uploads_where_four_clients_have_divided_the_memory_among_themselves() {
    let service = Service::start_with(&PROXY);
    let room = number(&service, "upload_memory_max_bytes");
    // With what is kept for the first of them, sixteen take all.
    let part = (room - upload_bytes_max(&service)) / 15;
    let upload = |client: usize, bytes| {
        let header = format!("X-Forwarded-For: 203.0.113.{client}\r\n");
        stalled_upload(&service, &header, bytes)
    };
    let mut stalled = vec![upload(1, part)];
    let room_for_others =
        room - (upload_bytes_max(&service) - number(&service, "upload_memory_bytes"));
    for nth in 1..15 {
        stalled.push(upload(1 + nth / 4, part));
    }
    let left = room_for_others - number(&service, "upload_memory_bytes");
    // The memory is taken in steps, so a little less takes all of it.
    stalled.push(upload(4, left - 5_000));
    let held = number(&service, "upload_memory_bytes");
    assert_eq!(held, room_for_others, "all of it is taken");
    service.uploaded("pa_form", blank("pa_form"));
    let on = |stream: &TcpStream| {
        stream.set_nonblocking(true).unwrap();
        stream.peek(&mut [0]).is_err()
    };
    let on = stalled.iter().filter(|stream| on(stream)).count();
    assert!((12..16).contains(&on), "{on} of 16 go on");
}

/// An attachment of so many bytes: its path with the key.
fn attached(service: &Service, bytes: usize) -> String {
    let own = service.uploaded("pa_form", blank("pa_form"));
    let file = Part::bytes(vec![b'x'; bytes]).file_name("Film.mp4");
    let path = format!("{}/attachments", own.path());
    let added = service.post(&path).header("X-PA-KEY", &own.pa_key);
    let added: Response = added
        .multipart(Form::new().part("file", file))
        .send()
        .unwrap();
    assert_eq!(added.status(), 201);
    let id = added.json::<Value>().unwrap()["id"].clone();
    format!("{path}/{id}?key={}", own.pa_key)
}

#[test]
fn downloads_and_connections_that_one_client_stalls_are_not_noticed_by_others() {
    let service = Service::start_with(&PROXY);
    let target = attached(&service, 24 << 20);
    let silent: Vec<_> = (0..50).map(|_| connect(&service)).collect();
    // None of them takes more than the head.
    let stalled: Vec<_> = (0..50)
        .map(|_| {
            let mut stream = connect(&service);
            let head =
                format!("GET {target} HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 10.1.2.3\r\n\r\n");
            stream.write_all(head.as_bytes()).unwrap();
            let mut status = String::new();
            BufReader::with_capacity(1, &stream)
                .read_line(&mut status)
                .unwrap();
            assert_eq!(status, "HTTP/1.1 200 OK\r\n");
            stream
        })
        .collect();
    let whole = service.get(&target).send().unwrap();
    assert_eq!(whole.bytes().unwrap().len(), 24 << 20);
    service.uploaded("pa_form", blank("pa_form"));
    drop((silent, stalled));
    let open = || Page::of(&service).number(r#"formservice_pool_held{pool="downloads"}"#);
    wait_until("all are given back", || open() == 0.0);
}
