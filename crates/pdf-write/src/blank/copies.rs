//! Copies of fields that stand on no page, as Preview on macOS leaves them in the field tree; the
//! fields on the pages, which people see, stand in none. These take the places of their copies: of
//! two fields with one name viewers change only one, and nobody could tell any more what counts.

use std::collections::{HashMap, HashSet};

use lopdf::{Document, Object, ObjectId};
use pdf_syntax::Rectangle;

use super::TemplateField;
use crate::objects::{self, DEPTH_MAX};

/// The nodes of fields on no page that are on pages as well, with the same name, kind and places.
pub(super) fn copies(document: &Document, fields: &[TemplateField]) -> Vec<ObjectId> {
    let mut shown: HashMap<&str, Vec<&TemplateField>> = HashMap::new();
    for field in fields.iter().filter(|field| stands_on_pages(field)) {
        shown.entry(&field.name).or_default().push(field);
    }
    let is_copy = |copy: &&TemplateField| {
        let others = shown.get(copy.name.as_str()).into_iter().flatten();
        let mut others = others.filter(|other| other.kind == copy.kind);
        !copy.name.is_empty()
            && copy.widgets.iter().all(|widget| widget.place.is_none())
            && others.any(|other| have_same_places(document, copy, other))
    };
    fields
        .iter()
        .filter(is_copy)
        .map(|field| field.id)
        .collect()
}

fn stands_on_pages(field: &TemplateField) -> bool {
    !field.widgets.is_empty() && field.widgets.iter().all(|widget| widget.place.is_some())
}

fn have_same_places(document: &Document, one: &TemplateField, other: &TemplateField) -> bool {
    let mut pairs = one.widgets.iter().zip(&other.widgets);
    one.widgets.len() == other.widgets.len()
        && pairs.all(|(one, other)| {
            let areas = area(document, one.id).zip(area(document, other.id));
            areas.is_some_and(|(one, other)| one.is_near(other))
        })
}

fn area(document: &Document, widget: ObjectId) -> Option<Rectangle> {
    let widget = document.get_dictionary(widget).ok()?;
    Rectangle::from_corners(&objects::numbers(document, widget, b"Rect"))
}

/// Takes these nodes out of the field tree, and what is above them where that holds nothing else.
pub(super) fn take_out(document: &mut Document, form: ObjectId, copies: Vec<ObjectId>) {
    let mut gone: HashSet<ObjectId> = copies.iter().copied().collect();
    let mut level = copies;
    for _ in 0..DEPTH_MAX {
        let above: HashSet<ObjectId> = level
            .iter()
            .filter_map(|node| parent(document, *node))
            .collect();
        level = above
            .into_iter()
            .filter(|parent| without(document, *parent, b"Kids", &gone))
            .collect();
        gone.extend(&level);
    }
    without(document, form, b"Fields", &gone);
}

fn parent(document: &Document, node: ObjectId) -> Option<ObjectId> {
    let node = document.get_dictionary(node).ok()?;
    node.get(b"Parent").and_then(Object::as_reference).ok()
}

/// Takes the nodes out of a list of nodes; tells whether none is left.
fn without(
    document: &mut Document,
    holder: ObjectId,
    key: &[u8],
    gone: &HashSet<ObjectId>,
) -> bool {
    let Ok(dictionary) = document.get_dictionary(holder) else {
        return false;
    };
    let mut nodes = objects::array(document, dictionary, key).to_vec();
    let count = nodes.len();
    nodes.retain(|node| {
        node.as_reference()
            .map_or(true, |node| !gone.contains(&node))
    });
    if nodes.len() == count {
        return false;
    }
    let is_empty = nodes.is_empty();
    if let Some(dictionary) = objects::dictionary_mut(document, holder) {
        dictionary.set(key, nodes);
    }
    is_empty
}
