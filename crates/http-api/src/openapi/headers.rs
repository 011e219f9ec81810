//! Headers of answers.

use serde_json::{Map, Value as Json, json};

/// Those that every answer has.
pub(super) const ALWAYS: [&str; 4] = [
    "X-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
];

/// All headers, by name.
pub(super) fn components() -> Json {
    let integer = || json!({"type": "integer", "format": "int64", "minimum": 0});
    let text = || json!({"type": "string"});
    let headers = [
        (
            "X-Request-Id",
            text(),
            "Names this request in the log of the service.",
        ),
        (
            "X-RateLimit-Limit",
            integer(),
            "How many requests are allowed, by the limit of which less is left: that of the address or that of the key.",
        ),
        (
            "X-RateLimit-Remaining",
            integer(),
            "How many requests are left.",
        ),
        (
            "X-RateLimit-Reset",
            integer(),
            "When all of them are there again, in seconds since 1970-01-01T00:00:00 UTC.",
        ),
        (
            "Retry-After",
            integer(),
            "After how many seconds it makes sense to try again.",
        ),
        (
            "WWW-Authenticate",
            text(),
            "Which kind of key is asked for.",
        ),
        (
            "ETag",
            text(),
            "Names this state of what is answered, for `If-None-Match` and `If-Match`.",
        ),
        (
            "Content-Disposition",
            text(),
            "Whether a browser shows or saves it, and under which name.",
        ),
        ("Content-Range", text(), "Which bytes of how many."),
        (
            "Accept-Ranges",
            text(),
            "`bytes`: a range can be asked for.",
        ),
        (
            "Content-Encoding",
            text(),
            "`gzip`, where the client takes it.",
        ),
        ("Cache-Control", text(), "Who may keep the answer."),
        (
            "Idempotency-Replayed",
            json!({"type": "string", "enum": ["true"]}),
            "The answer is that of the first request with this `Idempotency-Key`; nothing was made.",
        ),
    ];
    let component = |(name, schema, description): (&str, Json, &str)| {
        let mut header = json!({"description": description, "schema": schema});
        if name == ALWAYS[0] {
            header["required"] = json!(true);
        }
        (name.to_owned(), header)
    };
    Json::Object(headers.into_iter().map(component).collect())
}

/// References to these headers and to those that every answer has.
pub(super) fn references(names: &[&str]) -> Map<String, Json> {
    let reference = |name: &&str| {
        let place = format!("#/components/headers/{name}");
        ((*name).to_owned(), json!({"$ref": place}))
    };
    ALWAYS.iter().chain(names).map(reference).collect()
}
