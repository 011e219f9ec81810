//! An uploaded file: both parsers, and what they agree upon.

use forms::FormContent;
use forms::form_content::{FormField, PagePlace};
use pdf_read::wire::{self, Job};

pub(crate) fn run(pdf: &[u8]) {
    let read = pdf_read::read(pdf);
    // The second reading of a large file would halve the number of files.
    if pdf.len() < 4096 {
        assert_eq!(pdf_read::read(pdf), read, "reading is the same each time");
    }
    if let Ok(content) = &read {
        assert_is_sound(content);
    }
    let answer = wire::answer(&Job::Content, read.clone());
    assert_eq!(
        wire::decode_content(&answer).ok(),
        Some(read),
        "it is sent as it is"
    );
}

fn assert_is_sound(content: &FormContent) {
    match content {
        FormContent::Fields(fields, _) | FormContent::PartlyFlat(fields, _) => {
            assert!(!fields.is_empty(), "a form without fields is a text");
            fields.iter().for_each(assert_is_field);
        }
        FormContent::Text(pages) => pages.comments.iter().for_each(assert_is_field),
    }
    for run in content.texts() {
        assert!(
            !run.text.contains(['\n', '\r', '\0']),
            "{run:?} is one line"
        );
        assert_is_finite(run.place);
    }
}

fn assert_is_field(field: &FormField) {
    let texts = field.values.iter().chain(&field.tooltip);
    assert!(
        !texts.chain([&field.name]).any(|text| text.contains('\0')),
        "{field:?}"
    );
    if let Some(place) = field.place {
        assert_is_finite(place);
    }
}

fn assert_is_finite(place: PagePlace) {
    let numbers = [place.left, place.top, place.width, place.height];
    assert!(numbers.into_iter().all(f32::is_finite), "{place:?}");
}
