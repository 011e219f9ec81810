//! What clients ask of instances.

use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::{RequestBuilder, Response};
use serde_json::{Value, json};

use crate::instances::Instances;

/// An application and its key.
#[derive(Clone)]
pub struct Application {
    pub pa_id: String,
    pub key: String,
}

impl Application {
    /// As an upload answered.
    pub fn of(answer: &Value) -> Self {
        Self {
            pa_id: text(answer, "pa_id"),
            key: text(answer, "pa_key"),
        }
    }

    /// A request about it, to the instance whose turn it is.
    pub fn next(&self, instances: &Instances, method: &str, rest: &str) -> RequestBuilder {
        let request = instances.next(method, &self.path(rest));
        request.header("X-PA-KEY", &self.key)
    }

    /// A request about it to one of the instances.
    pub fn ask(
        &self,
        instances: &Instances,
        instance: usize,
        method: &str,
        rest: &str,
    ) -> RequestBuilder {
        let request = instances.ask(instance, method, &self.path(rest));
        request.header("X-PA-KEY", &self.key)
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/applications/{}{rest}", self.pa_id)
    }

    /// What a GET answers that must be right.
    pub fn read(&self, instances: &Instances, rest: &str) -> Value {
        let answer = self.next(instances, "GET", rest).send().expect("an answer");
        json_of(answer, 200)
    }
}

/// What an upload sends.
pub fn upload_form(pdf: &[u8]) -> Form {
    let file = Part::bytes(pdf.to_vec()).file_name("antrag.pdf");
    Form::new().text("form_type", "pa_form").part("file", file)
}

/// What is sent to attach a file.
pub fn attachment_form(bytes: &[u8]) -> Form {
    let file = Part::bytes(bytes.to_vec()).file_name("Angebot.bin");
    Form::new().part("file", file)
}

/// Asks to take a form.
pub fn upload(instances: &Instances, pdf: &[u8]) -> RequestBuilder {
    let request = instances.next("POST", "/upload");
    request.multipart(upload_form(pdf))
}

/// Uploads a form that must be taken.
pub fn uploaded(instances: &Instances, pdf: &[u8]) -> Application {
    let answer = upload(instances, pdf).send().expect("an answer");
    Application::of(&json_of(answer, 201))
}

/// Asks to attach a file.
pub fn attach(instances: &Instances, to: &Application, bytes: &[u8]) -> RequestBuilder {
    let request = to.next(instances, "POST", "/attachments");
    request.multipart(attachment_form(bytes))
}

/// Asks to add an offer.
pub fn offer(
    instances: &Instances,
    to: &Application,
    amount: u64,
    attachment: Option<u64>,
) -> RequestBuilder {
    let offer = json!({"supplier_name": "A", "amount": amount, "attachment_id": attachment});
    to.next(instances, "POST", "/costs/0/offers").json(&offer)
}

/// Does the same so many times at once, and gives what came of it.
pub fn at_once<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let started: Vec<_> = (0..count)
            .map(|turn| scope.spawn(move || work(turn)))
            .collect();
        started
            .into_iter()
            .map(|done| done.join().unwrap())
            .collect()
    })
}

/// The body of an answer that must have this status.
pub fn json_of(answer: Response, status: u16) -> Value {
    let got = answer.status();
    let body: Value = answer.json().expect("JSON");
    assert_eq!(got, status, "{body}");
    body
}

/// How many more requests are allowed after this one, which must be.
pub fn left_after(request: RequestBuilder) -> u64 {
    let answer = request.send().expect("an answer");
    assert_eq!(answer.status(), 200);
    let left = answer.headers()["x-ratelimit-remaining"].to_str();
    left.expect("a text").parse().expect("a number")
}

/// How many answers have each of these statuses. There may be no other.
pub fn tally<const N: usize>(answers: &[Response], statuses: [u16; N]) -> [usize; N] {
    let has = |status: u16| {
        answers
            .iter()
            .filter(move |answer| answer.status() == status)
    };
    let counts = statuses.map(|status| has(status).count());
    let others = answers
        .iter()
        .filter(|answer| !statuses.contains(&answer.status().as_u16()));
    assert_eq!(others.count(), 0, "{answers:?}");
    counts
}

/// A member that is a text.
pub fn text(value: &Value, member: &str) -> String {
    let text = value[member].as_str();
    text.unwrap_or_else(|| panic!("no {member} in {value}"))
        .to_owned()
}

/// The members of a list, and the one called so of each.
pub fn ids(value: &Value, list: &str) -> Vec<u64> {
    let members = value[list].as_array().expect("a list").iter();
    members
        .map(|member| member["id"].as_u64().expect("an id"))
        .collect()
}
