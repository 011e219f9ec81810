//! Connections of requests that a limit refuses are closed, and no more of their bodies is read
//! than a client sends by the way; nor is any body read without end.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use http_api::{HttpSettings, TrustedProxies};

use crate::client::{Request, Response};
use crate::service::Service;

const MB: usize = 1_048_576;

/// Longer than any test waits for the end of a connection.
const NEVER: Duration = Duration::from_secs(3600);

/// Everybody is counted, and the client of the tests is a proxy.
fn counting() -> Service {
    let settings = HttpSettings {
        trusted_proxies: TrustedProxies {
            networks: vec!["127.0.0.1/32".parse().unwrap()],
            ..TrustedProxies::default()
        },
        keep_alive: NEVER,
        ..HttpSettings::default()
    };
    Service::start_limited(settings, Vec::new())
}

/// The same, with nothing left for one address.
fn used_up() -> Service {
    let service = counting();
    for _ in 0..5 {
        let get = Request::new(service.address, "GET", "/");
        get.header("X-Forwarded-For", "203.0.113.9").send();
    }
    service
}

/// Sends a head and, piece by piece, as much of a body as is taken, at most so much: how many bytes
/// that were, and all that came back before the connection ended.
fn sent(address: SocketAddr, head: &str, piece: &[u8], bytes_max: usize) -> (usize, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    let patience = Some(Duration::from_secs(60));
    stream.set_read_timeout(patience).unwrap();
    stream.set_write_timeout(patience).unwrap();
    let head = format!("{head}Host: test\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut bytes = 0;
    while bytes < bytes_max && stream.write_all(piece).is_ok() {
        bytes += piece.len();
    }
    let mut answer = Vec::new();
    // The connection may be reset, after the answer; it must not just stay open.
    if let Err(error) = stream.read_to_end(&mut answer) {
        assert_ne!(
            error.kind(),
            std::io::ErrorKind::WouldBlock,
            "it stays open"
        );
    }
    (bytes, String::from_utf8(answer).unwrap())
}

fn is_closed(answer: &str, status: &str) {
    assert!(
        answer.starts_with(&format!("HTTP/1.1 {status} ")),
        "{answer}"
    );
    assert!(answer.contains("\r\nconnection: close\r\n"), "{answer}");
}

#[test]
fn a_connection_that_a_limit_refuses_is_closed() {
    let service = used_up();
    let (_, answer) = sent(service.address, "GET / HTTP/1.1\r\n", &[], 0);
    is_closed(&answer, "429");
    let head = "POST /upload HTTP/1.1\r\nContent-Length: 4\r\n";
    let (_, answer) = sent(service.address, head, b"form", 4);
    is_closed(&answer, "429");
    // Whoever announces a body and sends nothing is not waited for.
    let head = "POST /upload HTTP/1.1\r\nContent-Length: 1000000\r\n";
    let (_, answer) = sent(service.address, head, &[], 0);
    is_closed(&answer, "429");
}

#[test]
fn the_connection_of_an_upload_that_the_limit_of_a_day_refuses_is_closed() {
    let service = counting();
    for _ in 0..4 {
        let upload = Request::new(service.address, "POST", "/upload");
        let upload = upload.header("X-Forwarded-For", "203.0.113.9");
        let answer = upload.body("text/plain", "form").send();
        answer.refused(400, "content_type_unsupported");
    }
    let head = "POST /upload HTTP/1.1\r\nContent-Length: 4\r\n";
    let (_, answer) = sent(service.address, head, b"form", 4);
    is_closed(&answer, "429");
    assert!(answer.contains("upload_limit_exceeded"), "{answer}");
}

/// Whatever refuses it: the answer comes before the body, and says that the connection ends.
#[test]
fn a_request_that_is_refused_for_its_head_is_answered_without_its_body() {
    let service = Service::start();
    let own = service.uploaded();
    let head = format!("PUT {} HTTP/1.1\r\nX-PA-KEY: wrong\r\n", own.path);
    let (_, answer) = sent(
        service.address,
        &format!("{head}Content-Length: 1000000\r\n"),
        &[],
        0,
    );
    is_closed(&answer, "401");
    let head = "POST /nowhere HTTP/1.1\r\nTransfer-Encoding: chunked\r\n";
    let (_, answer) = sent(service.address, head, &[], 0);
    is_closed(&answer, "404");
}

#[test]
fn the_body_of_a_request_that_a_limit_refuses_is_not_read_on() {
    let service = used_up();
    let head = format!("POST /upload HTTP/1.1\r\nContent-Length: {}\r\n", 64 * MB);
    let (bytes, answer) = sent(service.address, &head, &[b'x'; 65_536], 64 * MB);
    is_closed(&answer, "429");
    assert!(bytes < 16 * MB, "{bytes} bytes were taken");
}

/// Chunks of a megabyte, without a last one.
#[test]
fn a_body_without_an_end_is_given_up_whatever_refuses_it() {
    let service = used_up();
    let chunk = [b"100000\r\n".as_slice(), &[b'x'; MB], b"\r\n"].concat();
    let head = "POST /upload HTTP/1.1\r\nTransfer-Encoding: chunked\r\n";
    let (bytes, answer) = sent(service.address, head, &chunk, 512 * MB);
    is_closed(&answer, "429");
    assert!(bytes < 16 * MB, "{bytes} bytes were taken");

    let service = Service::start();
    let head = "PUT /applications/26-0001 HTTP/1.1\r\nX-PA-KEY: wrong\r\n\
                Transfer-Encoding: chunked\r\n";
    let (bytes, answer) = sent(service.address, head, &chunk, 512 * MB);
    is_closed(&answer, "401");
    assert!(bytes < 256 * MB, "{bytes} bytes were taken");
}

#[test]
fn requests_behind_one_that_a_limit_refuses_are_neither_counted_nor_told() {
    let service = used_up();
    let request = "GET / HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 203.0.113.9\r\n\r\n";
    let (_, answer) = sent(
        service.address,
        "GET / HTTP/1.1\r\n",
        request.as_bytes(),
        1000 * request.len(),
    );
    is_closed(&answer, "429");
    assert_eq!(answer.matches("HTTP/1.1 429").count(), 1, "{answer}");
}

/// Chunked bodies that no decoder can read on, with all the good chunks before them.
#[test]
fn a_chunked_body_that_cannot_be_decoded_is_answered() {
    let service = Service::start();
    let own = service.uploaded();
    let attachments = format!("{}/attachments", own.path);
    let form = "Content-Type: multipart/form-data; boundary=b";
    let json = "Content-Type: application/json";
    let part = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nbytes";
    for (method, path, content_type, start) in [
        ("POST", "/upload", form, ""),
        ("POST", "/upload", form, part),
        ("POST", &attachments, form, ""),
        ("POST", &attachments, form, part),
        ("PUT", &own.path, json, ""),
        ("PUT", &own.path, json, "{\"name\": "),
    ] {
        let chunk = match start.len() {
            0 => String::new(),
            length => format!("{length:x}\r\n{start}\r\n"),
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: test\r\nX-PA-KEY: {}\r\n{content_type}\r\n\
                Transfer-Encoding: chunked\r\n\r\n{chunk}ZZ\r\n",
            own.key
        );
        let answer = Response::to(service.address, request.as_bytes());
        let detail = answer.refused(400, "body_incomplete");
        assert!(detail.contains("chunks"), "{detail}");
        assert_eq!(answer.header("connection"), "close");
        assert!(!answer.header("x-ratelimit-limit").is_empty(), "{answer:?}");
        assert!(!answer.header("x-request-id").is_empty(), "{answer:?}");
        assert!(!answer.header("date").is_empty(), "{answer:?}");
    }
    let list = service.request("GET", &attachments);
    let list = list.header("X-PA-KEY", &own.key).send().json();
    assert_eq!(list["total_count"], 0);
}

/// The client ends its side in the middle.
#[test]
fn a_body_that_breaks_off_is_answered_with_what_was_announced() {
    let service = Service::start();
    let own = service.uploaded();
    let attachments = format!("{}/attachments", own.path);
    let part = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n%PDF";
    let form = "multipart/form-data; boundary=b";
    for (method, path, content_type, start) in [
        ("PUT", &own.path, "application/json", "{\"name\": "),
        ("POST", &attachments, form, part),
        ("POST", &"/upload".to_owned(), form, part),
    ] {
        let chunk = format!("{:x}\r\n{start}", start.len() + 1);
        for (framing, body, announced) in [
            ("Content-Length: 200", start, "Content-Length"),
            ("Transfer-Encoding: chunked", &chunk, "last chunk"),
        ] {
            let mut stream = TcpStream::connect(service.address).unwrap();
            let request = format!(
                "{method} {path} HTTP/1.1\r\nHost: test\r\nX-PA-KEY: {}\r\n{framing}\r\n\
                 Content-Type: {content_type}\r\n\r\n{body}",
                own.key
            );
            stream.write_all(request.as_bytes()).unwrap();
            stream.shutdown(std::net::Shutdown::Write).unwrap();
            let detail = Response::read(&mut stream).refused(400, "body_incomplete");
            assert!(detail.contains(announced), "{path}: {detail}");
        }
    }
}

/// The parts are whole, but the client announced more: it does not know that they arrived.
#[test]
fn a_body_that_is_cut_behind_its_last_boundary_is_not_taken() {
    let service = Service::start();
    let own = service.uploaded();
    let attachments = format!("{}/attachments", own.path);
    let file = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\n\
                %PDF\nname=Sommerfest\r\n--b";
    let form_type =
        "\r\nContent-Disposition: form-data; name=\"form_type\"\r\n\r\nsample_form\r\n--b";
    let (attachment, upload) = (format!("{file}--\r\n"), format!("{file}{form_type}--\r\n"));
    let request = |path: &str, framing: &str, body: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nHost: test\r\nX-PA-KEY: {}\r\nConnection: close\r\n\
             {framing}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n{body}",
            own.key
        )
    };
    let chunked = "Transfer-Encoding: chunked";
    for (path, body) in [
        (&attachments, &attachment),
        (&"/upload".to_owned(), &upload),
    ] {
        let chunk = format!("{:x}\r\n{body}\r\n", body.len());
        let length = |more: usize| format!("Content-Length: {}", body.len() + more);
        for (framing, body, announced) in [
            (length(1), body, "Content-Length"),
            (length(100), &format!("{body}epilogue"), "Content-Length"),
            (chunked.to_owned(), &chunk, "last chunk"),
        ] {
            let mut stream = TcpStream::connect(service.address).unwrap();
            let request = request(path, &framing, body);
            stream.write_all(request.as_bytes()).unwrap();
            stream.shutdown(std::net::Shutdown::Write).unwrap();
            let detail = Response::read(&mut stream).refused(400, "body_incomplete");
            assert!(detail.contains(announced), "{path} {framing}: {detail}");
        }
    }
    let count = || {
        let list = service.request("GET", &attachments);
        list.header("X-PA-KEY", &own.key).send().json()["total_count"].clone()
    };
    assert_eq!(count(), 0);
    let whole = |path: &str, body: &str| {
        let chunks = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
        Response::to(service.address, request(path, chunked, &chunks).as_bytes())
    };
    // Its number says that none was given meanwhile.
    let next = whole("/upload", &upload).json();
    assert!(next["pa_id"].as_str().unwrap().ends_with("-0002"), "{next}");
    whole(&attachments, &attachment);
    assert_eq!(count(), 1);
}
