mod beside_fields;
mod by_place;
mod chosen_bars;
mod combs;
mod continued;
mod drawn_marks;
mod drawn_order;
mod earlier_versions;
mod field_reach;
mod growth;
mod hyphens;
mod ligatures;
mod listed_options;
mod looks_on;
mod marked_rows;
mod marked_texts;
mod missing_fields;
mod miswritten;
mod moved_pages;
mod moved_words;
mod own_or_filled;
mod own_places;
mod painted_marks;
mod printed;
mod printed_options;
mod respelled;
mod rest;
mod reworded;
mod shared_options;
mod sheets;
mod sources;
mod typed_beside;
mod typed_words;
mod undecodable;
mod unmarked;

use forms::Data;
use forms::form_content::{
    FormContent, FormField, FormFieldKind, FormFieldOption, PagePlace, PlacedText,
};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::read;

fn field(name: &str, kind: FormFieldKind, values: &[&str]) -> FormField {
    FormField {
        name: name.into(),
        kind,
        values: values.iter().map(|&value| value.to_owned()).collect(),
        ..FormField::default()
    }
}

fn text(name: &str, value: &str) -> FormField {
    field(name, FormFieldKind::Text, &[value])
}

fn read_fields(fields: Vec<FormField>) -> Result<Data, super::ContentError> {
    read(&sample(), &FormContent::Fields(fields, Vec::new()), &[])
}

fn shown(data: &Data, path: &str) -> String {
    match data.at(path) {
        Some(Value::Text(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn fields_become_typed_values() {
    let data = read_fields(vec![
        text("Feld 7", " Sommerfest "),
        text("projectBeginn", "1.2.26"),
        text("applicant.iban", "DE02 1203 0000 0000 2020 51"),
        text("participants", "120"),
        field("institutionType", FormFieldKind::Radio, &["faculty"]),
        field("privacyConsent", FormFieldKind::CheckBox, &["Ja"]),
        text("costs.0.name", ""),
        text("costs.2.amount", "1.234,50 €"),
        text("costs.1.name", "Saal"),
    ])
    .unwrap();
    for (path, value) in [
        ("name", " Sommerfest "),
        ("projectBeginn", "2026-02-01"),
        ("participants", "120"),
        ("institutionType", "faculty"),
        ("costs.0.name", "Saal"),
        ("costs.1.amount", "1234.5"),
    ] {
        assert_eq!(shown(&data, path), value, "{path}");
    }
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
    assert_eq!(data.at("costs.2"), None);
}

#[test]
fn what_the_form_type_does_not_know_is_kept() {
    let mut by_index = field("Auswahl", FormFieldKind::Radio, &["1"]);
    by_index.options = vec![FormFieldOption {
        export: "1".into(),
        display: "Donnerstag".into(),
    }];
    let data = read_fields(vec![
        text("Bemerkung", "zwei\rZeilen"),
        text("leer", ""),
        text("otherFields.a%2Eb", "x"),
        text(" ", "ohne Namen"),
        text("otherFields.%", "noch eins"),
        by_index,
        field("Liste", FormFieldKind::Choice, &["eins", "zwei"]),
        field("Knopf", FormFieldKind::PushButton, &[]),
        field("Haken", FormFieldKind::CheckBox, &[]),
        text("costs.100.name", "zu weit"),
    ])
    .unwrap();
    let Some(Value::Object(others)) = data.at("otherFields") else {
        panic!("no other fields")
    };
    let expected = [
        ("Bemerkung", "zwei\nZeilen"),
        ("a.b", "x"),
        ("Feld ohne Namen", "ohne Namen"),
        ("Feld ohne Namen (2)", "noch eins"),
        ("Auswahl", "Donnerstag"),
        ("Liste", "eins\nzwei"),
        ("costs.100.name", "zu weit"),
    ];
    assert_eq!(
        others
            .iter()
            .map(|(name, value)| (name.as_str(), value.clone()))
            .collect::<Vec<_>>(),
        expected.map(|(name, value)| (name, Value::text(value)))
    );
}

#[test]
fn every_value_that_is_not_of_its_type_is_named() {
    let fault = read_fields(vec![
        text("projectBeginn", "31.02.2026"),
        text("name", "Fest"),
        text("costs.3.amount", "viel"),
    ])
    .unwrap_err();
    assert!(!fault.is_ambiguous());
    let sentence = fault.to_string();
    assert!(
        sentence.contains("projectBeginn: \"31.02.2026\"")
            && sentence.contains("costs.3.amount: \"viel\""),
        "{sentence}"
    );
}

#[test]
fn two_fields_for_one_value_must_agree() {
    assert!(read_fields(vec![text("name", "Fest"), text("Feld 7", "Fest")]).is_ok());
    assert!(
        read_fields(vec![text("name", "Fest"), text("Feld 7", "Feier")])
            .unwrap_err()
            .is_ambiguous()
    );
    assert!(
        read_fields(vec![text("x", "1"), text("otherFields.x", "2")])
            .unwrap_err()
            .is_ambiguous()
    );
}

/// A printed page: texts with left edge and line, 12 points a line, 6 points a character.
fn printed(runs: &[(&str, f32, f32)]) -> FormContent {
    let place = |text: &str, left: f32, line: f32| PagePlace {
        page: 0,
        left,
        top: 40.0 + 12.0 * line,
        width: 6.0 * text.chars().count() as f32,
        height: 9.0,
    };
    let runs = runs.iter().map(|&(text, left, line)| PlacedText {
        text: text.into(),
        place: place(text, left, line),
        words: Vec::new(),
        clipped_by: None,
        line_end: None,
        field: None,
        is_ordered: false,
    });
    FormContent::printed(runs.collect())
}

#[test]
fn a_printed_value_follows_its_label_or_stands_under_it() {
    let data = read(
        &sample(),
        &printed(&[
            ("Projektname *", 40.0, 0.0),
            ("Sommerfest", 40.0, 1.0),
            ("Projektbeginn:", 40.0, 3.0),
            ("01.02.2026", 140.0, 3.0),
            ("Projektende", 300.0, 3.0),
            ("03.02.2026", 300.0, 4.0),
            ("E-Mail: a@b.de", 40.0, 6.0),
            ("Beschreibung", 40.0, 8.0),
            ("erste Zeile", 40.0, 9.0),
            ("zweite", 40.0, 10.0),
            ("Zeile", 100.0, 10.0),
            ("Finanzen", 40.0, 12.0),
        ]),
        &[],
    )
    .unwrap();
    for (path, value) in [
        ("name", "Sommerfest"),
        ("projectBeginn", "2026-02-01"),
        ("projectEnd", "2026-02-03"),
        ("applicant.email", "a@b.de"),
        ("description", "erste Zeile\nzweite Zeile"),
    ] {
        assert_eq!(shown(&data, path), value, "{path}");
    }
}

#[test]
fn a_gap_ends_a_printed_label_as_a_colon_does() {
    let texts = printed(&[
        ("Projektname   Nacht: der  Künste", 40.0, 0.0),
        ("Projektbeginn *  1.2.2026", 40.0, 1.0),
        ("E-Mail: a@b.de", 40.0, 2.0),
        ("Projektname steht oben", 40.0, 4.0),
    ]);
    let data = read(&sample(), &texts, &[]).unwrap();
    for (path, value) in [
        ("name", "Nacht: der  Künste"),
        ("projectBeginn", "2026-02-01"),
        ("applicant.email", "a@b.de"),
        ("otherFields.Seite 1", "Projektname steht oben"),
    ] {
        assert_eq!(shown(&data, path), value, "{path}");
    }
}

#[test]
fn printed_tables_are_told_apart_by_their_captions() {
    let data = read(
        &sample(),
        &printed(&[
            ("Kosten", 40.0, 0.0),
            ("Bezeichnung", 60.0, 1.0),
            ("Betrag", 300.0, 1.0),
            ("1", 42.0, 2.0),
            ("Saal", 60.0, 2.0),
            ("1.234,50 €", 310.0, 2.0),
            ("2", 42.0, 3.0),
            ("3", 42.0, 4.0),
            ("Musik", 60.0, 4.0),
            ("Einnahmen", 40.0, 6.0),
            ("Bezeichnung", 60.0, 7.0),
            ("Betrag", 300.0, 7.0),
            ("1", 42.0, 8.0),
            ("Eintritt", 60.0, 8.0),
            ("5,00 €", 310.0, 8.0),
        ]),
        &[],
    )
    .unwrap();
    for (path, value) in [
        ("costs.0.name", "Saal"),
        ("costs.0.amount", "1234.5"),
        ("costs.1.name", "Musik"),
        ("income.0.name", "Eintritt"),
        ("income.0.amount", "5"),
    ] {
        assert_eq!(shown(&data, path), value, "{path}");
    }
    assert_eq!((data.at("costs.2"), data.at("income.1")), (None, None));
}

#[test]
fn printed_marks_say_which_box_is_on() {
    let marked = printed(&[
        ("Art der Einrichtung", 40.0, 0.0),
        ("Fakultät", 56.0, 1.0),
        ("●", 200.0, 1.0),
        ("Einzelperson", 212.0, 1.0),
        ("✕", 40.0, 3.0),
        ("Einwilligung Datenschutz", 56.0, 3.0),
    ]);
    let data = read(&sample(), &marked, &[]).unwrap();
    assert_eq!(
        (
            shown(&data, "institutionType").as_str(),
            data.at("privacyConsent")
        ),
        ("individual", Some(&Value::Boolean(true)))
    );
    let blank = printed(&[
        ("Art der Einrichtung", 40.0, 0.0),
        ("Fakultät", 56.0, 1.0),
        ("Einzelperson", 212.0, 1.0),
        ("Einwilligung Datenschutz", 56.0, 3.0),
    ]);
    let data = read(&sample(), &blank, &[]).unwrap();
    assert_eq!(
        (data.at("institutionType"), data.at("privacyConsent")),
        (None, Some(&Value::Boolean(false)))
    );
}

#[test]
fn a_printed_label_with_two_values_is_refused() {
    let fault = read(
        &sample(),
        &printed(&[
            ("Projektname", 40.0, 0.0),
            ("Fest", 140.0, 0.0),
            ("Projektname", 40.0, 3.0),
            ("Feier", 140.0, 3.0),
        ]),
        &[],
    )
    .unwrap_err();
    assert!(fault.is_ambiguous());
    let continued = printed(&[
        ("Projektname", 40.0, 0.0),
        ("→ Seite 2", 140.0, 0.0),
        ("Projektname", 40.0, 3.0),
        ("Feier", 140.0, 3.0),
    ]);
    assert_eq!(
        shown(&read(&sample(), &continued, &[]).unwrap(), "name"),
        "Feier"
    );
}
