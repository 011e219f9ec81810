//! Reads and writes `form.toml`, the text form of a [`FormType`]: docs/FORMS.md shows one, and says
//! what each member is for.

mod fault;
mod kind;
mod raw;
mod rules;
mod structure;
mod write;

use forms::FormType;
use forms::form_type::{Column, Entry, Field, Section, Table, Width};

use self::fault::{DefinitionFault, Place, with_lines};
use self::raw::{RawColumn, RawDefinition, RawEntry};
use crate::FormTypeError;

pub(crate) use kind::INTEGER_MAX;
pub(crate) use rules::TEXT_LENGTH_MAX;
pub use write::definition_text;
pub(crate) use write::{Remarks, definition_text_with, list};

/// The form type that a `form.toml` defines, with every rule checked. Faults say their line.
pub fn parse_definition(text: &str) -> Result<FormType, FormTypeError> {
    let (form_type, mut reading) = read_definition(text)?;
    let broken = rules::broken(&form_type, &reading);
    reading.faults.extend(broken);
    FormTypeError::unless_none(with_lines(text, reading.faults), form_type)
}

/// The form type of a definition that was stored. The rules of [`parse_definition`] were checked
/// before it was stored; rules that are newer are not applied to it.
pub(crate) fn parse_stored_definition(text: &str) -> Result<FormType, FormTypeError> {
    let (form_type, reading) = read_definition(text)?;
    FormTypeError::unless_none(with_lines(text, reading.faults), form_type)
}

/// The faults found while reading, and where each field and table stands in the text.
#[derive(Default)]
struct Reading {
    faults: Vec<DefinitionFault>,
    /// Of each field of the form type, in its order.
    fields: Vec<Place>,
    /// Of each table, in its order.
    tables: Vec<TablePlace>,
}

struct TablePlace {
    table: Place,
    columns: Vec<Place>,
}

fn read_definition(text: &str) -> Result<(FormType, Reading), FormTypeError> {
    let raw: RawDefinition = toml::from_str(text).map_err(|error| refused(text, &error))?;
    let mut reading = Reading::default();
    let all = Place::default().member("section");
    let sections = raw.section.into_iter().enumerate().map(|(index, section)| {
        let place = all.item(index).member("entry");
        let entries = section.entry.into_iter().enumerate();
        Section {
            title: section.title,
            entries: entries
                .filter_map(|(index, entry)| parse_entry(place.item(index), entry, &mut reading))
                .collect(),
        }
    });
    let form_type = FormType {
        key: raw.form_type,
        title: raw.title,
        version: raw.version,
        language: raw.language.unwrap_or_else(|| "de".to_owned()),
        introduction: raw.introduction,
        sections: sections.collect(),
        names: raw.names,
        presets: raw.presets,
    };
    Ok((form_type, reading))
}

/// What is wrong with a text that is no definition.
fn refused(text: &str, error: &toml::de::Error) -> FormTypeError {
    let faults = with_lines(text, structure::faults(text));
    match FormTypeError::unless_none(faults, ()) {
        Err(faults) => faults,
        Ok(()) => FormTypeError::one(error.to_string().trim_end()),
    }
}

fn parse_entry(place: Place, entry: RawEntry, reading: &mut Reading) -> Option<Entry> {
    match (&entry.key, &entry.table) {
        (Some(key), None) => {
            let path = key.clone();
            let field = parse_field(path, &place, entry, &mut reading.faults)?;
            reading.fields.push(place);
            Some(Entry::Field(field))
        }
        (None, Some(table)) => {
            let path = table.clone();
            let (table, columns) = parse_table(path, &place, entry, &mut reading.faults)?;
            reading.tables.push(TablePlace {
                table: place,
                columns,
            });
            Some(Entry::Table(table))
        }
        _ => {
            reading.faults.push(place.member("label").fault(format!(
                "the entry labelled {:?} needs either key (a field) or table (a table)",
                entry.label
            )));
            None
        }
    }
}

fn parse_field(
    path: String,
    place: &Place,
    entry: RawEntry,
    faults: &mut Vec<DefinitionFault>,
) -> Option<Field> {
    let of_tables = [
        ("rows", entry.rows.is_some()),
        ("columns", entry.columns.is_some()),
    ];
    if let Some(member) = first_given(&of_tables) {
        faults.push(place.member(member).fault(format!(
            "{path}: rows and columns belong to a table, give table instead of key"
        )));
    }
    let kind = kind::parse(&path, place, entry.options, faults)?;
    let width = match entry.width.as_deref() {
        None | Some("full") => Width::Full,
        Some("two-thirds") => Width::TwoThirds,
        Some("half") => Width::Half,
        Some("third") => Width::Third,
        Some(other) => {
            faults.push(place.member("width").fault(format!(
                "{path}: width {other:?} is unknown, give full, two-thirds, half or third"
            )));
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

/// The table, and where its columns stand.
fn parse_table(
    path: String,
    place: &Place,
    entry: RawEntry,
    faults: &mut Vec<DefinitionFault>,
) -> Option<(Table, Vec<Place>)> {
    let of_fields = [
        ("type", entry.options.kind.is_some()),
        ("required", entry.required.is_some()),
        ("not_before", entry.not_before.is_some()),
        ("hint", entry.hint.is_some()),
        ("width", entry.width.is_some()),
    ];
    if let Some(member) = first_given(&of_fields) {
        let sentence = format!("{path}: a table has only label, rows and columns");
        faults.push(place.member(member).fault(sentence));
    }
    let Some(rows) = entry.rows else {
        faults.push(place.member("rows").fault(format!(
            "{path}: rows is missing, give the number of rows in the template"
        )));
        return None;
    };
    let all = place.member("columns");
    let raw = entry.columns.unwrap_or_default().into_iter().enumerate();
    let columns = raw.filter_map(|(index, raw)| {
        let place = all.item(index);
        Some((parse_column(&path, &place, raw, faults)?, place))
    });
    let (columns, places) = columns.unzip();
    let table = Table {
        path,
        label: entry.label,
        rows,
        columns,
    };
    Some((table, places))
}

fn parse_column(
    path: &str,
    place: &Place,
    raw: RawColumn,
    faults: &mut Vec<DefinitionFault>,
) -> Option<Column> {
    let RawColumn {
        key,
        label,
        options,
    } = raw;
    let kind = kind::parse(&format!("{path}.N.{key}"), place, options, faults)?;
    Some(Column { key, label, kind })
}

fn first_given(members: &[(&'static str, bool)]) -> Option<&'static str> {
    let mut given = members.iter().filter(|(_, is_given)| *is_given);
    given.next().map(|(member, _)| *member)
}

#[cfg(test)]
mod line_tests;
#[cfg(test)]
mod tests;
