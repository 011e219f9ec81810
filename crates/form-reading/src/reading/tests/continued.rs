//! Values on continuation pages that read like words which the form prints there itself.

use forms::form_content::{FormContent, FormFieldKind, PrintedPages};
use forms::form_type::sample::sample;

use super::printed::sized;
use super::{field, shown};
use crate::read;

#[test]
fn a_cell_that_reads_like_a_word_of_the_form_is_a_value() {
    for name in [
        "€",
        "Nr.",
        "Pflichtfeld",
        "Projektantrag",
        "Seite 3 von 6",
        "Version 2",
        "Kosten",
        "Weitere Angaben",
    ] {
        let continued = format!("{} – Fortsetzung", sample().title);
        let content = sized(&[
            (&continued, 48.0, 1.0, 8.5),
            ("Seite 1 von 1", 500.0, 1.0, 8.5),
            ("Kosten", 48.0, 3.0, 11.0),
            ("Bezeichnung", 70.0, 4.0, 7.5),
            ("Betrag", 300.0, 4.0, 7.5),
            ("1", 48.0, 5.0, 7.5),
            (name, 74.0, 5.0, 9.5),
            ("1,50 €", 310.0, 5.0, 9.5),
            ("2", 48.0, 6.0, 7.5),
            (name, 74.0, 6.0, 9.5),
            ("3", 48.0, 7.0, 7.5),
            ("Saal", 74.0, 7.0, 9.5),
        ]);
        let data = read(&sample(), &content, &[]).unwrap();
        for (path, value) in [
            ("costs.0.name", name),
            ("costs.0.amount", "1.5"),
            ("costs.1.name", name),
            ("costs.2.name", "Saal"),
        ] {
            assert_eq!(shown(&data, path), value, "{name}: {path}");
        }
        assert_eq!(data.at("otherFields"), None, "{name}");
    }
}

#[test]
fn a_line_of_a_text_that_reads_like_the_heading_of_other_fields_is_none() {
    let continued = format!("{} – Fortsetzung", sample().title);
    let FormContent::Text(PrintedPages { mut texts, .. }) = sized(&[
        (&continued, 48.0, 1.0, 8.5),
        ("Projekt", 48.0, 3.0, 11.0),
        ("Beschreibung", 48.0, 4.0, 7.5),
        ("eins", 48.0, 5.0, 9.5),
        ("Weitere Angaben", 48.0, 6.0, 9.5),
        ("zwei", 48.0, 7.0, 9.5),
    ]) else {
        panic!()
    };
    for line in &mut texts[3..] {
        line.field = Some("description".to_owned());
    }
    let whole = "eins\nWeitere Angaben\nzwei";
    let fields = vec![field("description", FormFieldKind::Text, &[whole])];
    let data = read(&sample(), &FormContent::Fields(fields, texts), &[]).unwrap();
    assert_eq!(shown(&data, "description"), whole);
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn a_text_that_stands_under_no_name_of_another_field_gets_one() {
    let continued = format!("{} – Fortsetzung", sample().title);
    let content = sized(&[
        (&continued, 48.0, 1.0, 8.5),
        ("Projekt", 48.0, 2.0, 11.0),
        ("Weitere Angaben", 48.0, 3.0, 11.0),
        ("eins", 52.0, 4.0, 9.5),
        ("Bemerkung", 48.0, 5.0, 7.5),
        ("zwei", 52.0, 6.0, 9.5),
        ("→ Seite 4", 52.0, 7.0, 9.5),
    ]);
    let data = read(&sample(), &content, &[]).unwrap();
    assert_eq!(shown(&data, "otherFields.Feld ohne Namen"), "eins");
    assert_eq!(shown(&data, "otherFields.Bemerkung"), "zwei\n→ Seite 4");
}

#[test]
fn another_field_of_which_only_a_reference_is_there_is_refused() {
    let continued = format!("{} – Fortsetzung", sample().title);
    let content = sized(&[
        (&continued, 48.0, 1.0, 8.5),
        ("Weitere Angaben", 48.0, 3.0, 11.0),
        ("Bemerkung", 48.0, 4.0, 7.5),
        ("→ Seite 4", 52.0, 5.0, 9.5),
        ("Telefon", 48.0, 6.0, 7.5),
        ("06221 540", 52.0, 7.0, 9.5),
    ]);
    let refused = read(&sample(), &content, &[]).unwrap_err().faults;
    let expected = "Bemerkung: stands only as \"→ Seite 4\", upload the PDF with all its pages.";
    assert_eq!(refused.to_string(), expected);
}
