//! Where nodes stand in the field tree (PDF 32000-1, 12.7.3): each is at one place.

use std::rc::Rc;

use ports::PdfError;

use super::{Tree, circle};
use crate::document::{Id, Object};
use crate::limits::NODES_MAX;
use crate::steps::step;

/// Where a node was met.
pub(super) struct TreePlace {
    pub(super) parent: Option<Id>,
    /// The full name of the field that it is or belongs to; `None` where that has none.
    pub(super) name: Option<Rc<str>>,
    /// The values that it has there, of its own or from above; `None` for a widget, which has those
    /// of its field.
    pub(super) values: Option<[Object; 2]>,
}

impl TreePlace {
    /// Whether it is below the same node, or below another one under the same full name and with
    /// the same values, as where a program has copied a node above it.
    fn is(&self, other: &Self) -> bool {
        let names = self.name.as_ref().zip(other.name.as_ref());
        let are_alike = names.is_some_and(|(one, other)| are_named_alike(one, other));
        let values = self.values.as_ref().zip(other.values.as_ref());
        let are_equal = values.is_none_or(|(one, other)| one == other);
        self.parent == other.parent || (are_alike && are_equal)
    }
}

/// Whether each part of two names is the same, or one is a copy of the other.
fn are_named_alike(one: &str, other: &str) -> bool {
    let is_alike = |(one, other)| one == other || is_copy(one, other) || is_copy(other, one);
    one.split('.').count() == other.split('.').count()
        && one.split('.').zip(other.split('.')).all(is_alike)
}

/// Whether a name is the other one with what PyMuPDF puts behind those of copies: `0 [166]`, with
/// the number of the object.
fn is_copy(name: &str, other: &str) -> bool {
    let mark = name.strip_prefix(other);
    let number = mark.and_then(|mark| mark.strip_prefix(" [")?.strip_suffix(']'));
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

impl Tree<'_> {
    /// Counts a node, and tells whether it was visited before at the same place.
    pub(super) fn is_repeated(
        &mut self,
        id: Option<Id>,
        place: TreePlace,
    ) -> Result<bool, PdfError> {
        step();
        self.nodes += 1;
        if self.nodes > NODES_MAX {
            return Err(PdfError::TooComplex(format!(
                "more than {NODES_MAX} fields and widgets"
            )));
        }
        let Some(id) = id else {
            return Ok(false);
        };
        match self.places.get(&id) {
            None => {
                self.places.insert(id, place);
                Ok(false)
            }
            Some(first) if first.is(&place) => Ok(true),
            Some(_) => Err(circle()),
        }
    }
}
