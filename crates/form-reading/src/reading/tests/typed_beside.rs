//! Texts that somebody has typed onto a line, or under a text, of a continuation page: they are
//! kept, whatever stands beside them.

use forms::form_content::{FormContent, FormFieldKind, PlacedText, PrintedPages};
use forms::form_type::sample::sample;

use super::printed::sized;
use super::{field, shown};
use crate::read;

/// The texts on a page with this number, each with left edge, line and size.
fn on_page(page: usize, texts: &[(&str, f32, f32, f32)]) -> Vec<PlacedText> {
    let FormContent::Text(PrintedPages { mut texts, .. }) = sized(texts) else {
        panic!()
    };
    texts.iter_mut().for_each(|text| text.place.page = page);
    texts
}

/// What is read of another field, and of what stands behind it under no other name.
fn other_fields(first: &[(&str, f32, f32, f32)], second: &[(&str, f32, f32, f32)]) -> [String; 2] {
    let continued = format!("{} – Fortsetzung", sample().title);
    let begin = [
        (&*continued, 48.0, 1.0, 8.5),
        ("Weitere Angaben", 48.0, 3.0, 11.0),
        ("Bemerkung", 48.0, 4.0, 7.5),
    ];
    let title = [(&*continued, 48.0, 1.0, 8.5)];
    let texts = [
        on_page(0, &[&begin, first].concat()),
        on_page(1, &[&title, second].concat()),
    ];
    let data = read(&sample(), &FormContent::printed(texts.concat()), &[]).unwrap();
    ["Bemerkung", "Feld ohne Namen"].map(|name| shown(&data, &format!("otherFields.{name}")))
}

#[test]
fn a_text_beside_a_reference_to_a_page_is_kept_and_a_reference_alone_is_none() {
    let whole = ("eins", 48.0, 6.0, 9.5);
    let reference = ("→ Seite 2", 52.0, 5.0, 9.5);
    let [alone, _] = other_fields(&[reference, whole], &[]);
    assert_eq!(alone, "eins");
    let typed = ("Nachtrag", 300.0, 5.0, 9.5);
    let [beside, _] = other_fields(&[reference, typed, whole], &[]);
    assert_eq!(beside, "→ Seite 2 Nachtrag\neins");
}

#[test]
fn a_text_beside_the_title_of_a_page_is_kept_and_the_number_of_the_page_is_none() {
    let text = ("eins", 48.0, 5.0, 9.5);
    let number = [("Seite", 500.0, 1.0, 8.5), ("2 von 2", 530.0, 1.0, 8.5)];
    let end = ("zwei", 48.0, 2.0, 9.5);
    let [numbered, _] = other_fields(&[text], &[number[0], number[1], end]);
    assert_eq!(numbered, "eins\nzwei");
    let typed = ("Nachtrag", 300.0, 1.0, 9.5);
    let [beside, _] = other_fields(&[text], &[typed, number[0], number[1], end]);
    assert_eq!(beside, "eins\nNachtrag\nzwei");
}

#[test]
fn a_small_text_with_nothing_under_it_is_kept_and_names_no_field() {
    let text = ("eins", 48.0, 5.0, 9.5);
    let small = ("Telefon 06221 540", 48.0, 7.0, 7.5);
    let [named, unnamed] = other_fields(&[text, small], &[]);
    assert_eq!([named, unnamed], ["eins", "Telefon 06221 540"]);
}

#[test]
fn a_text_beside_the_name_of_a_cell_is_kept_behind_a_form_with_fields() {
    let continued = format!("{} – Fortsetzung", sample().title);
    let fields = vec![field("Feld 7", FormFieldKind::Text, &["Fest"])];
    let read = |line: &[(&str, f32, f32, f32)]| {
        let title = [(&*continued, 48.0, 1.0, 8.5)];
        let texts = on_page(1, &[&title, line].concat());
        read(&sample(), &FormContent::Fields(fields.clone(), texts), &[]).unwrap()
    };
    let name = ("Betrag 13", 48.0, 4.0, 7.5);
    assert_eq!(read(&[name]).at("otherFields"), None);
    let data = read(&[name, ("Nachtrag", 300.0, 4.0, 9.5)]);
    let kept = shown(&data, "otherFields.Seite 2");
    assert!(kept.ends_with("Nachtrag"), "{kept}");
}
