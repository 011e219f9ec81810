//! The full name of a field that was made for this form alone (PDF 32000-1, 12.7.3.2).

use lopdf::{Dictionary, Document};

use crate::objects::{self, DEPTH_MAX};
use crate::text_string;

/// The partial names from the root, joined by `.`; none where a part cannot be read.
pub(super) fn full_name(document: &Document, widget: &Dictionary) -> Option<String> {
    let mut parts = Vec::new();
    let mut node = Some(widget);
    for _ in 0..DEPTH_MAX {
        let Some(dictionary) = node else { break };
        if let Some(part) = objects::entry(document, dictionary, b"T") {
            parts.push(text_string::decode_field_name(part)?);
        }
        node = objects::dictionary(document, dictionary, b"Parent");
    }
    parts.reverse();
    (!parts.is_empty()).then(|| parts.join("."))
}
