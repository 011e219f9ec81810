//! Answers that refuse: what each code means, and how the codes of an operation become its answers.

use std::collections::{BTreeMap, BTreeSet};

use actix_web::http::StatusCode;
use serde_json::{Map, Value as Json, json};

use super::headers;
use crate::error::Code;

/// The answers for these codes, by status.
pub(super) fn answers(codes: &BTreeSet<Code>) -> Map<String, Json> {
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for code in codes {
        by_status
            .entry(code.status().as_u16())
            .or_default()
            .push(*code);
    }
    let answer = |(status, codes): (u16, Vec<Code>)| (status.to_string(), answer(&codes));
    by_status.into_iter().map(answer).collect()
}

/// An example of each code.
pub(super) fn examples() -> Json {
    let example = |code: &Code| {
        let value = json!({"detail": meaning(*code), "code": code});
        (
            word(*code),
            json!({"summary": meaning(*code), "value": value}),
        )
    };
    Json::Object(Code::ALL.iter().map(example).collect())
}

/// When a refusal has this code.
pub(super) fn meaning(code: Code) -> &'static str {
    match code {
        Code::ApplicationNotFound => "There is no such application.",
        Code::AttachmentNotFound => "There is no such attachment.",
        Code::AttachmentTooLarge => "The file is larger than one attachment may be.",
        Code::AttachmentsTooLargeTogether => "The attachments together would be too large.",
        Code::BodyIncomplete => "The body broke off before its end.",
        Code::BodyTooLarge => "The body is too large.",
        Code::BodyTooSlow => "The body took too long to arrive.",
        Code::ContentTypeUnsupported => "The body has another content type.",
        Code::CostPositionNotFound => "There is no such cost position, or it has no such offer.",
        Code::DataInvalid => "Members of the body are wrong or unknown; all of them are named.",
        Code::FileTooLarge => "The file is larger than a form may be.",
        Code::FlattenUnknown => "The parameter `flatten` is neither true nor false.",
        Code::FormTypeNotFound => "There is no such form type.",
        Code::FormTypeUnknown => "The part `form_type` names no form type.",
        Code::FormValuesInvalid => "Values in the form are not of their types; all are named.",
        Code::FormatUnknown => "The parameter `format` is none of the known words.",
        Code::IdempotencyKeyInvalid => {
            "The header `Idempotency-Key` has not 16 to 128 visible ASCII characters."
        }
        Code::IdempotencyKeyReused => "The `Idempotency-Key` was sent with another request.",
        Code::InternalError => {
            "The service failed. Its log says why, under the `X-Request-Id` of the answer."
        }
        Code::JsonInvalid => "The body cannot be read as JSON.",
        Code::KeyInvalid => "The key is wrong.",
        Code::KeyMissing => "No key was sent.",
        Code::KeyOfAnotherApplication => "The key belongs to another application.",
        Code::MasterKeyRequired => "Only a master key may do this.",
        Code::MethodNotAllowed => "The path takes other methods; `Allow` names them.",
        Code::NumbersUsedUp => "All 9999 numbers of this year are used up.",
        Code::ParameterInvalid => "A parameter of the query is wrong.",
        Code::ParameterRepeated => "A parameter of the query was sent twice.",
        Code::PdfAmbiguous => "The PDF can be read in two ways.",
        Code::PdfDamaged => "The PDF is damaged.",
        Code::PdfDynamicXfa => "The PDF is a dynamic XFA form, which only Adobe Acrobat shows.",
        Code::PdfLocked => "The PDF is locked by a password.",
        Code::PdfNotAPdf => "The file is not a PDF.",
        Code::PdfTookTooLong => "Reading the PDF took too long.",
        Code::PdfTooComplex => "The PDF holds more than a form can.",
        Code::PdfTooLargeDecompressed => "The PDF is too large once decompressed.",
        Code::PdfUndecodable => "Values in the PDF cannot be decoded; their fields are named.",
        Code::PreconditionFailed => "The application is not in the state that `If-Match` names.",
        Code::RangeNotSatisfiable => "The range lies past the end of the file.",
        Code::RateLimitExceeded => "Too many requests; `Retry-After` says when to come back.",
        Code::RouteNotFound => "There is nothing at this path.",
        Code::TooManyAttachments => "The application has as many attachments as it may.",
        Code::TooManyOffers => "The cost position has as many offers as it may.",
        Code::Unavailable => {
            "The service cannot do this at the moment; `Retry-After` says when to come back."
        }
        Code::UploadInvalid => {
            "A part of the body is missing, doubled, unknown or empty, or the body is broken."
        }
    }
}

/// The code as it goes out.
pub(super) fn word(code: Code) -> String {
    let word = serde_json::to_value(code).ok();
    word.as_ref()
        .and_then(Json::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn answer(codes: &[Code]) -> Json {
    let lines: Vec<String> = codes
        .iter()
        .map(|code| format!("- `{}`: {}", word(*code), meaning(*code)))
        .collect();
    let status = codes.first().map(|code| code.status());
    let title = status.and_then(|status| status.canonical_reason());
    let examples: Map<String, Json> = codes
        .iter()
        .map(|code| {
            let name = word(*code);
            let place = format!("#/components/examples/{name}");
            (name, json!({"$ref": place}))
        })
        .collect();
    json!({
        "description": format!("{}. The codes:\n\n{}", title.unwrap_or_default(), lines.join("\n")),
        "headers": headers::references(status.map_or(&[], headers_of)),
        "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Refusal"},
            "examples": examples,
        }},
    })
}

fn headers_of(status: StatusCode) -> &'static [&'static str] {
    match status {
        StatusCode::UNAUTHORIZED => &["WWW-Authenticate"],
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => &["Retry-After"],
        StatusCode::RANGE_NOT_SATISFIABLE => &["Content-Range"],
        _ => &[],
    }
}
