//! Page trees of which viewers show other pages than those that are there.

use lopdf::dictionary;

use crate::form::{Form, is_ambiguous, read, text};

/// A form of two pages in which a text is replaced by another of the same length, so that all
/// offsets stay right.
fn with(from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut form = Form::with_text(dictionary! { "V" => text("a") });
    form.other_pages = vec![dictionary! { "Type" => "Page" }.into()];
    let mut bytes = form.bytes();
    let position = memchr::memmem::find(&bytes, from.as_bytes()).unwrap();
    bytes[position..position + to.len()].copy_from_slice(to.as_bytes());
    bytes
}

#[test]
fn a_list_that_counts_fewer_pages_than_it_has_is_ambiguous() {
    for count in ["/Count 1", "/Count 0"] {
        let refused = read(&with("/Count 2", count));
        assert!(is_ambiguous(&refused, "more pages than"), "{refused:?}");
    }
    for count in ["/Count 2", "/Count 9"] {
        assert!(read(&with("/Count 2", count)).is_ok(), "{count}");
    }
}

#[test]
fn what_stands_in_the_place_of_a_page_and_calls_itself_something_else_is_ambiguous() {
    for other in ["/Type/Text/", "/Type(Pag)/", "/Type/Pag /"] {
        let refused = read(&with("/Type/Page/", other));
        assert!(
            is_ambiguous(&refused, "not marked as a page"),
            "{refused:?}"
        );
    }
    assert!(read(&with("/Type/Page/", "/Typ0/Page/")).is_ok());
    assert!(read(&with("/Type/Page/", "/Type null/")).is_ok());
}
