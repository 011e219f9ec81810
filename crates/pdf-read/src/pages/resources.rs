//! The size of the resources of all pages together (PDF 32000-1, 7.8.3).

use ports::PdfError;

use super::Pages;
use crate::document::{Dictionary, Document, Object};
use crate::limits::PAGE_RESOURCES_MAX;

/// The categories of a resource dictionary.
const CATEGORIES: [&[u8]; 7] = [
    b"ColorSpace",
    b"ExtGState",
    b"Font",
    b"Pattern",
    b"Properties",
    b"Shading",
    b"XObject",
];

impl Pages {
    /// Refuses pages whose resources are together larger than `PAGE_RESOURCES_MAX`. What pages
    /// share is counted for each of them, since a parser may look at it as often.
    pub(crate) fn check_resources(&self, document: &dyn Document) -> Result<(), PdfError> {
        let mut left = PAGE_RESOURCES_MAX;
        for page in self.iter() {
            let Object::Dictionary(resources) = document.resolve(page.resources())? else {
                continue;
            };
            let categories = CATEGORIES.map(|category| document.dictionary(&resources, category));
            let mut size = size_of(&resources);
            for category in categories {
                size = size.saturating_add(size_of(&category?));
            }
            left = left.checked_sub(size).ok_or_else(|| {
                let most = format!("more than {PAGE_RESOURCES_MAX} resources of all pages");
                PdfError::TooComplex(most)
            })?;
        }
        Ok(())
    }
}

/// The bytes of names and strings, and one for each object. References are not followed.
fn size_of(dictionary: &Dictionary) -> usize {
    let sizes = dictionary
        .entries()
        .map(|(key, object)| key.len().saturating_add(size_of_object(object)));
    sizes.fold(1, usize::saturating_add)
}

/// Objects are nested no deeper than they are read.
fn size_of_object(object: &Object) -> usize {
    match object {
        Object::String(bytes) => bytes.len().saturating_add(1),
        Object::Name(name) => name.len().saturating_add(1),
        Object::Array(members) => members
            .iter()
            .map(size_of_object)
            .fold(1, usize::saturating_add),
        Object::Dictionary(dictionary) | Object::Stream(dictionary, _) => size_of(dictionary),
        Object::Null
        | Object::Boolean(_)
        | Object::Integer(_)
        | Object::Real(_)
        | Object::Reference(_) => 1,
    }
}
