//! A form that LibreOffice made becomes a form type: the way that docs/FORMS.md walks.

use std::fs;
use std::path::Path;

use tempfile::{TempDir, tempdir};

use crate::program::call;

/// Exported by LibreOffice 7.4 from the document of the same name beside it.
const NAMED: &[u8] = include_bytes!("libreoffice/zuschuss.pdf");

/// The same of a document whose controls have the names and formats that they come with.
const UNNAMED: &[u8] = include_bytes!("libreoffice/unbenannt.pdf");

/// A folder with the form type in `forms/own`, and its proposed definition.
fn inspected(template: &[u8]) -> (TempDir, String) {
    let folder = tempdir().unwrap();
    let own = folder.path().join("forms/own");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("template.pdf"), template).unwrap();
    let proposed = call(
        folder.path(),
        &["forms", "inspect", "forms/own/template.pdf"],
    );
    assert_eq!(proposed.status, Some(0), "{}", proposed.stderr);
    fs::write(own.join("form.toml"), &proposed.stdout).unwrap();
    let definition = proposed.text().to_owned();
    (folder, definition)
}

fn assert_agrees(folder: &Path) {
    let checked = call(folder, &["forms", "check", "forms/own"]);
    assert_eq!(checked.status, Some(0), "{}", checked.stderr);
}

#[test]
fn a_form_with_named_controls_is_proposed_as_the_documentation_says() {
    let (folder, definition) = inspected(NAMED);
    assert_agrees(folder.path());
    let doubts: Vec<&str> = definition
        .lines()
        .filter(|line| line.starts_with("# ? "))
        .collect();
    assert_eq!(doubts.len(), 7, "{doubts:#?}");
    for entry in [
        "key = \"nameDerGruppe\"\nlabel = \"Name der Gruppe\"\ntype = \"text\"\nmax_length = 80\n\
         hint = \"Wie im Verzeichnis der Hochschulgruppen\"",
        "key = \"beginn\"\nlabel = \"Beginn\"\ntype = \"date\"\nformat = \"dd/mm/yyyy\"",
        "key = \"datum\"\nlabel = \"Datum (TT.MM.JJJJ)\"\ntype = \"date\"\n\
         format = \"dd.mm.yyyy\"",
        "{ key = \"posten\", label = \"Bezeichnung\", type = \"text\", max_length = 1000 },\n  \
         { key = \"betrag\", label = \"Betrag\", type = \"money\" },",
        "key = \"summe\"\nlabel = \"Summe\"\ntype = \"money\"",
        "{ key = \"bar\", label = \"bar\" },",
    ] {
        assert!(definition.contains(entry), "{entry}\n\n{definition}");
    }
}

#[test]
fn a_form_whose_controls_have_the_names_that_they_come_with_agrees_at_once() {
    let (folder, definition) = inspected(UNNAMED);
    assert_agrees(folder.path());
    for entry in [
        "key = \"eMailAdresse\"\nlabel = \"E-Mail-Adresse\"\ntype = \"email\"",
        "# ? type: date, whose script shows years with two digits; 98 is read as 2098\n\
         key = \"beginn\"\nlabel = \"Beginn\"\ntype = \"date\"\nformat = \"mm/dd/yy\"",
        "key = \"fakultaet\"\nlabel = \"Fakultät\"",
    ] {
        assert!(definition.contains(entry), "{entry}\n\n{definition}");
    }
}

#[test]
fn marks_that_are_drawn_as_lines_come_back_from_a_flattened_form() {
    let (folder, _) = inspected(NAMED);
    let data = r#"{"oeffentlich": true, "eintritt": false, "richtlinie": true,
        "auszahlung": "umbuchung", "beginn": "2026-07-03"}"#;
    fs::write(folder.path().join("data.json"), data).unwrap();
    let form_type = ["own", "--forms-dir", "forms"];
    let fill = [
        "forms",
        "fill",
        "--data",
        "data.json",
        "--flatten",
        "--output",
        "flat.pdf",
    ];
    let filled = call(folder.path(), &[&fill[..], &form_type].concat());
    assert_eq!(filled.status, Some(0), "{}", filled.stderr);
    let read = [
        "forms",
        "read",
        "flat.pdf",
        "--forms-dir",
        "forms",
        "--type",
        "own",
    ];
    let read = call(folder.path(), &read);
    assert_eq!(read.status, Some(0), "{}", read.stderr);
    for value in [
        "\"oeffentlich\": true",
        "\"eintritt\": false",
        "\"richtlinie\": true",
        "\"auszahlung\": \"umbuchung\"",
        "\"beginn\": \"2026-07-03\"",
    ] {
        assert!(read.text().contains(value), "{value}\n{}", read.text());
    }
}
