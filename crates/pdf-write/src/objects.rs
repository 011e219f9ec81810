//! Looking into a document: values behind references, numbers, rectangles.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};
use pdf_syntax::Rectangle;

use crate::packing::Packing;

/// The entry of a dictionary, references followed; `None` where it is missing or null.
pub(crate) fn entry<'document>(
    document: &'document Document,
    dictionary: &'document Dictionary,
    key: &[u8],
) -> Option<&'document Object> {
    let object = resolved(document, dictionary.get(key).ok()?)?;
    (!object.is_null()).then_some(object)
}

/// The object itself, or the one that it refers to; `None` where that does not exist.
pub(crate) fn resolved<'document>(
    document: &'document Document,
    object: &'document Object,
) -> Option<&'document Object> {
    document.dereference(object).ok().map(|(_, object)| object)
}

/// The entry of a dictionary as a dictionary.
pub(crate) fn dictionary<'document>(
    document: &'document Document,
    dictionary: &'document Dictionary,
    key: &[u8],
) -> Option<&'document Dictionary> {
    entry(document, dictionary, key)?.as_dict().ok()
}

/// The members of an array entry, as they stand; none where there is no array.
pub(crate) fn array<'document>(
    document: &'document Document,
    dictionary: &'document Dictionary,
    key: &[u8],
) -> &'document [Object] {
    entry(document, dictionary, key)
        .and_then(|object| object.as_array().ok())
        .map_or(&[], Vec::as_slice)
}

/// The entry of a dictionary as an integer.
pub(crate) fn integer(document: &Document, dictionary: &Dictionary, key: &[u8]) -> Option<i64> {
    entry(document, dictionary, key)?.as_i64().ok()
}

/// The entry of a dictionary as a name.
pub(crate) fn name<'document>(
    document: &'document Document,
    dictionary: &'document Dictionary,
    key: &[u8],
) -> Option<&'document [u8]> {
    entry(document, dictionary, key)?.as_name().ok()
}

/// The numbers in an array entry; members that are not numbers are left out.
pub(crate) fn numbers(document: &Document, dictionary: &Dictionary, key: &[u8]) -> Vec<f32> {
    numbers_of(document, array(document, dictionary, key))
}

/// The members of an array that are numbers.
pub(crate) fn numbers_of(document: &Document, members: &[Object]) -> Vec<f32> {
    members
        .iter()
        .filter_map(|member| resolved(document, member)?.as_float().ok())
        .collect()
}

/// The entry of a page or a field, or the one that it has from the nodes above it, references
/// followed.
pub(crate) fn inherited<'document>(
    document: &'document Document,
    node: ObjectId,
    key: &[u8],
) -> Option<&'document Object> {
    let mut node = document.get_dictionary(node).ok();
    for _ in 0..DEPTH_MAX {
        let here = node?;
        if let Some(found) = entry(document, here, key) {
            return Some(found);
        }
        node = dictionary(document, here, b"Parent");
    }
    None
}

/// Levels of a tree of pages or fields; real ones have at most about ten.
pub(crate) const DEPTH_MAX: usize = 64;

/// A rectangle as the array of a PDF.
pub(crate) fn rectangle(area: Rectangle) -> Object {
    let corners = [area.left, area.bottom, area.right, area.top];
    Object::Array(
        corners
            .map(|number| Object::Real((number * 1000.0).round() / 1000.0))
            .to_vec(),
    )
}

/// A dictionary that has a number of its own.
pub(crate) fn dictionary_mut(document: &mut Document, id: ObjectId) -> Option<&mut Dictionary> {
    document.get_object_mut(id).ok()?.as_dict_mut().ok()
}

/// What a small drawing may have once decompressed: more than the look of any mark.
const DRAWING_BYTES_MAX: usize = 1024 * 1024;

/// The operators of a small drawing; `None` where they cannot be decoded, or are so many that
/// whoever made the template means harm.
pub(crate) fn drawing(stream: &Stream) -> Option<Vec<u8>> {
    stream.get_plain_content_with_limit(DRAWING_BYTES_MAX).ok()
}

/// A stream, compressed where that pays.
pub(crate) fn stream(packing: Packing, dictionary: Dictionary, content: Vec<u8>) -> Stream {
    match content.len() > packing.plain_max() {
        true => packing.stream(dictionary, content),
        false => Stream::new(dictionary, content),
    }
}
