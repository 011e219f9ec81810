//! Every code of the document is answered over HTTP, with the status and by an operation under
//! which the document lists it.
//!
//! A new code needs a line in one of the tables: `requests` for what is wrong with a request,
//! `bodies` for what is wrong with its body, `files` for what is wrong with an uploaded form,
//! `storage` for what is wrong behind the service or not allowed there. Without one the test fails
//! and names the code.

mod bodies;
mod files;
mod requests;
mod storage;

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use reqwest::blocking::RequestBuilder;
use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};
use test_servers::waiting::PATIENCE;

use crate::form::{filled, summer_festival};
use crate::service::{Service, Uploaded};

/// A code, the operation that answers it, as the document names it, and how it is made to.
type Line = (&'static str, &'static str, fn(&Stage) -> Answer);

const TABLES: [&[Line]; 4] = [requests::LINES, bodies::LINES, files::LINES, storage::LINES];

/// An answer that refuses.
struct Answer {
    status: u16,
    body: Value,
}

/// A service with small limits, whose rows and bytes lie in its folder, and an application.
struct Stage {
    service: Service,
    own: Uploaded,
}

#[test]
fn every_code_is_answered() {
    let stage = Stage::start();
    let document: Value = stage
        .service
        .get("/openapi.json")
        .send()
        .unwrap()
        .json()
        .unwrap();
    let codes = document["components"]["schemas"]["RefusalCode"]["enum"]
        .as_array()
        .unwrap();
    let codes: BTreeSet<&str> = codes.iter().map(|code| code.as_str().unwrap()).collect();
    let provoked: BTreeSet<&str> = TABLES.concat().iter().map(|line| line.0).collect();
    let forgotten: Vec<_> = codes.symmetric_difference(&provoked).collect();
    assert!(forgotten.is_empty(), "no line or no code: {forgotten:?}");
    std::thread::scope(|scope| {
        for table in TABLES {
            let document = &document;
            scope.spawn(move || {
                let stage = Stage::start();
                for line in table {
                    is_answered(&stage, line, document);
                }
            });
        }
    });
}

fn is_answered(stage: &Stage, &(code, operation, provoke): &Line, document: &Value) {
    let answer = provoke(stage);
    assert_eq!(answer.body["code"], code, "{}", answer.body);
    let detail = answer.body["detail"].as_str().unwrap();
    assert!(
        detail.len() > 10 && detail.ends_with('.'),
        "{code}: {detail}"
    );
    // What no operation answers, such as a path that is none, is on no list.
    let Some((method, path)) = operation.split_once(' ') else {
        return;
    };
    let operation = &document["paths"][path][method.to_ascii_lowercase()];
    assert!(operation.is_object(), "{method} {path}");
    let listed = &operation["responses"][answer.status.to_string()];
    let listed = &listed["content"]["application/json"]["examples"];
    assert!(
        listed[code].is_object(),
        "{method} {path} {}: {code}",
        answer.status
    );
}

impl Stage {
    fn start() -> Self {
        Self::start_with(&[])
    }

    fn start_with(settings: &[(&str, &str)]) -> Self {
        let mut small = vec![
            ("FORMSERVICE__LIMITS__ATTACHMENTS_MAX", "3"),
            ("FORMSERVICE__LIMITS__ATTACHMENT_BYTES", "1000"),
            ("FORMSERVICE__LIMITS__ATTACHMENTS_TOTAL_BYTES", "1500"),
        ];
        small.extend_from_slice(settings);
        let folder = tempfile::tempdir().unwrap();
        let service = Service::start_in(folder).kill_and_restart_with(&small);
        let own = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
        Self { service, own }
    }

    /// Sends a request with a method to a path below the application, with its key.
    fn ask(&self, method: &str, below: &str) -> RequestBuilder {
        let path = format!("{}{below}", self.own.path());
        let request = self.service.request(method, &path);
        request.header("X-PA-KEY", &self.own.pa_key)
    }

    fn change(&self, patch: &Value) -> Answer {
        refused(self.ask("PUT", "").json(patch))
    }

    fn upload(&self, pdf: Vec<u8>) -> Answer {
        refused(self.uploading(pdf))
    }

    fn uploading(&self, pdf: Vec<u8>) -> RequestBuilder {
        let file = Part::bytes(pdf).file_name("antrag.pdf");
        let form = Form::new().text("form_type", "pa_form").part("file", file);
        self.service.post("/upload").multipart(form)
    }

    fn attach(&self, size_bytes: usize) -> RequestBuilder {
        self.attaching(vec![b'x'; size_bytes])
    }

    fn attaching(&self, bytes: Vec<u8>) -> RequestBuilder {
        let file = Part::bytes(bytes).file_name("Angebot.txt");
        self.ask("POST", "/attachments")
            .multipart(Form::new().part("file", file))
    }

    /// Attaches a file of this size and gives its id.
    fn attached(&self, size_bytes: usize) -> Value {
        let answer = self.attach(size_bytes).send().unwrap();
        assert_eq!(answer.status(), 201);
        answer.json::<Value>().unwrap()["id"].clone()
    }

    fn offer(&self, supplier: &str) -> RequestBuilder {
        let offer = json!({"supplier_name": supplier, "amount": 1});
        self.ask("POST", "/costs/0/offers").json(&offer)
    }

    /// Sends the beginning of a body of 1000 bytes, and ends there where it is to.
    fn begin(&self, request_line: &str, body: &str, ends: bool) -> Answer {
        let key = format!("X-PA-KEY: {}\r\n", self.own.pa_key);
        let mut connection = self.connect();
        let head = head(request_line, &key, 1000);
        connection
            .write_all(format!("{head} {body}").as_bytes())
            .unwrap();
        if ends {
            connection.shutdown(std::net::Shutdown::Write).unwrap();
        }
        read_answer(&mut connection).expect("an answer")
    }

    fn connect(&self) -> TcpStream {
        let address = self.service.base().trim_start_matches("http://");
        let connection = TcpStream::connect(address).unwrap();
        // Longer than the service waits for anything.
        connection.set_read_timeout(Some(2 * PATIENCE)).unwrap();
        connection
    }
}

/// The head of a request up to its content type, whose value is missing.
fn head(request_line: &str, headers: &str, content_length: usize) -> String {
    format!(
        "{request_line} HTTP/1.1\r\nHost: localhost\r\n{headers}\
            Content-Length: {content_length}\r\nContent-Type:"
    )
}

/// `None` where the connection ends without one.
fn read_answer(connection: &mut TcpStream) -> Option<Answer> {
    let (mut read, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        let length = connection
            .read(&mut piece)
            .ok()
            .filter(|length| *length > 0)?;
        read.extend_from_slice(&piece[..length]);
        let text = String::from_utf8_lossy(&read);
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            continue;
        };
        if let Ok(body) = serde_json::from_str(body) {
            let status = head.split(' ').nth(1)?.parse().ok()?;
            return Some(Answer { status, body });
        }
    }
}

fn refused(request: RequestBuilder) -> Answer {
    let response = request.send().expect("an answer");
    Answer {
        status: response.status().as_u16(),
        body: response.json().expect("an error is JSON"),
    }
}
