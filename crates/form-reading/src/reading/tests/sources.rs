//! Where each value was read.

use forms::form_content::{FormContent, FormField, FormFieldKind, PagePlace, PlacedText};
use forms::form_type::sample::sample;
use forms::value_source::{SourceKind, ValueSource};

use super::{field, printed};
use crate::{BlankForm, read_with_sources};

fn sources(content: &FormContent, blank: &[PlacedText]) -> Vec<ValueSource> {
    let blank = BlankForm {
        texts: blank,
        ..BlankForm::default()
    };
    let (data, sources) = read_with_sources(&sample(), content, blank).unwrap();
    for source in &sources {
        let is_other = source.path.starts_with("otherFields.");
        assert!(is_other || data.at(&source.path).is_some(), "{source:?}");
    }
    sources
}

/// Path, kind, name and raw text of each.
fn told(sources: &[ValueSource]) -> Vec<(&str, SourceKind, &str, &str)> {
    fn tell(source: &ValueSource) -> (&str, SourceKind, &str, &str) {
        let name = source.name.as_deref().unwrap_or("–");
        (&source.path, source.kind, name, &source.raw)
    }
    sources.iter().map(tell).collect()
}

fn place(left: f32, top: f32) -> PagePlace {
    PagePlace {
        page: 1,
        left,
        top,
        width: 200.0,
        height: 10.0,
    }
}

fn placed(name: &str, kind: FormFieldKind, values: &[&str], top: f32) -> FormField {
    FormField {
        place: Some(place(100.0, top)),
        ..field(name, kind, values)
    }
}

#[test]
fn read_with_sources_names_fields_with_what_they_hold_and_where() {
    use FormFieldKind::{CheckBox, Text};
    let fields = vec![
        placed("Feld 7", Text, &[" Sommerfest "], 10.0),
        placed("projectBeginn", Text, &["1.2.26"], 20.0),
        placed("privacyConsent", CheckBox, &[], 30.0),
        placed("costs.0.name", Text, &[""], 40.0),
        placed("costs.2.amount", Text, &["1.234,50 €"], 50.0),
        placed("costs.1.name", Text, &["Saal"], 60.0),
        placed("a.b", Text, &["zwei\rZeilen"], 70.0),
    ];
    let sources = sources(&FormContent::Fields(fields, Vec::new()), &[]);
    let field = SourceKind::Field;
    assert_eq!(
        told(&sources),
        [
            ("name", field, "Feld 7", " Sommerfest "),
            ("projectBeginn", field, "projectBeginn", "1.2.26"),
            ("privacyConsent", field, "privacyConsent", ""),
            ("costs.1.amount", field, "costs.2.amount", "1.234,50 €"),
            ("costs.0.name", field, "costs.1.name", "Saal"),
            (
                "otherFields.a.b",
                SourceKind::UnknownField,
                "a.b",
                "zwei\rZeilen"
            ),
        ]
    );
    assert_eq!(sources[3].place, Some(place(100.0, 50.0)));
}

#[test]
fn read_with_sources_tells_text_in_place_from_what_its_field_holds() {
    let fields = vec![
        placed("Feld 7", FormFieldKind::Text, &[], 10.0),
        placed("participants", FormFieldKind::Text, &["7"], 30.0),
    ];
    let run = |text: &str, left, top| PlacedText {
        text: text.to_owned(),
        place: PagePlace {
            width: 50.0,
            ..place(left, top)
        },
        words: Vec::new(),
        clipped_by: None,
        line_end: None,
        field: None,
        is_ordered: false,
    };
    let runs = vec![
        run("Nacht", 102.0, 11.0),
        run("der Kunst", 160.0, 11.0),
        run("7", 102.0, 31.0),
        run("am Fluss", 102.0, 90.0),
    ];
    let sources = sources(&FormContent::Fields(fields, runs), &[]);
    assert_eq!(
        told(&sources),
        [
            ("name", SourceKind::TextInPlace, "Feld 7", "Nacht der Kunst"),
            ("participants", SourceKind::Field, "participants", "7"),
            ("otherFields.Seite 2", SourceKind::PageText, "–", "am Fluss"),
        ]
    );
    let whole = PagePlace {
        width: 108.0,
        ..place(102.0, 11.0)
    };
    assert_eq!(sources[0].place, Some(whole));
    assert_eq!(
        sources[2].place,
        Some(PagePlace {
            width: 50.0,
            ..place(102.0, 90.0)
        })
    );
}

#[test]
fn read_with_sources_finds_printed_texts_at_their_labels() {
    let content = printed(&[
        ("Projektname", 40.0, 2.0),
        ("Sommerfest", 140.0, 2.0),
        ("Beschreibung", 40.0, 3.0),
        ("erste Zeile", 40.0, 4.0),
        ("zweite", 40.0, 5.0),
        ("x", 28.0, 7.0),
        ("Einwilligung Datenschutz", 40.0, 7.0),
        ("Kosten", 40.0, 9.0),
        ("Bezeichnung", 70.0, 10.0),
        ("Betrag", 300.0, 10.0),
        ("Saal", 70.0, 11.0),
        ("1,50 €", 300.0, 11.0),
        ("Musik", 70.0, 12.0),
    ]);
    let sources = sources(&content, &[]);
    let label = SourceKind::TextAtLabel;
    assert_eq!(
        told(&sources),
        [
            ("name", label, "Projektname", "Sommerfest"),
            ("description", label, "Beschreibung", "erste Zeile\nzweite"),
            ("privacyConsent", label, "Einwilligung Datenschutz", "x"),
            ("costs.0.name", label, "Bezeichnung", "Saal"),
            ("costs.0.amount", label, "Betrag", "1,50 €"),
            ("costs.1.name", label, "Bezeichnung", "Musik"),
        ]
    );
    let lefts = sources
        .iter()
        .map(|source| source.place.map(|place| place.left));
    let lefts: Vec<f32> = lefts.flatten().collect();
    assert_eq!(lefts, [140.0, 40.0, 28.0, 70.0, 300.0, 70.0]);
}
