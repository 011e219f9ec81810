//! Parameters of the path, the query and the header.

use domain::{IdempotencyKey, PaId};
use serde_json::{Value as Json, json};
use usecases::Applications;

use super::COST_POSITION_INDEX_MAX;
use crate::response::pages;

/// The parameters in a path, in its order.
pub(super) fn of_path(path: &str) -> Vec<Json> {
    names_in(path).map(in_path).collect()
}

/// The names in a path: `/a/{b}/c/{d}` has `b` and `d`.
pub(super) fn names_in(path: &str) -> impl Iterator<Item = &str> {
    path.split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

/// A parameter of the query, which may be left out.
pub(crate) fn in_query(name: &str, description: &str, schema: Json) -> Json {
    json!({
        "name": name,
        "in": "query",
        "required": false,
        "description": description,
        "schema": schema,
    })
}

/// A header of the request, which may be left out.
pub(crate) fn in_header(name: &str, description: &str, schema: Json) -> Json {
    json!({
        "name": name,
        "in": "header",
        "required": false,
        "description": description,
        "schema": schema,
    })
}

/// How long a page of a list is.
pub(crate) fn limit() -> Json {
    in_query(
        "limit",
        "How many a page has.",
        json!({
            "type": "integer", "minimum": 1, "maximum": Applications::PAGE_COUNT_MAX,
            "default": Applications::PAGE_COUNT_DEFAULT,
        }),
    )
}

/// Where a page of a list begins.
pub(crate) fn offset() -> Json {
    in_query(
        "offset",
        "How many are passed over.",
        json!({
            "type": "integer", "format": "int64", "minimum": 0, "maximum": u32::MAX, "default": 0,
        }),
    )
}

/// The header that makes a retry safe.
pub(crate) fn idempotency_key() -> Json {
    let (min, max) = IdempotencyKey::LENGTHS.into_inner();
    let pattern = format!("^[!-~]{{{min},{max}}}$");
    in_header(
        "Idempotency-Key",
        "Makes a retry safe: a second request with the same key and the same content within 24 \
            hours gets the first answer again, and nothing is made twice.",
        json!({"type": "string", "minLength": min, "maxLength": max, "pattern": pattern}),
    )
}

/// The condition under which an answer is only confirmed.
pub(crate) fn if_match() -> Json {
    in_header(
        "If-Match",
        "The `ETag` of what is wanted: of anything else the answer is 412.",
        json!({"type": "string"}),
    )
}

pub(crate) fn if_none_match() -> Json {
    in_header(
        "If-None-Match",
        "The `ETag` of what is known already: then the answer is 304, without a body.",
        json!({"type": "string"}),
    )
}

/// The condition under which something is removed.
pub(crate) fn if_match_to_remove() -> Json {
    in_header(
        "If-Match",
        "The `ETag` of what is to be removed, as it was read: of anything else the answer is 412, \
            and nothing is removed.",
        json!({"type": "string"}),
    )
}

pub(crate) fn if_none_match_to_remove() -> Json {
    in_header(
        "If-None-Match",
        "The `ETag` of what must not be removed: then the answer is 412. With `*` it is 412 for \
            everything that is there.",
        json!({"type": "string"}),
    )
}

/// The condition under which a cost position is changed.
pub(crate) fn if_match_of_application() -> Json {
    in_header(
        "If-Match",
        "The `ETag` of the application in whose `data` the index was looked up: when its data was \
            changed meanwhile, so that this may be the index of another row, the answer is 412 \
            and nothing is changed.",
        json!({"type": "string"}),
    )
}

pub(crate) fn if_none_match_of_application() -> Json {
    in_header(
        "If-None-Match",
        "An `ETag` of the application: where it is in this state the answer is 412. With `*` it \
            is 412 in every state.",
        json!({"type": "string"}),
    )
}

fn in_path(name: &str) -> Json {
    let (description, schema) = match name {
        "pa_id" => (
            "The identifier of the application: two digits of the year and a number.",
            json!({"type": "string", "pattern": PaId::PATTERN, "example": "26-0001"}),
        ),
        "attachment_id" => ("The number of the attachment.", id()),
        "offer_id" => ("The number of the offer.", id()),
        "cost_position_index" => (
            "The place of the cost position in `data.costs`, counted from 0. While `data.costs` \
                is absent or empty every place is taken.",
            json!({
                "type": "integer", "format": "int64", "minimum": 0,
                "maximum": COST_POSITION_INDEX_MAX, "example": 0,
            }),
        ),
        "form_type" => (
            "The key of a form type.",
            json!({"type": "string", "example": "pa_form"}),
        ),
        "file" => (
            "The name of the file.",
            json!({"type": "string", "enum": pages::asset_names()}),
        ),
        _ => ("A name.", json!({"type": "string"})),
    };
    json!({
        "name": name,
        "in": "path",
        "required": true,
        "description": description,
        "schema": schema,
    })
}

fn id() -> Json {
    json!({"type": "integer", "format": "int64", "minimum": 1, "example": 1})
}
