//! The roots of the field tree, and widgets that stand on a page without being listed by their
//! field.

use std::collections::{HashMap, HashSet};

use lopdf::{Document, Object, ObjectId};

use super::referenced;
use crate::objects::{self, DEPTH_MAX};

/// The roots of the tree. Every widget on a page is listed by its parent afterwards, up to a root
/// that the form lists.
pub(super) fn roots(
    document: &mut Document,
    form: ObjectId,
    annotations: &[ObjectId],
) -> Vec<ObjectId> {
    let mut roots = referenced(document, form, b"Fields");
    let mut known: HashSet<ObjectId> = roots.iter().copied().collect();
    let mut kids: HashMap<ObjectId, Vec<ObjectId>> = HashMap::new();
    for annotation in annotations {
        if !is_widget(document, *annotation) {
            continue;
        }
        let mut node = *annotation;
        for _ in 0..DEPTH_MAX {
            let Some(parent) = parent(document, node) else {
                break;
            };
            let listed = kids
                .entry(parent)
                .or_insert_with(|| referenced(document, parent, b"Kids"));
            if !listed.contains(&node) {
                listed.push(node);
                let listed: Vec<Object> = listed.iter().copied().map(Object::Reference).collect();
                if let Some(parent) = objects::dictionary_mut(document, parent) {
                    parent.set("Kids", listed);
                }
            }
            node = parent;
        }
        if known.insert(node) {
            roots.push(node);
        }
    }
    if let Some(form) = objects::dictionary_mut(document, form) {
        let roots: Vec<Object> = roots.iter().copied().map(Object::Reference).collect();
        form.set("Fields", roots);
    }
    roots
}

fn is_widget(document: &Document, annotation: ObjectId) -> bool {
    document
        .get_dictionary(annotation)
        .is_ok_and(|annotation| objects::name(document, annotation, b"Subtype") == Some(b"Widget"))
}

/// The field above a node. Some writers name the page as parent, which is none.
fn parent(document: &Document, node: ObjectId) -> Option<ObjectId> {
    let parent = document
        .get_dictionary(node)
        .and_then(|node| node.get(b"Parent"))
        .and_then(Object::as_reference)
        .ok()?;
    let kind = objects::name(document, document.get_dictionary(parent).ok()?, b"Type");
    (!matches!(kind, Some(b"Page" | b"Pages" | b"Catalog"))).then_some(parent)
}
