//! The bodies of requests.

use domain::attachment::DIRECTION_MARKS;
use domain::cost_position::{
    DESCRIPTION_LENGTH_MAX, JUSTIFICATION_LENGTH_MAX, MISLEADING_IN_HOSTS,
    SUPPLIER_NAME_LENGTH_MAX, URL_LENGTH_MAX,
};
use serde_json::{Value as Json, json};

use super::Facts;
use crate::openapi::polish;
use crate::schema::{self, TEXT, not_blank};

/// Nothing, or an absolute address (RFC 3986) with a host and a port that there can be, and without
/// a character that must be escaped.
fn web_address() -> String {
    let range = |(first, last)| format!("\\u{:04x}-\\u{:04x}", u32::from(first), u32::from(last));
    let turning: String = DIRECTION_MARKS.map(range).concat();
    let escaped = format!("\\s<>\"\\\\^`{{|}}\\x00-\\x1f\\x7f-\\x9f{turning}");
    let user = format!("([^{escaped}/?#@]*@)?");
    let misleading: String = MISLEADING_IN_HOSTS.map(range).concat();
    let unit = format!("([^\\s\\x00-,./:-@\\[-^`{{-\\x9f{misleading}]|%[89A-Fa-f][0-9A-Fa-f])");
    let label = format!("{unit}{{1,63}}");
    let host = format!("({label}(\\.{label})*\\.?|\\[({})\\])", ipv6_address());
    let port = "(:(0*([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|\
        6553[0-5]))?)?";
    format!("^([Hh][Tt][Tt][Pp][Ss]?://{user}{host}{port}([/?#][^{escaped}]*)?)?$")
}

/// The spellings of an address of IPv6 (RFC 4291, 2.2): eight groups, or fewer around two colons.
/// Of those that end in IPv4 the mapped ones (2.5.5.2), which are in use.
fn ipv6_address() -> String {
    const GROUP: &str = "[0-9A-Fa-f]{1,4}";
    const BYTE: &str = "([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
    let shortened = (1..=6).map(|before| {
        let after = 7 - before;
        format!("({GROUP}:){{1,{before}}}(:{GROUP}){{1,{after}}}")
    });
    let others = [
        format!("({GROUP}:){{7}}{GROUP}"),
        format!("({GROUP}:){{1,7}}:"),
        format!(":(:{GROUP}){{1,7}}"),
        "::".to_owned(),
        format!("::[Ff]{{4}}:{BYTE}(\\.{BYTE}){{3}}"),
    ];
    others
        .into_iter()
        .chain(shortened)
        .collect::<Vec<_>>()
        .join("|")
}

/// The schemas of bodies that have a fixed shape.
pub(super) fn schemas(facts: &Facts<'_>) -> Json {
    json!({
        "Upload": upload(facts),
        "NewAttachment": new_attachment(facts),
        "NewOffer": new_offer(),
        "Justification": justification(),
    })
}

fn upload(facts: &Facts<'_>) -> Json {
    let bytes_max = facts.settings.upload_bytes_max;
    json!({
        "type": "object",
        "description": "A filled form. Parts with other names are ignored.",
        "required": ["file", "form_type"],
        "properties": {
            "file": {
                "type": "string",
                "format": "binary",
                "x-bytes-max": bytes_max,
                "description": format!("The PDF, at most {bytes_max} bytes."),
            },
            "form_type": {
                "type": "string",
                "enum": facts.forms.keys(),
                "description": "Which form it is.",
            },
        },
    })
}

fn new_attachment(facts: &Facts<'_>) -> Json {
    let bytes_max = facts.settings.attachment_limits.file_bytes_max;
    json!({
        "type": "object",
        "description": "A file to be added. Parts with other names are ignored.",
        "required": ["file"],
        "properties": {
            "file": {
                "type": "string",
                "format": "binary",
                "minLength": 1,
                "x-bytes-max": bytes_max,
                "description": format!("The file, 1 to {bytes_max} bytes, with a name and, where \
                    it is known, a content type."),
            },
        },
    })
}

fn new_offer() -> Json {
    json!({
        "type": "object",
        "description": "An offer to be added.",
        "required": ["supplier_name", "amount"],
        "additionalProperties": false,
        "properties": {
            "supplier_name": {
                "type": "string", "minLength": 1, "maxLength": SUPPLIER_NAME_LENGTH_MAX,
                "pattern": not_blank(),
                "description": "Who made it. Spaces at the ends are left out.",
            },
            "amount": {
                "type": "number", "minimum": 0, "maximum": schema::money_max(),
                "description": "What it costs, with at most two decimal places.",
            },
            "description": {
                "type": "string", "nullable": true, "maxLength": DESCRIPTION_LENGTH_MAX,
                "default": "", "pattern": TEXT,
                "description": "What is offered.",
            },
            "url": {
                "type": "string", "nullable": true, "maxLength": URL_LENGTH_MAX, "default": "",
                "pattern": web_address(),
                "description": "Where it can be seen: an absolute http or https address, or \
                    nothing.",
            },
            "attachment_id": {
                "type": "integer", "format": "int64", "nullable": true, "minimum": 1,
                "description": "The attachment that holds it. It must belong to the same \
                    application.",
            },
            "is_preferred": {
                "type": "boolean", "nullable": true, "default": false,
                "description": "Whether it shall be the preferred one. Then none of the others is.",
            },
        },
    })
}

fn justification() -> Json {
    let text = |more: Json| {
        let schema = json!({
            "type": "string",
            "maxLength": JUSTIFICATION_LENGTH_MAX,
            "description": "Why no comparison offers are needed.",
        });
        polish::merged(schema, more)
    };
    let flag = |value: bool| json!({"type": "boolean", "enum": [value]});
    json!({
        "description": "Why a cost position needs no comparison offers. Who says that none are \
            needed says why.",
        "oneOf": [
            {
                "type": "object",
                "title": "No offers needed",
                "required": ["no_offers_required", "justification"],
                "additionalProperties": false,
                "properties": {
                    "no_offers_required": flag(true),
                    "justification": text(json!({"minLength": 1, "pattern": not_blank()})),
                },
            },
            {
                "type": "object",
                "title": "Offers needed",
                "required": ["no_offers_required"],
                "additionalProperties": false,
                "properties": {
                    "no_offers_required": flag(false),
                    "justification": text(json!({"nullable": true, "pattern": TEXT})),
                },
            },
        ],
    })
}
