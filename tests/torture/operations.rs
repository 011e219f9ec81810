//! What a client or an operator does, on an application with two files, two offers and a
//! justification.

use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::{RequestBuilder, Response};
use serde_json::json;
use tempfile::TempDir;
use test_harness::form::{filled, summer_festival};
use test_harness::operator::attach;
use test_harness::program::MASTER_KEY;
use test_harness::service::{Service, Uploaded};

/// One request of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Upload,
    Attach,
    Detach,
    Offer,
    RemoveOffer,
    Prefer,
    Justify,
    MoveOffers,
    ReplaceKey,
    Delete,
}

/// All of them.
pub(crate) const ALL: [Operation; 10] = [
    Operation::Upload,
    Operation::Attach,
    Operation::Detach,
    Operation::Offer,
    Operation::RemoveOffer,
    Operation::Prefer,
    Operation::Justify,
    Operation::MoveOffers,
    Operation::ReplaceKey,
    Operation::Delete,
];

impl Operation {
    /// Sends it. An error is an answer that did not come.
    pub(crate) fn send(self, service: &Service, path: &str) -> reqwest::Result<Response> {
        let at = |rest: &str| format!("{path}{rest}");
        let request = match self {
            Self::Upload => again(service.post("/upload")).multipart(
                Form::new()
                    .text("form_type", "pa_form")
                    .part("file", file(filled("pa_form", &autumn()))),
            ),
            Self::Attach => again(service.post(&at("/attachments")))
                .multipart(Form::new().part("file", file(vec![b'y'; 150_000]))),
            Self::Detach => service.delete(&at("/attachments/1")),
            Self::Offer => again(service.post(&at("/costs/0/offers")))
                .json(&json!({"supplier_name": "C", "amount": 7, "is_preferred": true})),
            Self::RemoveOffer => service.delete(&at("/costs/0/offers/1")),
            Self::Prefer => service.put(&at("/costs/0/offers/2/preferred")),
            Self::Justify => service
                .put(&at("/costs/1/justification"))
                .json(&json!({"no_offers_required": true, "justification": "Nur ein Anbieter"})),
            Self::MoveOffers => service.put(&at("")).json(&json!({"costs": [
                {"name": "Getränke", "amount": 5}, {"name": "Saalmiete", "amount": 1300}
            ]})),
            Self::ReplaceKey => service.post(&at("/key")),
            Self::Delete => service.delete(&at("")),
        };
        let request = match self {
            Self::Upload => request,
            _ => request.header("X-MASTER-KEY", MASTER_KEY),
        };
        request.send()
    }

    /// Whether it carries an `Idempotency-Key`.
    pub(crate) fn is_repeatable(self) -> bool {
        matches!(self, Self::Upload | Self::Attach | Self::Offer)
    }
}

/// The folder of a service that was killed, and its application.
pub(crate) fn furnished() -> (TempDir, Uploaded) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let service = Service::start_in(folder);
    let uploaded = service.uploaded("pa_form", filled("pa_form", &summer_festival()));
    let path = uploaded.path();
    let first = attach(&service, &path, b"quote".to_vec());
    attach(&service, &path, vec![b'x'; 70_000]);
    for (supplier, attachment) in [("A", first), ("B", json!(null))] {
        let offer = json!({"supplier_name": supplier, "amount": 12.5,
            "attachment_id": attachment, "is_preferred": supplier == "A"});
        let offers = service.post(&format!("{path}/costs/0/offers"));
        succeed(offers.json(&offer));
    }
    let reason = json!({"no_offers_required": true, "justification": "Bagatelle"});
    succeed(
        service
            .put(&format!("{path}/costs/1/justification"))
            .json(&reason),
    );
    (service.end(), uploaded)
}

fn succeed(request: RequestBuilder) {
    let answer = request.header("X-MASTER-KEY", MASTER_KEY).send();
    assert!(answer.expect("an answer").status().is_success());
}

fn again(request: RequestBuilder) -> RequestBuilder {
    request.header("Idempotency-Key", "the-key-of-this-request")
}

fn file(bytes: Vec<u8>) -> Part {
    Part::bytes(bytes).file_name("Angebot.pdf")
}

fn autumn() -> serde_json::Value {
    let mut values = summer_festival();
    values["name"] = json!("Herbstfest");
    values
}
