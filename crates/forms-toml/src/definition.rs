//! `form.toml` ⇄ [`FormType`].
//!
//! ```toml
//! form_type = "pa_form"          # the word in the API
//! title = "Projektantrag"
//! version = 1
//! language = "de"                # default
//!
//! [[section]]
//! title = "Projekt"
//!
//! [[section.entry]]              # a field
//! key = "applicant.email"        # its path in data
//! label = "E-Mail"
//! type = "email"
//! required = true
//!
//! [[section.entry]]              # a table: costs.0.name, costs.0.amount, …
//! table = "costs"
//! label = "Kosten"
//! rows = 12
//! columns = [
//!     { key = "name", label = "Bezeichnung", type = "text" },
//!     { key = "amount", label = "Betrag", type = "money" },
//! ]
//!
//! [names]                        # only for templates made elsewhere: field name in the PDF = path
//! "Feld 7" = "applicant.email"
//! ```

mod kind;
mod line;
mod raw;
mod rules;
mod write;

use std::collections::BTreeMap;

use forms::FormType;
use forms::form_type::{Column, Entry, Field, Section, Table, Width};

use self::raw::{RawColumn, RawDefinition, RawEntry};
use crate::FormTypeError;

pub use write::definition_text;

/// The form type that a `form.toml` defines, with every rule checked. Faults say their line.
pub fn parse_definition(text: &str) -> Result<FormType, FormTypeError> {
    let (form_type, mut faults) = read_definition(text)?;
    faults.extend(rules::broken(&form_type));
    let faults = faults.into_iter().map(|fault| line::with_line(text, fault));
    FormTypeError::unless_none(faults.collect(), form_type)
}

/// The form type of a definition that was stored. Its rules were checked when it came; those that
/// were made since are not asked of it.
pub(crate) fn parse_stored_definition(text: &str) -> Result<FormType, FormTypeError> {
    let (form_type, faults) = read_definition(text)?;
    FormTypeError::unless_none(faults, form_type)
}

fn read_definition(text: &str) -> Result<(FormType, Vec<String>), FormTypeError> {
    let raw: RawDefinition = toml::from_str(text)
        .map_err(|error| FormTypeError::one(error.to_string().trim_end().to_owned()))?;
    let mut faults = Vec::new();
    let sections = raw.section.into_iter().map(|section| Section {
        title: section.title,
        entries: section
            .entry
            .into_iter()
            .filter_map(|entry| parse_entry(entry, &mut faults))
            .collect(),
    });
    let form_type = FormType {
        key: raw.form_type,
        title: raw.title,
        version: raw.version,
        language: raw.language.unwrap_or_else(|| "de".to_owned()),
        introduction: raw.introduction,
        sections: sections.collect(),
        names: raw.names.into_iter().collect::<BTreeMap<_, _>>(),
    };
    Ok((form_type, faults))
}

fn parse_entry(entry: RawEntry, faults: &mut Vec<String>) -> Option<Entry> {
    match (&entry.key, &entry.table) {
        (Some(key), None) => {
            let path = key.clone();
            parse_field(path, entry, faults).map(Entry::Field)
        }
        (None, Some(table)) => {
            let path = table.clone();
            parse_table(path, entry, faults).map(Entry::Table)
        }
        _ => {
            faults.push(format!(
                "the entry labelled {:?} needs either key (a field) or table (a table)",
                entry.label
            ));
            None
        }
    }
}

fn parse_field(path: String, entry: RawEntry, faults: &mut Vec<String>) -> Option<Field> {
    if entry.rows.is_some() || entry.columns.is_some() {
        faults.push(format!(
            "{path}: rows and columns belong to a table, give table instead of key"
        ));
    }
    let kind = kind::parse(&path, entry.options, faults)?;
    let width = match entry.width.as_deref() {
        None | Some("full") => Width::Full,
        Some("two-thirds") => Width::TwoThirds,
        Some("half") => Width::Half,
        Some("third") => Width::Third,
        Some(other) => {
            faults.push(format!(
                "{path}: width {other:?} is unknown, give full, two-thirds, half or third"
            ));
            Width::Full
        }
    };
    let required = entry.required.unwrap_or(false);
    Some(Field {
        path,
        label: entry.label,
        kind,
        required,
        not_before: entry.not_before,
        hint: entry.hint,
        width,
    })
}

fn parse_table(path: String, entry: RawEntry, faults: &mut Vec<String>) -> Option<Table> {
    if entry.options.kind.is_some()
        || entry.required.is_some()
        || entry.not_before.is_some()
        || entry.hint.is_some()
        || entry.width.is_some()
    {
        faults.push(format!("{path}: a table has only label, rows and columns"));
    }
    let Some(rows) = entry.rows else {
        faults.push(format!(
            "{path}: rows is missing, give the number of rows in the template"
        ));
        return None;
    };
    let column = |RawColumn {
                      key,
                      label,
                      options,
                  }: RawColumn,
                  faults: &mut Vec<String>| {
        let kind = kind::parse(&format!("{path}.N.{key}"), options, faults)?;
        Some(Column { key, label, kind })
    };
    let columns = entry
        .columns
        .unwrap_or_default()
        .into_iter()
        .filter_map(|raw| column(raw, faults))
        .collect();
    Some(Table {
        path: path.clone(),
        label: entry.label,
        rows,
        columns,
    })
}

#[cfg(test)]
mod tests;
