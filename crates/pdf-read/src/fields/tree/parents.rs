//! What fields and widgets name as their parents (PDF 32000-1, 12.7.3.1).
//!
//! It should be the field that lists them. Where it is another one, some viewers go up from the
//! widget and others down the tree, so that they show the values of two fields.

use ports::PdfError;

use super::{Inherited, Terminal, Tree, circle, is_page, too_deep};
use crate::document::{Dictionary, Id, Object};
use crate::limits::FIELD_DEPTH_MAX;
use crate::steps::step;

impl Tree<'_> {
    /// The fields above a node, from its parent to the top.
    pub(super) fn ancestors(&self, node: &Object) -> Result<Vec<Id>, PdfError> {
        let mut chain = Vec::new();
        let mut node = self.document.resolve(node)?;
        while let Object::Dictionary(dictionary) = &node {
            let Some(parent) = dictionary.get(b"Parent").reference() else {
                break;
            };
            if chain.contains(&parent) {
                return Err(circle());
            }
            if chain.len() >= FIELD_DEPTH_MAX {
                return Err(too_deep());
            }
            node = self.document.object(parent)?;
            match &node {
                Object::Dictionary(dictionary) if !is_page(self.document, dictionary)? => {
                    chain.push(parent)
                }
                _ => break,
            }
        }
        Ok(chain)
    }

    /// Notes the value that a kid without one has from the parent that it names, if that is not the
    /// one which lists it.
    pub(super) fn note_other_parent(
        &mut self,
        kid: &Object,
        dictionary: &Dictionary,
        lister: &Inherited,
    ) -> Result<(), PdfError> {
        let named = dictionary.get(b"Parent").reference();
        if named.is_none() || named == lister.parent {
            return Ok(());
        }
        if self.document.get(dictionary, b"V")? != Object::Null {
            return Ok(());
        }
        let value = self.value_above(kid)?;
        if value == Object::Null {
            return Ok(());
        }
        let here = self.below(lister, kid.reference(), dictionary)?;
        let name = here.full_name();
        let mut attributes = here.attributes;
        attributes.set(b"V", value);
        self.of_other_parents.push(Terminal {
            name,
            attributes,
            own: Dictionary::default(),
            ..Terminal::default()
        });
        Ok(())
    }

    /// The value of the nearest field above a node that has one.
    fn value_above(&self, node: &Object) -> Result<Object, PdfError> {
        for ancestor in self.ancestors(node)? {
            step();
            if let Object::Dictionary(dictionary) = self.document.object(ancestor)? {
                let value = self.document.get(&dictionary, b"V")?;
                if value != Object::Null {
                    return Ok(value);
                }
            }
        }
        Ok(Object::Null)
    }
}
