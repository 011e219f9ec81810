//! Strings of flat files that no font explains.

use forms::FormContent;
use forms::form_content::{PrintedPages, UndecodableText};
use forms::form_type::sample::sample;

use super::by_place;
use crate::{BlankForm, read_with_sources};

const fn string(page: usize, look: u8) -> UndecodableText {
    UndecodableText {
        page,
        glyphs: Some([look; 32]),
    }
}

const UNKNOWN: UndecodableText = UndecodableText {
    page: 0,
    glyphs: None,
};

/// The faults of a printed blank form with these strings, `own` of which the blank form has.
fn faults(own: &[UndecodableText], found: &[UndecodableText]) -> Vec<String> {
    let texts = by_place::blank();
    let blank = BlankForm {
        texts: &texts,
        undecodable: own,
        ..BlankForm::default()
    };
    let content = FormContent::Text(PrintedPages {
        texts: texts.clone(),
        undecodable: found.to_vec(),
        ..PrintedPages::default()
    });
    match read_with_sources(&sample(), &content, blank) {
        Ok(_) => Vec::new(),
        Err(error) => error
            .faults()
            .iter()
            .map(|fault| format!("{}: {}", fault.path, fault.problem))
            .collect(),
    }
}

#[test]
fn what_the_blank_form_draws_too_is_its_own() {
    let own = [string(0, 1), string(0, 1), string(1, 2)];
    for found in [&own[..], &own[1..], &[]] {
        assert_eq!(faults(&own, found), [""; 0]);
    }
}

#[test]
fn anything_else_may_be_a_value() {
    let own = [string(0, 1), string(1, 2), UNKNOWN];
    for (name, found, page) in [
        ("another text", &[string(0, 3)][..], 1),
        ("one more of the same", &[string(0, 1), string(0, 1)], 1),
        ("one of another page", &[string(1, 1)], 2),
        (
            "one on a page that the form does not have",
            &[string(7, 1)],
            8,
        ),
        ("one of which it is not known how it looks", &[UNKNOWN], 1),
    ] {
        let right = "upload the PDF with its fields, as it was filled in";
        let fault = format!("Seite {page}: a text on it cannot be decoded, {right}");
        assert_eq!(faults(&own, found), [fault], "{name}");
    }
    let found = [string(0, 3), string(0, 4), string(2, 3)];
    assert_eq!(faults(&[], &found).len(), 2, "each page is named once");
}
