//! A form type as the text of a `form.toml`, made to be read and edited.

use std::collections::HashMap;
use std::fmt::Write as _;

use forms::FormType;
use forms::form_type::{Choice, Entry, Field, FieldType, Table, Width};

/// Comments in a definition for the person who edits it.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    /// At its head, a line each.
    pub(crate) head: Vec<String>,
    /// Of the field or table with a path: what is uncertain.
    pub(crate) entries: HashMap<String, Vec<String>>,
}

/// The definition as text. Reading it back gives the same form type.
pub fn definition_text(form_type: &FormType) -> String {
    definition_text_with(form_type, &Remarks::default())
}

/// Like [`definition_text`], with comments.
pub(crate) fn definition_text_with(form_type: &FormType, remarks: &Remarks) -> String {
    let mut text = String::new();
    for remark in &remarks.head {
        comment(&mut text, remark);
    }
    line(&mut text, "form_type", &quoted(&form_type.key));
    line(&mut text, "title", &quoted(&form_type.title));
    line(&mut text, "version", &form_type.version.to_string());
    line(&mut text, "language", &quoted(&form_type.language));
    if let Some(introduction) = &form_type.introduction {
        line(&mut text, "introduction", &quoted(introduction));
    }
    if !form_type.presets.is_empty() {
        line(&mut text, "presets", &list(&form_type.presets));
    }
    for section in &form_type.sections {
        text.push_str("\n[[section]]\n");
        line(&mut text, "title", &quoted(&section.title));
        for entry in &section.entries {
            text.push_str("\n[[section.entry]]\n");
            let path = match entry {
                Entry::Field(field) => &field.path,
                Entry::Table(table) => &table.path,
            };
            for remark in remarks.entries.get(path).into_iter().flatten() {
                comment(&mut text, &format!("? {remark}"));
            }
            match entry {
                Entry::Field(field) => write_field(&mut text, field),
                Entry::Table(table) => write_table(&mut text, table),
            }
        }
    }
    if !form_type.names.is_empty() {
        text.push_str("\n[names]\n");
        for (name, path) in &form_type.names {
            line(&mut text, &quoted(name), &quoted(path));
        }
    }
    text
}

fn write_field(text: &mut String, field: &Field) {
    line(text, "key", &quoted(&field.path));
    line(text, "label", &quoted(&field.label));
    for (member, value) in members(&field.kind) {
        line(text, member, &value);
    }
    if field.required {
        line(text, "required", "true");
    }
    if let Some(not_before) = &field.not_before {
        line(text, "not_before", &quoted(not_before));
    }
    if let Some(hint) = &field.hint {
        line(text, "hint", &quoted(hint));
    }
    let width = match field.width {
        Width::Full => return,
        Width::TwoThirds => "two-thirds",
        Width::Half => "half",
        Width::Third => "third",
    };
    line(text, "width", &quoted(width));
}

fn write_table(text: &mut String, table: &Table) {
    line(text, "table", &quoted(&table.path));
    line(text, "label", &quoted(&table.label));
    line(text, "rows", &table.rows.to_string());
    text.push_str("columns = [\n");
    for column in &table.columns {
        let rest: String = members(&column.kind)
            .into_iter()
            .filter(|(member, _)| *member != "multiline")
            .fold(String::new(), |mut rest, (member, value)| {
                // Writing to a string cannot fail.
                let _ = write!(rest, ", {member} = {value}");
                rest
            });
        let _ = writeln!(
            text,
            "  {{ key = {}, label = {}{rest} }},",
            quoted(&column.key),
            quoted(&column.label)
        );
    }
    text.push_str("]\n");
}

fn members(kind: &FieldType) -> Vec<(&'static str, String)> {
    match kind {
        FieldType::Text {
            max_length,
            multiline,
        } => {
            let mut members = vec![
                ("type", quoted("text")),
                ("max_length", max_length.to_string()),
            ];
            members.extend(multiline.then(|| ("multiline", "true".to_owned())));
            members
        }
        FieldType::Date { format } => vec![("type", quoted("date")), ("format", quoted(format))],
        FieldType::Money => vec![("type", quoted("money"))],
        FieldType::Integer { min, max } => vec![
            ("type", quoted("integer")),
            ("min", min.to_string()),
            ("max", max.to_string()),
        ],
        FieldType::Boolean => vec![("type", quoted("boolean"))],
        FieldType::Choice { choices, multiple } => {
            let mut members = vec![
                ("type", quoted("choice")),
                ("choices", choices_text(choices)),
            ];
            members.extend(multiple.then(|| ("multiple", "true".to_owned())));
            members
        }
        FieldType::Email => vec![("type", quoted("email"))],
        FieldType::Iban => vec![("type", quoted("iban"))],
    }
}

fn choices_text(choices: &[Choice]) -> String {
    let choice = |choice: &Choice| {
        let export = choice.export.as_ref().map_or_else(String::new, |export| {
            format!(", export = {}", quoted(export))
        });
        format!(
            "  {{ key = {}, label = {}{export} }},\n",
            quoted(&choice.key),
            quoted(&choice.label)
        )
    };
    format!("[\n{}]", choices.iter().map(choice).collect::<String>())
}

/// Adds a comment. Control characters become spaces, so that text from a PDF stays in its line.
fn comment(text: &mut String, remark: &str) {
    let _ = writeln!(text, "# {}", remark.replace(char::is_control, " "));
}

fn line(text: &mut String, member: &str, value: &str) {
    let _ = writeln!(text, "{member} = {value}");
}

/// An array of strings, in one line.
pub(crate) fn list<'text>(texts: impl IntoIterator<Item = &'text String>) -> String {
    let texts: Vec<String> = texts.into_iter().map(|text| quoted(text)).collect();
    format!("[{}]", texts.join(", "))
}

/// A basic string of TOML 1.0.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            control if control.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
