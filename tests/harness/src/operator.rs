//! An operator at the command line, and a client who remembers every answer.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use reqwest::blocking::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::form::{filled, summer_festival};
use crate::program::{self, MASTER_KEY};
use crate::service::Service;

/// What a command ended with.
pub struct Ended {
    /// Its exit status.
    pub status: Option<i32>,
    /// What stands on standard error.
    pub said: String,
    /// What it printed.
    output: String,
}

impl Ended {
    /// Asserts the exit status and gives what was said.
    pub fn with(self, status: i32) -> String {
        assert_eq!(self.status, Some(status), "{}", self.said);
        self.said
    }

    /// Asserts that it went well and gives what it printed.
    pub fn printed(self) -> String {
        assert_eq!(self.status, Some(0), "{}", self.said);
        self.output
    }
}

/// The program with these arguments in a folder, with SQLite and files there.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program::path());
    command
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    command
}

/// Calls it and waits for its end.
pub fn call(folder: &Path, arguments: &[&str]) -> Ended {
    call_with(folder, arguments, &[])
}

/// The same with these settings, as environment variables.
pub fn call_with(folder: &Path, arguments: &[&str], settings: &[(String, String)]) -> Ended {
    let mut command = command(folder, arguments);
    command.envs(settings.iter().cloned());
    let output = command.stdout(Stdio::piped()).output();
    let output = output.expect("it starts");
    Ended {
        status: output.status.code(),
        said: String::from_utf8_lossy(&output.stderr).into_owned(),
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
    }
}

/// Starts it and leaves it to itself.
pub fn begin(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = command(folder, arguments);
    command.stderr(Stdio::null()).spawn().expect("it starts")
}

/// Uploads a form and attaches files; one of them is named by an offer that is preferred; another
/// position has a justification.
pub fn furnish(service: &Service, file_bytes: usize) -> String {
    furnish_as(service, "pa_form", file_bytes)
}

/// The same as a form of another type that has the fields of `pa_form`.
pub fn furnish_as(service: &Service, form_type: &'static str, file_bytes: usize) -> String {
    let uploaded = service.uploaded(form_type, filled("pa_form", &summer_festival()));
    let path = uploaded.path();
    let first = attach(service, &path, b"quote".to_vec());
    attach(service, &path, vec![b'x'; file_bytes]);
    let offer =
        json!({"supplier_name": "A", "amount": 12.5, "attachment_id": first, "is_preferred": true});
    let offers = service.post(&format!("{path}/costs/0/offers"));
    let answer = offers.header("X-MASTER-KEY", MASTER_KEY).json(&offer);
    assert_eq!(answer.send().expect("an answer").status(), 201);
    let reason = json!({"no_offers_required": true, "justification": "Bagatelle"});
    let justification = service.put(&format!("{path}/costs/1/justification"));
    let answer = justification
        .header("X-MASTER-KEY", MASTER_KEY)
        .json(&reason);
    assert_eq!(answer.send().expect("an answer").status(), 200);
    path
}

/// Attaches a file and gives its id.
pub fn attach(service: &Service, path: &str, bytes: Vec<u8>) -> Value {
    let part = Part::bytes(bytes).file_name("Angebot.txt");
    let answer = service
        .post(&format!("{path}/attachments"))
        .header("X-MASTER-KEY", MASTER_KEY)
        .multipart(Form::new().part("file", part))
        .send()
        .expect("an answer");
    assert_eq!(answer.status(), 201);
    answer.json::<Value>().expect("JSON")["id"].clone()
}

/// Every answer to every GET of these applications, with what a client may keep of it.
pub fn answers(service: &Service, paths: &[String]) -> Vec<(String, String, Vec<u8>)> {
    let mut answers = Vec::new();
    for path in paths {
        let attachments = format!("{path}/attachments");
        let list: Value = serde_json::from_slice(&get(service, &attachments).2).expect("JSON");
        let files = list["attachments"].as_array().expect("attachments").iter();
        let mut asked: Vec<String> = files
            .map(|file| format!("{attachments}/{}", file["id"]))
            .collect();
        asked.push(attachments);
        for rest in [
            "",
            "?format=pdf",
            "?format=pdf&flatten=true",
            "?format=report",
            "?format=sources",
            "?format=original",
            "?format=schema",
            "/costs/0/offers",
            "/costs/1/offers",
            "/check",
        ] {
            asked.push(format!("{path}{rest}"));
        }
        answers.extend(asked.iter().map(|path| get(service, path)));
    }
    answers
}

fn get(service: &Service, path: &str) -> (String, String, Vec<u8>) {
    let request = service.get(path).header("X-MASTER-KEY", MASTER_KEY);
    let answer = request.send().expect("an answer");
    assert_eq!(answer.status(), 200, "{path}");
    let etag = answer.headers().get("etag").cloned();
    let etag = etag.map_or_else(String::new, |etag| format!("{etag:?}"));
    let body = answer.bytes().expect("a body").to_vec();
    (path.to_owned(), etag, body)
}
