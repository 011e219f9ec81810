//! What is the same in every file that is filled from a template, written once.

use std::collections::BTreeMap;

use lopdf::{Document, Object, ObjectId};
use ports::FillError;

use super::TemplateField;
use crate::body::Body;
use crate::packing::Packing;

/// The part of a template that no filling changes, as the beginning of a file, and the part that
/// fillings change or look at.
pub(crate) struct Skeleton {
    pub(crate) body: Body,
    /// New objects get numbers behind all of those in the body.
    pub(crate) changing: Document,
}

impl Skeleton {
    /// Divides a template. Beside fields and widgets, fillings change the catalog, the information
    /// on the document, the form, the root of the page tree and the nodes in which fields hang.
    pub(super) fn of<'fields>(
        document: &Document,
        fields: &'fields [TemplateField],
        nodes: impl Iterator<Item = &'fields ObjectId>,
    ) -> Result<Self, FillError> {
        let mut changing = Changing {
            document,
            objects: BTreeMap::new(),
        };
        for key in [&b"Root"[..], b"Info"] {
            changing.add_named(document.trailer.get(key).ok());
        }
        changing.add_named(document.catalog().and_then(|root| root.get(b"Pages")).ok());
        for field in fields {
            changing.add(field.id);
            field
                .widgets
                .iter()
                .for_each(|widget| changing.add(widget.id));
        }
        nodes.for_each(|node| changing.add(*node));
        let changing = changing.objects;
        let fixed = document.objects.iter();
        let fixed = fixed.filter(|(id, _)| !changing.contains_key(id));
        let mut body = Body::begin(document);
        let last = body.add(fixed, Packing::Kept, document.max_id)?;
        let mut filled = Document::new();
        filled.trailer = document.trailer.clone();
        filled.max_id = last;
        filled.objects = changing;
        let changing = filled;
        Ok(Self { body, changing })
    }
}

/// Collects objects, each with those that are looked at through it.
struct Changing<'document> {
    document: &'document Document,
    objects: BTreeMap<ObjectId, Object>,
}

/// The entries through which fillings look at other objects: the looks of a widget and their
/// states, the lists in which nodes and pages hang, what a node has from above.
const LOOKED_THROUGH: [&[u8]; 6] = [b"AP", b"N", b"Kids", b"Fields", b"Parent", b"MaxLen"];

impl Changing<'_> {
    fn add(&mut self, id: ObjectId) {
        let mut ids = vec![id];
        // Streams are only ever replaced.
        while let Some(id) = ids.pop() {
            let object = match self.document.objects.get(&id) {
                None | Some(Object::Stream(_)) => continue,
                Some(object) => object,
            };
            if self.objects.contains_key(&id) {
                continue;
            }
            self.objects.insert(id, object.clone());
            match object {
                Object::Reference(other) => ids.push(*other),
                Object::Dictionary(dictionary) => {
                    let through = |key: &&[u8]| dictionary.get(key).ok();
                    for entry in LOOKED_THROUGH.iter().filter_map(through) {
                        let looks = entry.as_dict().and_then(|looks| looks.get(b"N")).ok();
                        let entries = [Some(entry), looks].into_iter().flatten();
                        ids.extend(entries.filter_map(|entry| entry.as_reference().ok()));
                    }
                }
                _ => {}
            }
        }
    }

    fn add_named(&mut self, object: Option<&Object>) {
        if let Some(Ok(id)) = object.map(Object::as_reference) {
            self.add(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use lopdf::Writer;

    use super::super::Blank;
    use super::*;

    #[test]
    fn body_and_what_changes_are_together_the_template() {
        for package in forms_toml::builtin().unwrap() {
            let blank = Blank::load(&package.template).unwrap();
            let Skeleton { body, changing } = &blank.skeleton;
            assert!(changing.objects.len() < blank.document.objects.len());
            assert!(
                blank
                    .fields
                    .iter()
                    .all(|field| changing.has_object(field.id))
            );
            let mut file = body.copy(0);
            let objects = changing.objects.iter();
            let last = file.add(objects, Packing::Quick, changing.max_id).unwrap();
            let trailer = changing.trailer.clone();
            let file = file.finish(trailer, last, Packing::Quick).unwrap();
            let read = Document::load_mem(&file).unwrap();
            for (id, object) in &blank.document.objects {
                let written = |object: &Object| {
                    let mut bytes = Vec::new();
                    Writer::write_object(&mut bytes, object).unwrap();
                    bytes
                };
                let read = read.objects.get(id).map(written);
                assert_eq!(read, Some(written(object)), "{id:?}");
            }
        }
    }
}
