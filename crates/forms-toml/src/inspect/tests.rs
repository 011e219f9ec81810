mod buttons;
mod kinds;
mod labels;
mod left_out;
mod tables;

use forms::FormContent;
use forms::form_content::{
    FormField, FormFieldKind, FormFieldOption, NumberFormat, PagePlace, PlacedText,
};
use forms::form_type::FieldType;

use super::inspect;
use crate::{check, parse_definition};
use ports::FormPackage;

fn option(export: &str, display: &str) -> FormFieldOption {
    FormFieldOption {
        export: export.into(),
        display: display.into(),
    }
}

fn at(page: usize, top: f32) -> Option<PagePlace> {
    Some(PagePlace {
        page,
        left: 10.0,
        top,
        width: 100.0,
        height: 12.0,
    })
}

fn court_form() -> FormContent {
    let field = |name: &str, kind, place| FormField {
        name: name.into(),
        kind,
        place,
        ..FormField::default()
    };
    let fields = vec![
        FormField {
            options: vec![option("kein Eintrag", "kein Eintrag"), option("Ja", "Ja")],
            ..field(
                "Bezug von Unterstützung?",
                FormFieldKind::Radio,
                at(1, 50.0),
            )
        },
        FormField {
            tooltip: Some("Name, Vorname".into()),
            max_length: Some(40),
            required: true,
            ..field("Feld.1", FormFieldKind::Text, at(0, 20.0))
        },
        FormField {
            tooltip: Some("Geburtsdatum".into()),
            date_format: Some("dd.mm.yyyy".into()),
            ..field("Feld.2", FormFieldKind::Text, at(0, 10.0))
        },
        FormField {
            options: vec![option("On", "On")],
            ..field("☒", FormFieldKind::CheckBox, at(0, 30.0))
        },
        FormField {
            options: vec![option("1", "Donnerstag"), option("2", "Freitag")],
            multiple: true,
            ..field("Tage", FormFieldKind::Choice, at(0, 40.0))
        },
        FormField {
            options: vec![option("a", "a")],
            editable: true,
            ..field("frei", FormFieldKind::Choice, at(0, 45.0))
        },
        field("Unterschrift", FormFieldKind::Signature, at(1, 90.0)),
        field("Feld 1", FormFieldKind::Text, at(0, 60.0)),
    ];
    FormContent::Fields(fields, Vec::new())
}

#[test]
fn a_form_made_elsewhere_gives_a_definition_that_works_at_once() {
    let content = court_form();
    let text = inspect("Erklärung PKH", &content).unwrap();
    let form_type = parse_definition(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    assert_eq!(form_type.key, "erklaerung_pkh");
    let paths: Vec<&str> = form_type
        .fields()
        .map(|field| field.path.as_str())
        .collect();
    assert_eq!(
        paths,
        [
            "geburtsdatum",
            "nameVorname",
            "field",
            "tage",
            "frei",
            "feld1",
            "bezugVonUnterstuetzung",
        ]
    );
    assert_eq!(form_type.names["Feld.1"], "nameVorname");
    assert!(matches!(
        &form_type.place_of_template_name("Feld.2").unwrap().kind(),
        FieldType::Date { format } if format == "dd.mm.yyyy",
    ));
    assert!(matches!(
        form_type.place_of_template_name("frei").unwrap().kind(),
        FieldType::Text { .. }
    ));
    let package = FormPackage::new(form_type, Default::default(), Default::default());
    assert_eq!(check(&package, &content), []);
    assert!(text.contains("# left out, since it holds no text: Unterschrift"));
}

#[test]
fn a_flat_pdf_has_nothing_to_define() {
    assert_eq!(inspect("x", &FormContent::printed(vec![])), None);
}

#[test]
fn inspect_defines_nothing_where_no_field_has_a_name() {
    let content = FormContent::Fields(vec![FormField::default()], Vec::new());
    assert_eq!(inspect("x", &content), None);
}

/// A text of one line, or a field of the usual height, so many points from the left and the top.
fn spot(left: f32, top: f32, width: f32, height: f32) -> PagePlace {
    PagePlace {
        page: 0,
        left,
        top,
        width,
        height,
    }
}

fn printed(text: &str, left: f32, top: f32) -> PlacedText {
    PlacedText {
        text: text.into(),
        place: spot(left, top, 5.0 * text.chars().count() as f32, 9.0),
        words: Vec::new(),
        clipped_by: None,
        line_end: None,
        field: None,
        is_ordered: false,
    }
}

fn text_field(name: &str, left: f32, top: f32) -> FormField {
    FormField {
        name: name.into(),
        place: Some(spot(left, top, 150.0, 16.0)),
        ..FormField::default()
    }
}

/// The definition of a PDF, which agrees with it.
fn defined(fields: Vec<FormField>, texts: Vec<PlacedText>) -> (String, forms::FormType) {
    let content = FormContent::Fields(fields, texts);
    let text = inspect("Antrag", &content).unwrap();
    let form_type = parse_definition(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
    let package = FormPackage::new(form_type.clone(), Default::default(), Default::default());
    assert_eq!(check(&package, &content), [], "{text}");
    (text, form_type)
}

#[test]
fn what_is_printed_around_fields_labels_them_and_names_what_has_no_name() {
    let fields = vec![
        text_field("Text1", 150.0, 50.0),
        text_field("Text2", 50.0, 92.0),
        text_field("Text3", 250.0, 92.0),
        FormField {
            kind: FormFieldKind::CheckBox,
            place: Some(spot(50.0, 120.0, 10.0, 10.0)),
            ..text_field("Kontrollkästchen 4", 0.0, 0.0)
        },
        text_field("Text5", 50.0, 300.0),
    ];
    let texts = vec![
        printed("Straße und Hausnummer:", 30.0, 53.0),
        printed("Vorname *", 50.0, 80.0),
        printed("Anzahl Kinder", 250.0, 80.0),
        printed("Ich bin einverstanden,", 66.0, 121.0),
        printed("dass gespeichert wird.", 66.0, 131.0),
    ];
    let (text, form_type) = defined(fields, texts);
    let found: Vec<(&str, &str)> = form_type
        .fields()
        .map(|field| (field.path.as_str(), field.label.as_str()))
        .collect();
    let consent = "Ich bin einverstanden, dass gespeichert wird.";
    assert_eq!(
        found,
        [
            ("strasseUndHausnummer", "Straße und Hausnummer"),
            ("vorname", "Vorname"),
            ("anzahlKinder", "Anzahl Kinder"),
            ("ichBinEinverstandenDassGespeichertWird", consent),
            ("text5", "Text5"),
        ]
    );
    let required: Vec<bool> = form_type.fields().map(|field| field.required).collect();
    assert_eq!(required, [false, true, false, false, false]);
    for doubt in [
        "# ? required: since its label has an asterisk",
        "# ? type: integer, since \"Anzahl Kinder\" reads like it",
        "# ? label: nothing is printed beside it",
        "# ? key: the PDF calls it \"Text5\", which says nothing",
    ] {
        assert!(text.contains(doubt), "{doubt}\n{text}");
    }
}

#[test]
fn labels_that_stand_below_their_fields_are_not_taken_for_those_of_the_next() {
    let names = ["Name", "Ort", "Beruf"];
    let top = |row: usize| 50.0 + 27.0 * row as f32;
    let fields = (0..3).map(|row| text_field(&format!("Text{row}"), 50.0, top(row)));
    let texts = (0..3).map(|row| printed(names[row], 50.0, top(row) + 16.0));
    let (_, form_type) = defined(fields.collect(), texts.collect());
    let labels: Vec<&str> = form_type
        .fields()
        .map(|field| field.label.as_str())
        .collect();
    assert_eq!(labels, names);
}

#[test]
fn scripts_say_what_a_number_is() {
    let number = |name: &str, decimals, currency: &str, top| FormField {
        number_format: Some(NumberFormat {
            decimals,
            currency: currency.into(),
        }),
        ..text_field(name, 50.0, top)
    };
    let fields = vec![
        number("Miete", 2, " €", 50.0),
        number("Kinder", 0, "", 100.0),
        number("Rent", 2, "$", 150.0),
        number("PLZ", 0, "", 200.0),
        FormField {
            max_length: Some(5),
            ..number("Kennung", 0, "", 250.0)
        },
    ];
    let (text, form_type) = defined(fields, Vec::new());
    let kinds: Vec<&FieldType> = form_type.fields().map(|field| &field.kind).collect();
    assert!(
        matches!(
            kinds[..],
            [
                FieldType::Money,
                FieldType::Integer { .. },
                FieldType::Text { .. },
                FieldType::Text { .. },
                FieldType::Integer { .. }
            ]
        ),
        "{kinds:?}"
    );
    for doubt in [
        "# ? type: a text, since amounts are in euros",
        "# ? type: integer of 5 digits by its script; if it may begin with 0",
        "# ? type: a text, since \"PLZ\" reads like digits",
    ] {
        assert!(text.contains(doubt), "{text}");
    }
    assert_eq!(text.matches("type: integer").count(), 1, "{text}");
}

#[test]
fn a_field_without_room_for_a_value_of_the_type_is_a_text() {
    let short = |name: &str, format: Option<&str>, top| FormField {
        date_format: format.map(str::to_owned),
        max_length: Some(8),
        ..text_field(name, 50.0, top)
    };
    let fields = vec![
        short("Beginn", Some("d.m.yy"), 50.0),
        short("Ende", Some("dd.mm.yyyy"), 100.0),
        FormField {
            max_length: Some(40),
            ..short("E-Mail", None, 150.0)
        },
    ];
    let (text, form_type) = defined(fields, Vec::new());
    for field in form_type.fields() {
        assert!(matches!(field.kind, FieldType::Text { .. }), "{text}");
    }
    assert_eq!(text.matches("# ? type: a text").count(), 2, "{text}");
    assert!(text.contains("# ? type: perhaps email"), "{text}");
}

#[test]
fn a_sentence_or_a_text_beside_a_box_is_no_title() {
    for (text, is_title) in [
        ("Antrag auf ein Fest", true),
        ("Hier wird ein Satz gelesen.", false),
        ("\u{f0a8} Getrennt veranlagt", false),
        ("\u{0}\u{0} Getrennt veranlagt", false),
        ("\u{fffd} Getrennt veranlagt", false),
    ] {
        let mut large = printed(text, 50.0, 20.0);
        large.place.height = 30.0;
        let texts = vec![
            large,
            printed("Name", 20.0, 50.0),
            printed("Ort", 20.0, 70.0),
        ];
        let fields = vec![
            text_field("Name", 50.0, 50.0),
            text_field("Ort", 50.0, 70.0),
        ];
        assert_eq!(defined(fields, texts).1.title == text, is_title);
    }
}
