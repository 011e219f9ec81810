//! What leads to removed widgets.

use std::collections::HashSet;

use lopdf::{Dictionary, Document, Object, ObjectId};

/// Takes removed widgets out of the structure tree, so that nothing leads to their values any more
/// (14.7.4.3).
pub(super) fn forget(document: &mut Document, removed: &HashSet<ObjectId>) {
    let names_removed = |object: &Object| {
        let named = |dictionary: &Dictionary| dictionary.get(b"Obj").and_then(Object::as_reference);
        matches!(
            object,
            Object::Dictionary(dictionary)
                if named(dictionary).is_ok_and(|id| removed.contains(&id)),
        )
    };
    let gone: HashSet<ObjectId> = document
        .objects
        .iter()
        .filter(|(_, object)| names_removed(object))
        .map(|(id, _)| *id)
        .collect();
    let is_gone = |object: &Object| {
        names_removed(object) || object.as_reference().is_ok_and(|id| gone.contains(&id))
    };
    for object in document.objects.values_mut() {
        let dictionary = match object {
            Object::Dictionary(dictionary) => dictionary,
            Object::Array(kids) => {
                kids.retain(|kid| !is_gone(kid));
                continue;
            }
            _ => continue,
        };
        match dictionary.get_mut(b"K") {
            Ok(Object::Array(kids)) => kids.retain(|kid| !is_gone(kid)),
            Ok(kid) if is_gone(kid) => {
                dictionary.remove(b"K");
            }
            _ => {}
        }
    }
    for id in removed.iter().chain(&gone) {
        document.objects.remove(id);
    }
}
