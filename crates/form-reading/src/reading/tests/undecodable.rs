//! Strings that no font explains, of flat files and beside fields.

use forms::form_content::{FieldWidget, FormField, PlacedText, PrintedPages, UndecodableText};
use forms::form_type::sample::sample;
use forms::{Data, FormContent};

use super::{by_place, shown, text};
use crate::{BlankForm, ContentError, read, read_with_sources};

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

/// What is read of a form with a field on its first page, whose pages show these.
fn read_fields(texts: Vec<PlacedText>, blank: &[PlacedText]) -> Result<Data, ContentError> {
    let place = by_place::run("", 100.0, 60.0).place;
    let name = FormField {
        place: Some(place),
        widgets: vec![FieldWidget { place, state: None }],
        ..text("Feld 7", "Sommerfest")
    };
    read(&sample(), &FormContent::Fields(vec![name], texts), blank)
}

fn undecodable(page: usize) -> PlacedText {
    let mut run = by_place::run("\u{FFFD}", 0.0, 10.0);
    run.place.page = page;
    run
}

#[test]
fn a_page_whose_every_text_cannot_be_decoded_is_refused_where_it_is_the_forms() {
    // It has fields of the form, or the blank form prints something on it.
    let second = PlacedText {
        place: undecodable(1).place,
        ..by_place::run("Formular B", 40.0, 30.0)
    };
    for (page, blank) in [(0, Vec::new()), (0, by_place::blank()), (1, vec![second])] {
        let refused = read_fields(vec![undecodable(page)], &blank).unwrap_err();
        let name = format!("Seite {}", page + 1);
        assert!(refused.to_string().contains(&name), "{refused}");
    }
}

#[test]
fn what_only_says_that_a_text_cannot_be_decoded_is_told_of_pages_that_are_not_the_forms() {
    let own = [by_place::blank(), vec![undecodable(0)]].concat();
    let mut letter = by_place::run("Sehr geehrte Frau Müller", 40.0, 60.0);
    letter.place.page = 3;
    let found = [own.clone(), vec![undecodable(3), letter]].concat();
    let data = read_fields(found, &own).unwrap();
    let told = shown(&data, "otherFields.Seite 4");
    assert!(
        told.contains('\u{FFFD}') && told.contains("Sehr geehrte Frau Müller"),
        "{told}"
    );
    assert_eq!(data.at("otherFields.Seite 1"), None);
}
