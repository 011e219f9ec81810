//! Closing what the content of a page leaves open, so that what is painted after it stands where it
//! should.

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use crate::objects;

/// Gives the content of a page as many `Q` as it has `q` (PDF 32000-1, 8.4.2). A content that
/// cannot be read stays as it is.
pub(super) fn balance(document: &mut Document, page: ObjectId) {
    let Ok(content) = Content::decode(&document.get_page_content(page)) else {
        return;
    };
    let (mut open, mut unopened) = (0_usize, 0_usize);
    for operation in &content.operations {
        match operation.operator.as_str() {
            "q" => open += 1,
            "Q" if open == 0 => unopened += 1,
            "Q" => open -= 1,
            _ => {}
        }
    }
    if open == 0 && unopened == 0 {
        return;
    }
    let mut add = |operators: String| -> Object {
        let stream = Stream::new(Dictionary::new(), operators.into_bytes());
        document.add_object(stream).into()
    };
    let (before, after) = (add("q\n".repeat(unopened)), add("\nQ".repeat(open)));
    let own = document.get_page_contents(page);
    let own = own.into_iter().map(Object::Reference);
    let contents: Vec<Object> = [before].into_iter().chain(own).chain([after]).collect();
    if let Some(page) = objects::dictionary_mut(document, page) {
        page.set("Contents", contents);
    }
}
