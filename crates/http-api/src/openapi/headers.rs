//! Headers of answers.

use serde_json::{Map, Value as Json, json};

/// Those that every answer has.
pub(super) const ALWAYS: [&str; 4] = [
    "X-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
];

/// The headers that hold a text, and what it says.
const TEXTS: [(&str, &str); 8] = [
    (
        "X-Request-Id",
        "Names this request in the log of the service.",
    ),
    ("WWW-Authenticate", "Which kind of key is asked for."),
    (
        "ETag",
        "Names this state of what is answered, for `If-None-Match` and `If-Match`.",
    ),
    (
        "Content-Disposition",
        "Whether a browser shows or saves it, and under which name.",
    ),
    ("Content-Range", "Which bytes of how many."),
    ("Accept-Ranges", "`bytes`: a range can be asked for."),
    ("Content-Encoding", "`gzip`, where the client takes it."),
    ("Cache-Control", "Who may keep the answer."),
];

/// The headers that hold a number, and what it says.
const NUMBERS: [(&str, &str); 4] = [
    (
        "X-RateLimit-Limit",
        "How many requests are allowed, by the limit of which less is left: that of the address \
            or that of the key.",
    ),
    ("X-RateLimit-Remaining", "How many requests are left."),
    (
        "X-RateLimit-Reset",
        "When all of them are there again, in seconds since 1970-01-01T00:00:00 UTC.",
    ),
    (
        "Retry-After",
        "After how many seconds it makes sense to try again.",
    ),
];

const REPLAYED: (&str, &str) = (
    "Idempotency-Replayed",
    "The answer is that of the first request with this `Idempotency-Key`; nothing was made.",
);

/// All headers, by name.
pub(super) fn components() -> Json {
    let text = json!({"type": "string"});
    let number = json!({"type": "integer", "format": "int64", "minimum": 0});
    let replayed = json!({"type": "string", "enum": ["true"]});
    let texts = TEXTS.map(|header| component(header, &text));
    let numbers = NUMBERS.map(|header| component(header, &number));
    let headers = texts.into_iter().chain(numbers);
    let all = headers.chain([component(REPLAYED, &replayed)]);
    Json::Object(all.collect())
}

fn component((name, description): (&str, &str), schema: &Json) -> (String, Json) {
    let mut header = json!({"description": description, "schema": schema});
    if name == ALWAYS[0] {
        header["required"] = json!(true);
    }
    (name.to_owned(), header)
}

/// References to these headers and to those that every answer has.
pub(super) fn references(names: &[&str]) -> Map<String, Json> {
    let reference = |name: &&str| {
        let place = format!("#/components/headers/{name}");
        ((*name).to_owned(), json!({"$ref": place}))
    };
    ALWAYS.iter().chain(names).map(reference).collect()
}
