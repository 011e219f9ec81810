//! Files of another version of the form, in which things stand elsewhere.

use forms::Data;
use forms::form_content::{
    FieldWidget, FormContent, FormField, FormFieldKind, PagePlace, PlacedText,
};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::{field, shown};
use crate::{BlankForm, ContentError, read_with_sources};

pub(super) const LINE: f32 = 14.0;

/// What the form prints, each with its left edge and line.
pub(super) const BLANK: [(&str, f32, f32); 16] = [
    ("Projektantrag", 40.0, 1.0),
    ("Bitte am Bildschirm ausf\u{fc}llen", 40.0, 2.0),
    ("Projekt", 40.0, 4.0),
    ("Projektname", 40.0, 5.0),
    ("E-Mail", 40.0, 8.0),
    ("Art der Einrichtung", 300.0, 8.0),
    ("Fakultät", 316.0, 9.0),
    ("Einzelperson", 406.0, 9.0),
    ("Beschreibung", 40.0, 11.0),
    ("Finanzen", 40.0, 20.0),
    ("Kosten", 40.0, 21.0),
    ("Bezeichnung", 40.0, 22.0),
    ("Betrag", 300.0, 22.0),
    ("Einwilligung Datenschutz", 60.0, 30.0),
    ("in die Verarbeitung aller Angaben", 60.0, 31.0),
    ("Projektantrag Version 1 Seite 1 von 1", 40.0, 50.0),
];

/// Texts that somebody typed into the fields, in points from the left and in lines from the top.
const VALUES: [(&str, f32, f32); 7] = [
    ("Sommerfest", 42.0, 6.0),
    ("zoe@example.org", 42.0, 9.0),
    ("x", 301.0, 9.0),
    ("Musik und Tanz", 42.0, 12.0),
    ("Saal", 42.0, 23.0),
    ("1.660,40", 302.0, 23.0),
    ("x", 41.0, 30.0),
];

fn place(left: f32, line: f32, width: f32, lines: f32) -> PagePlace {
    PagePlace {
        page: 0,
        left,
        top: LINE * line,
        width,
        height: LINE * lines,
    }
}

pub(super) fn run(text: &str, left: f32, line: f32) -> PlacedText {
    let width = 5.0 * text.chars().count() as f32;
    let place = place(left, line, width, 1.0);
    let height = 10.0;
    PlacedText::new(text, PagePlace { height, ..place })
}

pub(super) fn runs(texts: &[(&str, f32, f32)]) -> Vec<PlacedText> {
    let runs = texts.iter();
    runs.map(|(text, left, line)| run(text, *left, *line))
        .collect()
}

pub(super) fn fields() -> Vec<FormField> {
    let placed = |name: &str, kind, place: PagePlace| FormField {
        place: Some(place),
        widgets: vec![FieldWidget { place, state: None }],
        ..field(name, kind, &[])
    };
    let text = |name: &str, left, line, lines| {
        placed(name, FormFieldKind::Text, place(left, line, 220.0, lines))
    };
    let consent = FormFieldKind::CheckBox;
    let option = |state: &str, left| FieldWidget {
        place: place(left, 9.0, 12.0, 1.0),
        state: Some(state.to_owned()),
    };
    let kind = FormField {
        widgets: vec![option("faculty", 300.0), option("individual", 390.0)],
        ..field("institutionType", FormFieldKind::Radio, &[])
    };
    vec![
        kind,
        text("Feld 7", 40.0, 6.0, 1.0),
        text("applicant.email", 40.0, 9.0, 1.0),
        FormField {
            multiple: true,
            ..text("description", 40.0, 12.0, 7.0)
        },
        text("costs.0.name", 40.0, 23.0, 1.0),
        text("costs.0.amount", 300.0, 23.0, 1.0),
        placed("privacyConsent", consent, place(40.0, 30.0, 12.0, 1.0)),
    ]
}

pub(super) fn read(content: &FormContent) -> Result<Data, ContentError> {
    let (texts, fields) = (runs(&BLANK), fields());
    let blank = BlankForm {
        texts: &texts,
        fields: &fields,
        ..BlankForm::default()
    };
    read_with_sources(&sample(), content, blank).map(|(data, _)| data)
}

pub(super) fn is_read(texts: &[PlacedText]) {
    let data = read(&FormContent::printed(texts.to_vec())).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "costs.0.amount"), "1660.4");
    assert_eq!(shown(&data, "institutionType"), "faculty");
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
}

/// The sentence with which a flat file is refused that prints these texts.
pub(super) fn refusal(texts: &[PlacedText]) -> String {
    let refused = read(&FormContent::printed(texts.to_vec())).unwrap_err();
    assert!(refused.is_ambiguous());
    refused.to_string()
}

/// The filled form in which everything under a line stands so much lower.
pub(super) fn moved(below: f32, lines: f32) -> Vec<PlacedText> {
    let mut texts = runs(&[BLANK.as_slice(), &VALUES].concat());
    // The foot of the page stays.
    for text in texts.iter_mut().filter(|text| text.place.top < 49.0 * LINE) {
        if text.place.top >= below * LINE {
            text.place.top += lines * LINE;
        }
    }
    texts
}

/// These texts with another one in the place of one.
pub(super) fn with(mut texts: Vec<PlacedText>, own: &str, other: &str) -> Vec<PlacedText> {
    for text in texts.iter_mut().filter(|text| text.text == own) {
        *text = run(other, text.place.left, text.place.top / LINE);
    }
    texts
}

#[test]
fn a_flat_page_in_which_something_came_or_went_is_refused() {
    is_read(&moved(0.0, 0.0));
    for (below, lines) in [(29.0, 3.0), (29.0, -2.0), (19.0, 4.0), (10.0, 2.0)] {
        let sentence = refusal(&moved(below, lines));
        assert!(
            sentence.starts_with("Seite 1: what the form prints"),
            "{sentence}"
        );
        assert_eq!(sentence.matches("Seite 1").count(), 1, "{sentence}");
    }
}

#[test]
fn a_flat_page_on_which_labels_have_changed_their_places_is_refused() {
    let mut texts = moved(0.0, 0.0);
    for text in &mut texts {
        match text.text.as_str() {
            "E-Mail" => text.place.left = 300.0,
            "Art der Einrichtung" => text.place.left = 40.0,
            _ => {}
        }
    }
    let sentence = refusal(&texts);
    assert!(sentence.contains("of another version"), "{sentence}");
}

#[test]
fn a_flat_page_on_which_options_have_changed_their_places_is_refused() {
    for (faculty, individual) in [(406.0, 316.0), (406.0, 496.0)] {
        let mut texts = moved(0.0, 0.0);
        for text in &mut texts {
            match text.text.as_str() {
                "Fakultät" => text.place.left = faculty,
                "Einzelperson" => text.place.left = individual,
                _ => {}
            }
        }
        let sentence = refusal(&texts);
        assert!(sentence.contains("of another version"), "{sentence}");
    }
}

#[test]
fn what_stands_elsewhere_away_from_every_field_leaves_them_readable() {
    let mut texts = moved(0.0, 0.0);
    for text in texts
        .iter_mut()
        .filter(|text| text.text.contains("Version"))
    {
        text.text = text.text.replace("Version 1", "Version 7");
        text.place.top += 5.0 * LINE;
    }
    is_read(&texts);
    let data = read(&FormContent::printed(texts)).unwrap();
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn words_of_another_font_and_labels_that_were_typed_move_nothing() {
    let mut texts = moved(0.0, 0.0);
    for text in &mut texts {
        if text.text.starts_with("in die") {
            text.place.left += 20.0;
            text.place.top += 5.0;
        }
    }
    texts.extend(runs(&[("E-Mail", 42.0, 13.0), ("Projekt", 42.0, 14.0)]));
    is_read(&texts);
    // Another program has made one text of two labels.
    let heading = (
        "Bezeichnung",
        "Bezeichnung                                         Betrag",
    );
    let mut joined = texts.clone();
    joined.retain(|text| text.text != "Betrag");
    for text in joined.iter_mut().filter(|text| text.text == heading.0) {
        let place = text.place;
        *text = PlacedText::new(
            heading.1,
            PagePlace {
                width: 290.0,
                ..place
            },
        );
    }
    joined.push(run("Betrag", 42.0, 16.0));
    is_read(&joined);
    // Two words of a text that another program could not write are in a typed one.
    texts.retain(|text| !text.text.starts_with("in die"));
    texts.push(run("in die Stadt", 42.0, 15.0));
    is_read(&texts);
}

#[test]
fn beside_fields_the_print_of_another_version_is_no_value_wherever_it_stands() {
    let filled = |name: &str| match name {
        "Feld 7" => "Sommerfest",
        "applicant.email" => "zoe@example.org",
        "costs.0.name" => "Saal",
        "costs.0.amount" => "1.660,40",
        _ => "",
    };
    let filled = fields().into_iter().map(|field| FormField {
        values: vec![filled(&field.name).to_owned()],
        ..field
    });
    let filled: Vec<FormField> = filled.collect();
    for (below, lines) in [(29.0, -5.0), (29.0, 3.0), (19.0, 4.0)] {
        let mut texts = moved(below, lines);
        texts.truncate(BLANK.len());
        let content = FormContent::Fields(filled.clone(), texts);
        let data = read(&content).unwrap();
        assert_eq!(shown(&data, "costs.0.amount"), "1660.4");
        assert_eq!(data.at("costs.1.name"), None, "{below} {lines}");
        assert_eq!(data.at("otherFields"), None, "{below} {lines}");
    }
}
