//! Error responses of an operation, made of its error codes.

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
        let value = json!({"detail": code.meaning(), "code": code});
        let example = json!({"summary": code.meaning(), "value": value});
        (code.to_string(), example)
    };
    Json::Object(Code::ALL.iter().map(example).collect())
}

fn answer(codes: &[Code]) -> Json {
    let lines: Vec<String> = codes
        .iter()
        .map(|code| format!("- `{code}`: {}", code.meaning()))
        .collect();
    let status = codes.first().map(|code| code.status());
    let title = status.and_then(|status| status.canonical_reason());
    let examples: Map<String, Json> = codes
        .iter()
        .map(|code| {
            let place = format!("#/components/examples/{code}");
            (code.to_string(), json!({"$ref": place}))
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
