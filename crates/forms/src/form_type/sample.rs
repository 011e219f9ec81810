//! A small form type for tests: every kind of field once.

use std::collections::{BTreeMap, BTreeSet};

use super::{Choice, Column, Entry, Field, FieldType, FormType, Section, Table, Width};

/// A form type with a field of each type and a table.
pub fn sample() -> FormType {
    let choice = |key: &str, label: &str| Choice {
        key: key.into(),
        label: label.into(),
        export: None,
    };
    let group = FieldType::Choice {
        choices: vec![
            choice("faculty", "Fakultät"),
            choice("individual", "Einzelperson"),
        ],
        multiple: false,
    };
    let project = vec![
        field("name", "Projektname", text(200, false), true),
        field("projectBeginn", "Projektbeginn", date(), true),
        Field {
            not_before: Some("projectBeginn".into()),
            ..field("projectEnd", "Projektende", date(), false)
        },
        field("applicant.email", "E-Mail", FieldType::Email, true),
        field("applicant.iban", "IBAN", FieldType::Iban, false),
        field("institutionType", "Art der Einrichtung", group, false),
        field(
            "participants",
            "Teilnehmende",
            FieldType::Integer {
                min: 0,
                max: 100_000,
            },
            false,
        ),
        field("description", "Beschreibung", text(5000, true), false),
        field(
            "privacyConsent",
            "Einwilligung Datenschutz",
            FieldType::Boolean,
            false,
        ),
    ];
    let section = |title: &str, entries| Section {
        title: title.into(),
        entries,
    };
    FormType {
        key: "sample_form".into(),
        title: "Projektantrag".into(),
        version: 1,
        language: "de".into(),
        introduction: None,
        sections: vec![
            section("Projekt", project.into_iter().map(Entry::Field).collect()),
            section(
                "Finanzen",
                vec![table("costs", "Kosten"), table("income", "Einnahmen")],
            ),
        ],
        names: BTreeMap::from([("Feld 7".to_owned(), "name".to_owned())]),
        presets: BTreeSet::new(),
    }
}

fn field(path: &str, label: &str, kind: FieldType, required: bool) -> Field {
    Field {
        path: path.into(),
        label: label.into(),
        kind,
        required,
        not_before: None,
        hint: None,
        width: Width::Full,
    }
}

fn text(max_length: usize, multiline: bool) -> FieldType {
    FieldType::Text {
        max_length,
        multiline,
    }
}

fn date() -> FieldType {
    FieldType::Date {
        format: "dd.mm.yyyy".into(),
    }
}

fn table(path: &str, label: &str) -> Entry {
    let columns = vec![
        Column {
            key: "name".into(),
            label: "Bezeichnung".into(),
            kind: text(200, false),
        },
        Column {
            key: "amount".into(),
            label: "Betrag".into(),
            kind: FieldType::Money,
        },
    ];
    Entry::Table(Table {
        path: path.into(),
        label: label.into(),
        rows: 12,
        columns,
    })
}
