//! Files of another version of the form, in which other words are printed at its fields.

use forms::form_content::{FormContent, PlacedText};
use forms::form_type::sample::sample;

use super::moved_words::{BLANK, fields, is_read, moved, read, refusal, run, runs, with};
use super::shown;
use crate::{BlankForm, read_with_sources};

/// The filled form in which one of its own texts is another one.
fn reworded(own: &str, other: &str) -> Vec<PlacedText> {
    with(moved(0.0, 0.0), own, other)
}

#[test]
fn a_value_under_the_label_of_another_field_is_refused_with_both_labels() {
    for (own, other, path) in [
        ("Projektname", "Telefon", "name"),
        ("Projektname", "Projektleitung", "name"),
        ("E-Mail", "Fachbereich", "applicant.email"),
        ("Fakultät", "Fachschaft", "institutionType"),
        ("Betrag", "Anzahl", "costs.0.amount"),
    ] {
        let sentence = refusal(&reworded(own, other));
        let start = format!("{path}: \"{other}\" is printed where the form has \"{own}\"");
        assert!(sentence.starts_with(&start), "{sentence}");
    }
}

#[test]
fn a_label_that_is_nearly_the_same_or_of_an_empty_field_refuses_nothing() {
    for (own, other) in [
        ("E-Mail", "E-Mail-Adresse"),
        ("Projektname", "Projekt name *"),
        ("Projektname", "Pr0jektname"),
        ("Betrag", "€"),
        ("Fakultät", "\u{FDD0}t"),
        ("Einzelperson", "Verein"),
    ] {
        is_read(&reworded(own, other));
    }
    let mut texts = reworded("E-Mail", "Fachbereich");
    texts.retain(|text| !text.text.contains('@'));
    let data = read(&FormContent::printed(texts)).unwrap();
    assert_eq!(data.at("applicant.email"), None);
}

/// What the blank form prints if the label of its box stands on two lines, the last one with these
/// words.
fn on_two_lines(last: &str) -> Vec<PlacedText> {
    let mut texts = runs(&BLANK);
    texts.retain(|text| !text.text.starts_with("in die"));
    for text in &mut texts {
        if text.text == "Einwilligung Datenschutz" {
            *text = run("Einwilligung", 60.0, 30.0);
        }
    }
    let place = texts.iter().position(|text| text.text == "Einwilligung");
    texts.insert(place.unwrap() + 1, run(last, 60.0, 31.0));
    texts
}

#[test]
fn a_label_on_several_lines_is_compared_line_by_line() {
    let texts = on_two_lines("Datenschutz *");
    let fields = fields();
    let blank = BlankForm {
        texts: &texts,
        fields: &fields,
        ..BlankForm::default()
    };
    let read = |last: &str| {
        let filled = [
            on_two_lines(last),
            runs(&[("Sommerfest", 42.0, 6.0), ("x", 41.0, 30.0)]),
        ];
        let content = FormContent::printed(filled.concat());
        read_with_sources(&sample(), &content, blank)
    };
    let (data, _) = read("Datenschutz *").unwrap();
    assert_eq!(shown(&data, "privacyConsent"), "Some(Boolean(true))");
    let sentence = read("Werbung *").unwrap_err().to_string();
    let start = "privacyConsent: \"Werbung *\" is printed where the form has \"Datenschutz *\"";
    assert!(sentence.starts_with(start), "{sentence}");
}
