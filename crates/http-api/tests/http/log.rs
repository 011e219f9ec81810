//! What the log tells, and what it must not.

use std::io::{self, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::{Mutex, Once, PoisonError};

use serde_json::{Value, json};
use testkit::FailurePoint;
use tracing_subscriber::fmt::MakeWriter;

use crate::client::Response;
use crate::service::Service;

/// Everything that is logged while the tests run, by all of them.
static LOG: Log = Log(Mutex::new(Vec::new()));

struct Log(Mutex<Vec<u8>>);

impl io::Write for &Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        log.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'writer> MakeWriter<'writer> for &'static Log {
    type Writer = Self;

    fn make_writer(&'writer self) -> Self::Writer {
        self
    }
}

/// All lines so far.
pub(crate) fn lines() -> Vec<Value> {
    let log = LOG.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let log = String::from_utf8(log).unwrap();
    let lines = log.lines();
    lines
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .collect()
}

/// The lines about the request that was answered so.
fn lines_about(answer: &Response) -> Vec<Value> {
    let id = answer.header("x-request-id");
    let about = lines().into_iter();
    about
        .filter(|line| line["fields"]["request_id"] == id)
        .collect()
}

/// Of all tests that look at the log, the first starts it.
pub(crate) fn start_log() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let subscriber = tracing_subscriber::fmt().json().with_writer(&LOG);
        let subscriber = subscriber.with_max_level(tracing_subscriber::filter::LevelFilter::DEBUG);
        subscriber.try_init().unwrap();
    });
}

#[test]
fn a_request_is_one_line_without_keys_paths_or_contents() {
    start_log();
    let service = Service::start();
    let own = service.uploaded();
    let secret = "a-secret-that-must-not-be-logged";
    let read = service.get(&format!("{}?key={}&x={secret}", own.path, own.key));
    let put = service
        .request("PUT", &own.path)
        .header("X-PA-KEY", &own.key);
    let put = put
        .json(&json!({"name": secret, "projectBeginn": secret}))
        .send();
    let spelled = service.get(&format!("/%61pplications/26-0001/%63heck?x={secret}"));
    let nowhere = service.get(&format!("/{secret}?key={}", own.key));
    let wrong = service
        .request("GET", &own.path)
        .header("X-MASTER-KEY", secret)
        .send();
    let upload = service.upload(&format!("%PDF\nprojectBeginn={secret}"));
    service.house.store.fail_at(1, FailurePoint::Before);
    let failed = service.upload(&format!("%PDF\nname=Fest\nextra={secret}"));
    for (answer, method, route, status, lines) in [
        (&read, "GET", "/applications/{pa_id}", 200, 2),
        (&put, "PUT", "/applications/{pa_id}", 400, 1),
        (&spelled, "GET", "/applications/{pa_id}/check", 401, 2),
        (&nowhere, "GET", "none", 404, 1),
        (&wrong, "GET", "/applications/{pa_id}", 401, 2),
        (&upload, "POST", "/upload", 400, 1),
        (&failed, "POST", "/upload", 503, 2),
    ] {
        let about = lines_about(answer);
        assert_eq!(about.len(), lines, "{about:?}");
        let line = &about[lines - 1]["fields"];
        assert_eq!(
            (&line["method"], &line["route"], &line["status"]),
            (&json!(method), &json!(route), &json!(status))
        );
        assert!(line["milliseconds"].is_u64());
    }
    // Whoever tries is told what one with a damaged file is; the log says more.
    let hostile = service.upload("hostile");
    let told = &lines_about(&hostile)[0]["fields"];
    assert_eq!(
        (&hostile.json()["code"], &told["event"]),
        (&json!("pdf_damaged"), &json!("upload_hostile"))
    );
    let cause = lines_about(&failed)[0]["fields"]["error"].to_string();
    assert!(
        cause.contains("the database is unavailable: told to fail"),
        "{cause}"
    );
    let log = LOG.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let log = String::from_utf8(log).unwrap();
    assert!(!log.contains(&own.key) && !log.contains(secret), "{log}");
}

/// The client ends its side alone, so that it can still read the answer; the service cannot tell it
/// from one that is gone.
#[test]
fn a_client_that_goes_in_the_middle_of_a_body_is_no_status() {
    start_log();
    let service = Service::start();
    let own = service.uploaded();
    let (form, json_type) = ("multipart/form-data; boundary=b", "application/json");
    for (method, path, content_type, body) in [
        (
            "POST",
            "/upload",
            form,
            "--b\r\nContent-Disposition: form-data;",
        ),
        ("POST", &*format!("{}/attachments", own.path), form, ""),
        ("PUT", &own.path, json_type, "{\"name\": "),
    ] {
        let mut stream = TcpStream::connect(service.address).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: test\r\nX-PA-KEY: {}\r\nContent-Length: 1000\r\n\
             Content-Type: {content_type}\r\n\r\n{body}",
            own.key
        );
        stream.write_all(request.as_bytes()).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let answer = Response::read(&mut stream);
        answer.refused(400, "body_incomplete");
        let about = lines_about(&answer);
        let line = &about.last().unwrap()["fields"];
        assert_eq!(
            (&line["method"], &line["message"]),
            (&json!(method), &json!("request"))
        );
        assert_eq!(line.get("status"), None, "{about:?}");
    }
    // A client that is there and sends nonsense is told of.
    let chunked = format!(
        "PUT {} HTTP/1.1\r\nHost: test\r\nX-PA-KEY: {}\r\nContent-Type: {json_type}\r\n\
         Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
        own.path, own.key
    );
    let answer = Response::to(service.address, chunked.as_bytes());
    answer.refused(400, "body_incomplete");
    let about = lines_about(&answer);
    assert_eq!(about.last().unwrap()["fields"]["status"], 400);
}
