//! The head of the document: what the service is, and what holds for all operations.

use serde_json::{Value as Json, json};

use super::{Facts, tag};
use crate::error::Code;

const WHAT_IT_DOES: &str = "\
Takes filled PDF forms, turns them into data, and gives them back as data or as the filled form, \
with attachments and comparison offers.

**Keys.** Uploading a form needs no key and answers the key of the new application. It is sent in \
the header `X-PA-KEY` and opens that application. A master \
key, in `X-MASTER-KEY`, opens everything. On the two operations that a browser opens the key of \
the application may stand in the query as `key`. Where several are \
sent one is judged, in the order master key, header, query. It is decided in this order: who are \
you (401), may you (403), is it there (404), is the request right (400).

**Values.** Times are UTC without an offset. Money is a JSON number with at most two decimal \
places. Sizes are in bytes.

**Refusals** are `{\"detail\": \"a sentence for people\", \"code\": \"a_word_for_programs\"}`. \
The sentence names all mistakes.

**Limits.** Every answer tells in `X-RateLimit-Limit`, `X-RateLimit-Remaining` and \
`X-RateLimit-Reset` how many requests are left, to the address or to the key, whichever \
has less. After the last one the answer is 429 with `Retry-After`. Uploads have a limit of their \
own for each day.

**Headers.** Every answer has `X-Request-Id`, `X-Content-Type-Options: nosniff`, \
`Referrer-Policy: no-referrer` and a `Content-Security-Policy`. Answers that hold a key, or to \
requests with `key` in the query or to unknown paths, are `Cache-Control: private, no-store`, \
others under `/applications` `private, no-cache`. Every GET has a HEAD.
";

/// Version, introduction, servers and tags.
pub(super) fn head(facts: &Facts<'_>) -> Json {
    let mut head = json!({
        "openapi": "3.0.3",
        "info": {
            "title": "Application Form Service",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!("{WHAT_IT_DOES}\n{}", elsewhere()),
            "license": {"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"},
        },
        "tags": [
            {"name": tag::FORMS, "description": "Which forms there are."},
            {"name": tag::APPLICATIONS, "description": "Filled forms, as data and as PDF."},
            {"name": tag::ATTACHMENTS, "description": "Files that belong to an application."},
            {"name": tag::COST_POSITIONS, "description": "Comparison offers for the positions of \
                `data.costs`, or the reason why there are none."},
            {"name": tag::ADMINISTRATION, "description": "Only with a master key."},
            {"name": tag::SERVICE, "description": "The service itself and its documentation."},
        ],
    });
    if let Some(url) = &facts.settings.public_url {
        head["servers"] = json!([{"url": url}]);
    }
    head
}

/// The refusals of paths and methods that are not in the document.
fn elsewhere() -> String {
    let line = |code: Code| format!("`{code}` ({})", code.status().as_u16());
    format!(
        "**Other paths and methods** are refused with {} and {}.\n",
        line(Code::RouteNotFound),
        line(Code::MethodNotAllowed)
    )
}
