//! The roots of the field tree, and widgets that stand on a page without being listed by their
//! field.

use std::collections::{HashMap, HashSet};

use lopdf::{Document, Object, ObjectId};

use super::referenced;
use crate::objects::{self, DEPTH_MAX};

/// The roots of the tree: the nodes above what the form lists and above every widget on a page,
/// with nothing above them. Each node is listed by its parent afterwards. Some forms list widgets
/// in the place of the field above these.
pub(super) fn roots(
    document: &mut Document,
    form: ObjectId,
    annotations: &[ObjectId],
) -> Vec<ObjectId> {
    let mut nodes = referenced(document, form, b"Fields");
    let widgets = annotations.iter().copied();
    nodes.extend(widgets.filter(|annotation| is_widget(document, *annotation)));
    let mut roots = Vec::new();
    let mut known: HashSet<ObjectId> = HashSet::new();
    let mut kids: HashMap<ObjectId, Vec<ObjectId>> = HashMap::new();
    for mut node in nodes {
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
