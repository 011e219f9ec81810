//! What applications came in with is read for ever, and as the same form type. The definitions in
//! `stored/` are never changed: a parser that does not take one of them, or reads it otherwise,
//! locks people out of what is stored.

#![expect(
    clippy::unwrap_used,
    reason = "a definition that is not read is a failure"
)]

use std::fmt::Write as _;

use bytes::Bytes;
use forms::FormType;
use forms::form_type::{Choice, Entry, FieldType, Width};
use forms_toml::{TomlFormParser, definition_text};
use ports::FormParser as _;

/// Each with what was read of it when it was new.
const STORED: [(&str, &str); 3] = [
    (
        include_str!("stored/pa_form-1.toml"),
        include_str!("stored/pa_form-1.txt"),
    ),
    (
        include_str!("stored/vsm_form-1.toml"),
        include_str!("stored/vsm_form-1.txt"),
    ),
    (
        include_str!("stored/club-3.toml"),
        include_str!("stored/club-3.txt"),
    ),
];

#[test]
fn toml_form_parser_reads_what_was_stored_as_it_was_read_then() {
    for (definition, expected) in STORED {
        let package = TomlFormParser.parse(definition.into(), Bytes::new());
        let form_type = package.unwrap().form_type;
        assert_eq!(described(&form_type), expected, "{}", form_type.key);
        // And is written so that it is read as the same.
        let written = definition_text(&form_type);
        let again = TomlFormParser.parse(written.into(), Bytes::new());
        assert_eq!(again.unwrap().form_type, form_type);
    }
}

/// Everything that a form type says, in words that no other type has a hand in.
fn described(form_type: &FormType) -> String {
    let FormType {
        key,
        title,
        version,
        language,
        introduction,
        sections,
        names,
        presets,
    } = form_type;
    let mut text = format!("{key} {version} {language} {title:?} {introduction:?}\n");
    for section in sections {
        writeln!(text, "section {:?}", section.title).unwrap();
        for entry in &section.entries {
            let line = entry_text(entry);
            writeln!(text, "  {line}").unwrap();
        }
    }
    for (name, path) in names {
        writeln!(text, "name {name:?} {path}").unwrap();
    }
    for name in presets {
        writeln!(text, "preset {name:?}").unwrap();
    }
    text
}

fn entry_text(entry: &Entry) -> String {
    match entry {
        Entry::Field(field) => {
            let width = match field.width {
                Width::Full => "full",
                Width::Half => "half",
                Width::Third => "third",
                Width::TwoThirds => "two_thirds",
            };
            let required = if field.required { " required" } else { "" };
            let not_before = field.not_before.iter().map(|path| format!(" after {path}"));
            let hint = field.hint.iter().map(|hint| format!(" hint {hint:?}"));
            let more: String = not_before.chain(hint).collect();
            let kind = kind_text(&field.kind);
            format!(
                "{} {:?} {kind} {width}{required}{more}",
                field.path, field.label
            )
        }
        Entry::Table(table) => {
            let columns = table.columns.iter().map(|column| {
                let kind = kind_text(&column.kind);
                format!("; {} {:?} {kind}", column.key, column.label)
            });
            let columns: String = columns.collect();
            format!(
                "{} {:?} table {}{columns}",
                table.path, table.label, table.rows
            )
        }
    }
}

fn kind_text(kind: &FieldType) -> String {
    match kind {
        FieldType::Text {
            max_length,
            multiline,
        } => format!(
            "text {max_length}{}",
            if *multiline { " lines" } else { "" }
        ),
        FieldType::Date { format } => format!("date {format}"),
        FieldType::Money => "money".to_owned(),
        FieldType::Integer { min, max } => format!("integer {min} {max}"),
        FieldType::Boolean => "boolean".to_owned(),
        FieldType::Choice { choices, multiple } => {
            let choices: String = choices.iter().map(choice_text).collect();
            format!("choice{}{choices}", if *multiple { " several" } else { "" })
        }
        FieldType::Email => "email".to_owned(),
        FieldType::Iban => "iban".to_owned(),
    }
}

fn choice_text(choice: &Choice) -> String {
    let export = choice.export.as_deref().unwrap_or_default();
    format!(" {}={:?}/{export}", choice.key, choice.label)
}
