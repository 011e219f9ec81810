//! Where nodes stand in the field tree (PDF 32000-1, 12.7.3): each is at one place.

use std::rc::Rc;

use ports::PdfError;

use super::{Tree, circle};
use crate::document::Id;
use crate::limits::NODES_MAX;
use crate::steps::step;

/// Where a node was met.
pub(super) struct TreePlace {
    pub(super) parent: Option<Id>,
    /// The full name of the field that it is or belongs to; `None` where that has none.
    pub(super) name: Option<Rc<str>>,
}

impl TreePlace {
    /// Whether it is below the same node, or below another one under the same full name, as where
    /// a program has copied a node above it.
    fn is(&self, other: &Self) -> bool {
        let is_named_alike = |(one, other): (&Rc<str>, &Rc<str>)| uncopied(one) == uncopied(other);
        let names = self.name.as_ref().zip(other.name.as_ref());
        self.parent == other.parent || names.is_some_and(is_named_alike)
    }
}

/// A name without what PyMuPDF puts behind those of copies: `0 [166]`, with the number of the
/// object.
fn uncopied(name: &str) -> Vec<&str> {
    let is_number = |number: &str| number.bytes().all(|byte| byte.is_ascii_digit());
    let parts = name.split('.').map(|part| match part.rsplit_once(" [") {
        Some((own, mark)) if mark.strip_suffix(']').is_some_and(is_number) => own,
        _ => part,
    });
    parts.collect()
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
