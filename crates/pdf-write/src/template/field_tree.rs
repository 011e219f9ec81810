//! The field tree: a node for each part of a name (PDF 32000-1, 12.7.3.2).

use std::collections::{HashMap, HashSet};

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::TemplateError;
use crate::text_string;

/// The tree under way.
#[derive(Default)]
pub(super) struct FieldTree {
    roots: Vec<ObjectId>,
    nodes: Vec<Node>,
    /// Positions in `nodes` by fully qualified name.
    positions: HashMap<String, usize>,
    terminals: HashSet<String>,
}

/// A node with others below it: a part of a name, or a field with several widgets.
struct Node {
    id: ObjectId,
    dictionary: Dictionary,
    kids: Vec<ObjectId>,
}

impl FieldTree {
    /// Adds a field that is its own widget under its full name; answers its number.
    pub(super) fn add_field(
        &mut self,
        document: &mut Document,
        name: &str,
        mut dictionary: Dictionary,
    ) -> Result<ObjectId, TemplateError> {
        let id = document.new_object_id();
        self.hang(document, name, id, &mut dictionary)?;
        if self.positions.contains_key(name) || !self.terminals.insert(name.to_owned()) {
            return Err(TemplateError::Name(name.to_owned()));
        }
        document.set_object(id, dictionary);
        Ok(id)
    }

    /// Adds a widget to the field of this name, which comes into being with its first widget.
    pub(super) fn add_button(
        &mut self,
        document: &mut Document,
        name: &str,
        mut field: Dictionary,
        mut widget: Dictionary,
    ) -> Result<ObjectId, TemplateError> {
        let position = match self.positions.get(name) {
            Some(position) if self.terminals.contains(name) => *position,
            Some(_) => return Err(TemplateError::Name(name.to_owned())),
            None => {
                let id = document.new_object_id();
                self.hang(document, name, id, &mut field)?;
                if !self.terminals.insert(name.to_owned()) {
                    return Err(TemplateError::Name(name.to_owned()));
                }
                self.push(name, id, field)
            }
        };
        let parent = &mut self.nodes[position];
        widget.set("Parent", parent.id);
        let id = document.add_object(widget);
        parent.kids.push(id);
        Ok(id)
    }

    /// Writes the nodes; answers the roots.
    pub(super) fn finish(self, document: &mut Document) -> Vec<Object> {
        for mut node in self.nodes {
            let kids: Vec<Object> = node.kids.into_iter().map(Object::Reference).collect();
            node.dictionary.set("Kids", kids);
            document.set_object(node.id, node.dictionary);
        }
        self.roots.into_iter().map(Object::Reference).collect()
    }

    /// Gives a dictionary its partial name and its parent, making the nodes on the way.
    fn hang(
        &mut self,
        document: &mut Document,
        name: &str,
        id: ObjectId,
        dictionary: &mut Dictionary,
    ) -> Result<(), TemplateError> {
        let (group, partial) = name
            .rsplit_once('.')
            .map_or((None, name), |(group, partial)| (Some(group), partial));
        dictionary.set("T", text_string::encode(partial));
        let Some(group) = group else {
            self.roots.push(id);
            return Ok(());
        };
        let position = self.group(document, group)?;
        let parent = &mut self.nodes[position];
        dictionary.set("Parent", parent.id);
        parent.kids.push(id);
        Ok(())
    }

    fn group(&mut self, document: &mut Document, name: &str) -> Result<usize, TemplateError> {
        if self.terminals.contains(name) {
            return Err(TemplateError::Name(name.to_owned()));
        }
        if let Some(position) = self.positions.get(name) {
            return Ok(*position);
        }
        let id = document.new_object_id();
        let mut dictionary = Dictionary::new();
        self.hang(document, name, id, &mut dictionary)?;
        Ok(self.push(name, id, dictionary))
    }

    fn push(&mut self, name: &str, id: ObjectId, dictionary: Dictionary) -> usize {
        let position = self.nodes.len();
        self.positions.insert(name.to_owned(), position);
        self.nodes.push(Node {
            id,
            dictionary,
            kids: Vec::new(),
        });
        position
    }
}
