//! Takes out of a template what acts by itself or when it is clicked: scripts, files, films. What
//! only leads to a place or to an address stays.

use std::collections::HashSet;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::referenced;
use crate::objects;

/// Kinds of annotations that play something or carry a file.
const PLAYING: [&[u8]; 7] = [
    b"3D",
    b"FileAttachment",
    b"Movie",
    b"Projection",
    b"RichMedia",
    b"Screen",
    b"Sound",
];

/// Where a link may lead. One without a scheme leads on from where the form itself came from.
const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];

/// Takes actions out of the pages, and what plays something off them. Links keep actions that lead
/// to a place or an address.
pub(super) fn pages(document: &mut Document, pages: &[ObjectId]) {
    for page in pages {
        let annotations = referenced(document, *page, b"Annots");
        let (playing, kept): (Vec<_>, Vec<_>) = annotations
            .into_iter()
            .partition(|annotation| is_playing(document, *annotation));
        for annotation in kept.iter().copied() {
            leave_what_leads(document, annotation);
        }
        if let Some(page) = objects::dictionary_mut(document, *page) {
            for key in [&b"AA"[..], b"AF", b"PresSteps"] {
                page.remove(key);
            }
            if !playing.is_empty() {
                let kept: Vec<Object> = kept.into_iter().map(Object::Reference).collect();
                page.set("Annots", kept);
            }
        }
        // The structure of the document may name it too.
        for annotation in playing {
            document.set_object(annotation, Object::Null);
        }
    }
}

/// Takes actions out of the bookmarks.
pub(super) fn outlines(document: &mut Document) {
    let catalog = document.trailer.get(b"Root").and_then(Object::as_reference);
    let root = catalog
        .ok()
        .and_then(|catalog| member(document, catalog, b"Outlines"));
    let mut open: Vec<ObjectId> = root.into_iter().collect();
    let mut seen = HashSet::new();
    while let Some(item) = open.pop() {
        if !seen.insert(item) {
            continue;
        }
        leave_what_leads(document, item);
        let next = [&b"First"[..], b"Next"].into_iter();
        open.extend(next.filter_map(|key| member(document, item, key)));
    }
}

/// A dictionary in another one, which is made an object of its own first.
fn member(document: &mut Document, holder: ObjectId, key: &[u8]) -> Option<ObjectId> {
    let direct = match document.get_dictionary(holder).ok()?.get(key).ok()? {
        Object::Reference(id) => return Some(*id),
        Object::Dictionary(direct) => direct.clone(),
        _ => return None,
    };
    let id = document.add_object(direct);
    objects::dictionary_mut(document, holder)?.set(key, id);
    Some(id)
}

fn is_playing(document: &Document, annotation: ObjectId) -> bool {
    let annotation = document.get_dictionary(annotation).ok();
    let kind = annotation.and_then(|it| objects::name(document, it, b"Subtype"));
    kind.is_some_and(|kind| PLAYING.contains(&kind))
}

/// Removes the actions of an annotation or a bookmark, but one that leads somewhere.
fn leave_what_leads(document: &mut Document, id: ObjectId) {
    let leads_only = leads_only(document, id);
    if let Some(dictionary) = objects::dictionary_mut(document, id) {
        for key in [&b"AA"[..], b"AF", b"PA"] {
            dictionary.remove(key);
        }
        if !leads_only {
            dictionary.remove(b"A");
        }
    }
}

fn leads_only(document: &Document, id: ObjectId) -> bool {
    let leads = || {
        let dictionary = document.get_dictionary(id).ok()?;
        let action = objects::dictionary(document, dictionary, b"A")?;
        let leads = match objects::name(document, action, b"S")? {
            b"GoTo" => true,
            b"URI" => leads_to_an_address(document, action),
            _ => false,
        };
        Some(leads && !action.has(b"Next"))
    };
    leads().unwrap_or(false)
}

/// Whether an address is none of a file or a script.
fn leads_to_an_address(document: &Document, action: &Dictionary) -> bool {
    let address = objects::entry(document, action, b"URI").and_then(|uri| uri.as_str().ok());
    let Some(address) = address.map(String::from_utf8_lossy) else {
        return false;
    };
    // Viewers pass over blanks and controls before and within a scheme.
    let written: String = address
        .chars()
        .filter(|character| !character.is_whitespace() && !character.is_control())
        .collect();
    let (before, _) = written
        .split_once(['/', '?', '#'])
        .unwrap_or((&written, ""));
    match before.split_once(':') {
        Some((scheme, _)) => SCHEMES.iter().any(|it| it.eq_ignore_ascii_case(scheme)),
        // Two slashes of any kind name another machine, whose files some viewers open.
        None => {
            !written.starts_with('\\') && !written.starts_with("//") && !written.starts_with("/\\")
        }
    }
}
