//! A terminal field, as it was found in the tree, and its widgets.

use ports::PdfError;

use crate::document::{Dictionary, Document, Id, Object};

/// A field that holds a value.
#[derive(Debug, Clone, Default)]
pub(in crate::fields) struct Terminal {
    /// Fully qualified; empty for a widget without any name.
    pub(in crate::fields) name: String,
    pub(in crate::fields) attributes: Dictionary,
    pub(in crate::fields) own: Dictionary,
    /// Where it is shown. A field that is its own widget is among them.
    pub(in crate::fields) widgets: Vec<Widget>,
    /// Widgets in the place of these that people see, and that store nothing.
    pub(in crate::fields) seen_instead: Vec<Widget>,
}

/// A widget annotation (12.5.6.19).
#[derive(Debug, Clone)]
pub(in crate::fields) struct Widget {
    pub(in crate::fields) id: Option<Id>,
    pub(in crate::fields) dictionary: Dictionary,
    /// Whether it stands on no page, while others of its field do. Nobody sees what it shows.
    pub(in crate::fields) is_off_page: bool,
}

impl Widget {
    pub(in crate::fields) fn new(id: Option<Id>, dictionary: Dictionary) -> Self {
        Self {
            id,
            dictionary,
            is_off_page: false,
        }
    }
}

impl Terminal {
    /// An attribute of the field, or, where writers put it there, of its first widget. References
    /// are followed.
    pub(in crate::fields) fn attribute(
        &self,
        document: &dyn Document,
        key: &[u8],
    ) -> Result<Object, PdfError> {
        match (document.get(&self.attributes, key)?, self.widgets.first()) {
            (Object::Null, Some(widget)) => document.get(&widget.dictionary, key),
            (object, _) => Ok(object),
        }
    }

    /// An attribute that is an integer.
    pub(in crate::fields) fn integer(
        &self,
        document: &dyn Document,
        key: &[u8],
    ) -> Result<Option<i64>, PdfError> {
        Ok(match self.attribute(document, key)? {
            Object::Integer(integer) => Some(integer),
            _ => None,
        })
    }
}
