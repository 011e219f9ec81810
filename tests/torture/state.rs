//! Everything that a service answers about everything it has.

use reqwest::blocking::RequestBuilder;
use serde_json::Value;
use test_harness::program::MASTER_KEY;
use test_harness::service::Service;

/// What differs between two runs of the same: times, and what is made of them or of randomness.
const OF_THE_RUN: [&str; 6] = [
    "created_at",
    "updated_at",
    "activity_at",
    "at",
    "hash",
    "pa_key",
];

/// Path, status and body of every answer to every GET, in their order.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct State(Vec<(String, u16, Vec<u8>)>);

impl State {
    /// As it is now, also for the holder of this key.
    pub(crate) fn of(service: &Service, pa_key: &str) -> Self {
        let list = ask(as_master(service.get("/applications")));
        let known: Value = serde_json::from_slice(&list.1).expect("JSON");
        let mut answers = vec![("/applications".to_owned(), list.0, list.1)];
        for application in known["applications"].as_array().expect("applications") {
            let path = format!(
                "/applications/{}",
                application["pa_id"].as_str().expect("a number")
            );
            for rest in paths(service, &path) {
                let path = format!("{path}{rest}");
                let (status, body) = ask(as_master(service.get(&path)));
                answers.push((path, status, body));
            }
            let (status, _) = ask(service.get(&path).header("X-PA-KEY", pa_key));
            answers.push((format!("{path} with its first key"), status, Vec::new()));
        }
        Self(answers)
    }

    /// The first difference, for people.
    pub(crate) fn difference(&self, other: &Self) -> String {
        let different = self
            .0
            .iter()
            .zip(&other.0)
            .find(|(one, other)| one != other);
        let Some(((path, status, body), (their_path, their_status, their_body))) = different else {
            return format!("{} and {} answers", self.0.len(), other.0.len());
        };
        let (body, their_body) = (text(body), text(their_body));
        format!("{path} {status} {body}\nand\n{their_path} {their_status} {their_body}")
    }
}

fn paths(service: &Service, path: &str) -> Vec<String> {
    let mut paths: Vec<String> = ["", "?format=original", "/attachments", "/check", "/history"]
        .map(str::to_owned)
        .to_vec();
    paths.extend((0..3).map(|index| format!("/costs/{index}/offers")));
    let (_, list) = ask(as_master(service.get(&format!("{path}/attachments"))));
    let list: Value = serde_json::from_slice(&list).expect("JSON");
    let attachments = list["attachments"].as_array().expect("attachments").iter();
    paths.extend(attachments.map(|file| format!("/attachments/{}", file["id"])));
    paths
}

fn as_master(request: RequestBuilder) -> RequestBuilder {
    request.header("X-MASTER-KEY", MASTER_KEY)
}

fn ask(request: RequestBuilder) -> (u16, Vec<u8>) {
    let answer = request.send().expect("reads go on");
    let status = answer.status().as_u16();
    let body = answer.bytes().expect("all bytes").to_vec();
    match serde_json::from_slice(&body) {
        Ok(value) => (status, lasting(value).to_string().into_bytes()),
        Err(_) => (status, body),
    }
}

/// Without what differs between runs.
fn lasting(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.into_iter();
            let kept = members.filter(|(name, _)| !OF_THE_RUN.contains(&name.as_str()));
            Value::Object(kept.map(|(name, value)| (name, lasting(value))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(lasting).collect()),
        other => other,
    }
}

fn text(body: &[u8]) -> String {
    String::from_utf8_lossy(&body[..body.len().min(2_000)]).into_owned()
}
