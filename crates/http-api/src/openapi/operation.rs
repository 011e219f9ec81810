//! What the document says of one method of one path.

mod body;
mod response;

use std::collections::{BTreeMap, BTreeSet};

use paperclip::v2::models::{DefaultOperationRaw, DefaultSchemaRaw};
use serde_json::{Map, Value as Json, json};

use super::{errors, parameter, schemas, security};
use crate::error::{Code, ErrorBody};
use crate::request::extract::RequiredKey;

pub(crate) use body::RequestBody;
pub(crate) use response::DocumentedResponse;

/// An operation, described step by step. Codes and parameters that follow from its key, its path
/// and its body need not be named.
pub(crate) struct Operation {
    id: &'static str,
    tag: &'static str,
    summary: &'static str,
    description: String,
    parameters: Vec<Json>,
    body: Option<RequestBody>,
    answers: Vec<DocumentedResponse>,
    codes: BTreeSet<Code>,
}

impl Operation {
    pub(crate) fn new(id: &'static str, tag: &'static str, summary: &'static str) -> Self {
        Self {
            id,
            tag,
            summary,
            description: String::new(),
            parameters: Vec::new(),
            body: None,
            answers: Vec::new(),
            codes: BTreeSet::from([Code::RateLimitExceeded, Code::Busy, Code::InternalError]),
        }
    }

    /// Sets the description: what the summary leaves out.
    pub(crate) fn described(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    pub(crate) fn parameter(mut self, parameter: Json) -> Self {
        self.parameters.push(parameter);
        self
    }

    /// Adds the header `Idempotency-Key` and its errors.
    pub(crate) fn idempotent(self) -> Self {
        self.parameter(parameter::idempotency_key())
            .refused(&[Code::IdempotencyKeyInvalid, Code::IdempotencyKeyReused])
    }

    pub(crate) fn body(mut self, body: RequestBody) -> Self {
        self.codes.extend(body.codes());
        self.body = Some(body);
        self
    }

    pub(crate) fn response(mut self, answer: DocumentedResponse) -> Self {
        self.answers.push(answer);
        self
    }

    /// Adds codes of refusals, besides those that follow from its key, path and body.
    pub(crate) fn refused(mut self, codes: &[Code]) -> Self {
        self.codes.extend(codes);
        self
    }

    /// What OpenAPI 2 can say of it.
    pub(super) fn raw(&self, key: RequiredKey) -> DefaultOperationRaw {
        DefaultOperationRaw {
            operation_id: Some(self.id.to_owned()),
            summary: Some(self.summary.to_owned()),
            description: (!self.description.is_empty()).then(|| self.description.clone()),
            tags: vec![self.tag.to_owned()],
            security: security::requirements(key),
            ..DefaultOperationRaw::default()
        }
    }

    /// The schemas of its answers.
    pub(super) fn definitions(&self) -> BTreeMap<String, DefaultSchemaRaw> {
        let mut definitions = schemas::of::<ErrorBody>();
        for answer in &self.answers {
            definitions.extend(answer.definitions());
        }
        definitions
    }

    /// What OpenAPI 2 cannot say of it.
    pub(super) fn details(&self, key: RequiredKey, path: &str) -> Json {
        let mut details = Map::new();
        let mut parameters = parameter::of_path(path);
        parameters.extend(self.parameters.iter().cloned());
        if !parameters.is_empty() {
            details.insert("parameters".to_owned(), Json::Array(parameters));
        }
        if let Some(body) = &self.body {
            details.insert("requestBody".to_owned(), body.details());
        }
        let mut responses: Map<String, Json> = self
            .answers
            .iter()
            .map(|answer| (answer.status().to_string(), answer.details()))
            .collect();
        responses.extend(errors::answers(&self.all_codes(key, path)));
        details.insert("responses".to_owned(), Json::Object(responses));
        Json::Object(details)
    }

    /// The codes that were named, and those that follow from the key and from what the path
    /// addresses.
    fn all_codes(&self, key: RequiredKey, path: &str) -> BTreeSet<Code> {
        let mut codes = self.codes.clone();
        let keys = [Code::KeyMissing, Code::KeyInvalid, Code::Unavailable];
        match key {
            RequiredKey::None => {}
            RequiredKey::Application | RequiredKey::ApplicationInBrowser => {
                codes.extend(keys);
                codes.insert(Code::KeyOfAnotherApplication);
            }
            RequiredKey::Master => {
                codes.extend(keys);
                codes.insert(Code::MasterKeyRequired);
            }
        }
        codes.extend(parameter::names_in(path).filter_map(|name| match name {
            "pa_id" => Some(Code::ApplicationNotFound),
            "attachment_id" => Some(Code::AttachmentNotFound),
            "cost_position_index" => Some(Code::CostPositionNotFound),
            "offer_id" => Some(Code::OfferNotFound),
            "form_type" => Some(Code::FormTypeNotFound),
            _ => None,
        }));
        codes
    }
}

/// A reference to a schema of the document.
fn reference(name: &str) -> Json {
    json!({"$ref": format!("#/components/schemas/{name}")})
}
