//! Adds new fields to the field tree of the template under their fully qualified names.

use std::collections::HashMap;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use crate::blank::Blank;
use crate::objects;
use crate::text_string;

/// The field tree while it grows.
pub(super) struct Names<'blank> {
    blank: &'blank Blank,
    /// Nodes that hold fields, by their fully qualified name.
    groups: HashMap<String, ObjectId>,
}

impl<'blank> Names<'blank> {
    pub(super) fn new(blank: &'blank Blank) -> Self {
        Self {
            blank,
            groups: blank.groups.clone(),
        }
    }

    /// Gives a field its name and its place in the tree.
    pub(super) fn add(
        &mut self,
        document: &mut Document,
        name: &str,
        mut field: Dictionary,
    ) -> ObjectId {
        let parts: Vec<&str> = name.split('.').collect();
        let place = self.place(document, &parts);
        let (parent, part) = match (place, parts.last()) {
            (Some(parent), Some(part)) => (parent, *part),
            // A name that fits into no tree is kept in one piece; readers join parts with the same
            // full stop.
            _ => (self.blank.form, name),
        };
        field.set("T", text_string::encode(part));
        if parent != self.blank.form {
            field.set("Parent", parent);
            // A group may limit its own fields, and a limit can be raised but not be taken away.
            if objects::inherited(document, parent, b"MaxLen").is_some() {
                field.set("MaxLen", i64::from(i32::MAX));
            }
        }
        let id = document.add_object(field);
        self.list(document, parent, id);
        id
    }

    /// The node under which the last part stands, made where it is missing. `None` where a part is
    /// empty or is a field with a value.
    fn place(&mut self, document: &mut Document, parts: &[&str]) -> Option<ObjectId> {
        let prefixes = || (1..parts.len()).map(|count| parts[..count].join("."));
        let is_taken = |name: &String| self.blank.fields_named(name).next().is_some();
        if parts.iter().any(|part| part.is_empty()) || prefixes().any(|name| is_taken(&name)) {
            return None;
        }
        let mut parent = self.blank.form;
        for (name, part) in prefixes().zip(parts) {
            parent = match self.groups.get(&name) {
                Some(group) => *group,
                None => {
                    let group = self.group(document, parent, part);
                    self.groups.insert(name, group);
                    group
                }
            };
        }
        Some(parent)
    }

    fn group(&self, document: &mut Document, parent: ObjectId, part: &str) -> ObjectId {
        let mut group = dictionary! {
            "T" => text_string::encode(part),
            "Kids" => Vec::<Object>::new(),
        };
        if parent != self.blank.form {
            group.set("Parent", parent);
        }
        let id = document.add_object(group);
        self.list(document, parent, id);
        id
    }

    fn list(&self, document: &mut Document, parent: ObjectId, kid: ObjectId) {
        let key: &[u8] = if parent == self.blank.form {
            b"Fields"
        } else {
            b"Kids"
        };
        let indirect = document
            .get_dictionary(parent)
            .and_then(|parent| parent.get(key))
            .and_then(Object::as_reference);
        let kids = match indirect {
            Ok(id) => document.get_object_mut(id).ok(),
            Err(_) => objects::dictionary_mut(document, parent)
                .and_then(|parent| parent.get_mut(key).ok()),
        };
        if let Some(Object::Array(kids)) = kids {
            kids.push(kid.into());
        }
    }
}
