//! Streams that the library would take for text, or for a font, as they are packed: it passes over
//! filters that it does not know, over references in the place of their names, and over parameters
//! in a list.

use crate::document::{Dictionary, Object};

/// What the library undoes.
const FILTERS: [&[u8]; 3] = [b"FlateDecode", b"LZWDecode", b"ASCII85Decode"];

/// Whether the library unpacks a stream with these entries as everybody does.
pub(super) fn is_unpacked_by_library(entries: &Dictionary) -> bool {
    let is_known =
        |filter: &Object| matches!(filter, Object::Name(name) if FILTERS.contains(&&**name));
    let are_filters_known = match entries.get(b"Filter") {
        Object::Null => true,
        Object::Array(filters) => filters.iter().all(is_known),
        filter => is_known(filter),
    };
    let are_parameters_known = matches!(
        entries.get(b"DecodeParms"),
        Object::Null | Object::Dictionary(_)
    );
    are_filters_known && are_parameters_known
}

/// The entries of the same stream once it is unpacked.
pub(super) fn without_filters(entries: &Dictionary) -> Dictionary {
    let kept = entries.entries();
    let kept = kept.filter(|(key, _)| !matches!(*key, b"Filter" | b"DecodeParms" | b"Length"));
    kept.map(|(key, value)| (key.into(), value.clone()))
        .collect()
}
