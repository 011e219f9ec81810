//! What the nodes of the page tree say of themselves (PDF 32000-1, 7.7.3): viewers that believe it
//! show other pages than those that count.

use ports::PdfError;

use crate::document::{Dictionary, Document, Object};

/// Refuses a node that says that it has fewer pages (`Count`) than there are below it: most viewers
/// leave out the last ones. Nobody looks for more where there are none.
pub(super) fn check_count(
    document: &dyn Document,
    node: &Dictionary,
    pages: usize,
) -> Result<(), PdfError> {
    let count = document.integer(node, b"Count")?;
    let is_enough = |count: i64| usize::try_from(count).is_ok_and(|count| count >= pages);
    match count.is_none_or(is_enough) {
        true => Ok(()),
        false => Err(PdfError::Ambiguous(
            "it holds more pages than its list of pages (/Count) counts, so that viewers show \
                only some of them"
                .to_owned(),
        )),
    }
}

/// Refuses what stands in the place of a page and calls itself something else (`Type`): some
/// viewers show it, and others do not.
pub(super) fn check_page(document: &dyn Document, node: &Dictionary) -> Result<(), PdfError> {
    match document.get(node, b"Type")? {
        Object::Null => Ok(()),
        Object::Name(name) if *name == *b"Page" => Ok(()),
        _ => Err(PdfError::Ambiguous(
            "one of its pages is not marked as a page (/Type /Page), so that not all viewers \
                show it"
                .to_owned(),
        )),
    }
}
