//! What a definition must hold beyond its syntax.

use std::collections::HashSet;

use forms::FormType;
use forms::field_value::date;
use forms::form_type::{FieldType, OTHER_FIELDS, TABLE_ROWS_MAX, Table};

use super::fault::{DefinitionFault, Place};
use super::{Reading, TablePlace};

const FORM_TYPE_LENGTH_MAX: usize = 40;
pub(crate) const TEXT_LENGTH_MAX: usize = 100_000;
const PATH_STEPS_MAX: usize = 8;
const FIELDS_MAX: usize = 5_000;

/// Every broken rule, as a sentence.
pub(super) fn broken(form_type: &FormType, places: &Reading) -> Vec<DefinitionFault> {
    let mut faults = Vec::new();
    let key_valid = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if form_type.key.is_empty()
        || form_type.key.len() > FORM_TYPE_LENGTH_MAX
        || !form_type.key.bytes().all(key_valid)
    {
        let place = Place::default().member("form_type");
        faults.push(place.fault(format!(
            "form_type {:?} must be 1 to {FORM_TYPE_LENGTH_MAX} of a to z, 0 to 9 and _",
            form_type.key
        )));
    }
    broken_titles(form_type, &mut faults);
    broken_paths(form_type, places, &mut faults);
    broken_fields(form_type, places, &mut faults);
    for (table, place) in form_type.tables().zip(&places.tables) {
        broken_table(table, place, &mut faults);
    }
    broken_names(form_type, &mut faults);
    faults
}

/// A sign that nothing shows would be read as another one from what is printed.
fn broken_titles(form_type: &FormType, faults: &mut Vec<DefinitionFault>) {
    let sections = form_type.sections.iter().enumerate();
    let all = Place::default().member("section");
    let sections =
        sections.map(|(index, section)| (all.item(index).member("title"), &section.title));
    let title = (Place::default().member("title"), &form_type.title);
    for (place, title) in std::iter::once(title).chain(sections) {
        if title.contains(char::is_control) {
            faults.push(place.fault(format!("title {title:?} must be one line of visible signs")));
        }
    }
}

fn broken_fields(form_type: &FormType, places: &Reading, faults: &mut Vec<DefinitionFault>) {
    for (field, place) in form_type.fields().zip(&places.fields) {
        broken_kind(&field.path, &field.kind, place, faults);
        if let Some(earliest) = &field.not_before {
            let is_date = |path: &str| {
                form_type
                    .fields()
                    .any(|field| field.path == path && matches!(field.kind, FieldType::Date { .. }))
            };
            if !is_date(&field.path) || !is_date(earliest) {
                faults.push(place.member("not_before").fault(format!(
                    "{}: not_before must name a date field and stand at one",
                    field.path
                )));
            }
        }
    }
}

fn broken_table(table: &Table, place: &TablePlace, faults: &mut Vec<DefinitionFault>) {
    let has_rows = (1..=TABLE_ROWS_MAX).contains(&table.rows);
    if !has_rows || table.columns.is_empty() {
        let member = if has_rows { "columns" } else { "rows" };
        faults.push(place.table.member(member).fault(format!(
            "{}: a table has 1 to {TABLE_ROWS_MAX} rows and at least one column",
            table.path
        )));
    }
    let mut keys = HashSet::new();
    for (column, place) in table.columns.iter().zip(&place.columns) {
        let path = format!("{}.N.{}", table.path, column.key);
        broken_kind(&path, &column.kind, place, faults);
        if !is_step(&column.key) {
            faults.push(place.member("key").fault(format!(
                "{}: column {:?} must be letters, digits and _, beginning with a letter",
                table.path, column.key
            )));
        }
        if !keys.insert(&column.key) {
            let sentence = format!("{}: two columns have the same key", table.path);
            faults.push(place.member("key").fault(sentence));
        }
    }
}

fn broken_paths(form_type: &FormType, places: &Reading, faults: &mut Vec<DefinitionFault>) {
    let fields = form_type.fields().map(|field| field.path.as_str());
    let tables = form_type.tables().map(|table| table.path.as_str());
    let fields = fields.zip(&places.fields);
    let tables = tables.zip(places.tables.iter().map(|place| &place.table));
    let mut paths: Vec<(&str, &Place)> = fields.chain(tables).collect();
    if paths.is_empty() || paths.len() > FIELDS_MAX {
        faults.push(Place::default().fault(format!(
            "a form has 1 to {FIELDS_MAX} fields, this one has {}",
            paths.len()
        )));
    }
    paths.sort_by_key(|(_, place)| *place);
    for (path, place) in &paths {
        broken_path(path, place, faults);
    }
    // Sorted by steps, a path comes right before the paths that it is the beginning of; of two
    // alike the first in the text comes first.
    paths.sort_by(|(one, _), (other, _)| one.split('.').cmp(other.split('.')));
    for pair in paths.windows(2) {
        let ((first, _), (second, place)) = (pair[0], pair[1]);
        let begins = second.strip_prefix(first);
        if first == second {
            let sentence = format!("{first}: two entries have this path");
            faults.push(place.member("key").fault(sentence));
        } else if begins.is_some_and(|rest| rest.starts_with('.')) {
            let sentence = format!("{second}: {first} cannot be both a value and an object");
            faults.push(place.member("key").fault(sentence));
        }
    }
}

fn broken_path(path: &str, place: &Place, faults: &mut Vec<DefinitionFault>) {
    let steps: Vec<&str> = path.split('.').collect();
    if steps.len() > PATH_STEPS_MAX || !steps.iter().all(|step| is_step(step)) {
        faults.push(place.member("key").fault(format!(
            "{path}: a path is at most {PATH_STEPS_MAX} words of letters, \
            digits and _ with full stops between them, each beginning with a letter"
        )));
    }
    if steps.first() == Some(&OTHER_FIELDS) {
        faults.push(place.member("key").fault(format!(
            "{path}: {OTHER_FIELDS} is taken for what the form type does not know"
        )));
    }
}

fn broken_kind(path: &str, kind: &FieldType, place: &Place, faults: &mut Vec<DefinitionFault>) {
    match kind {
        FieldType::Text { max_length, .. } if *max_length == 0 || *max_length > TEXT_LENGTH_MAX => {
            let sentence = format!("{path}: max_length must be 1 to {TEXT_LENGTH_MAX}");
            faults.push(place.member("max_length").fault(sentence));
        }
        FieldType::Date { format } if !date::is_format(format) => {
            faults.push(place.member("format").fault(format!(
                "{path}: format {format:?} must have d or dd, m or mm, yy or yyyy \
                once each with marks between them"
            )));
        }
        FieldType::Integer { min, max } if min > max => {
            let sentence = format!("{path}: min is above max");
            faults.push(place.member("max").fault(sentence));
        }
        FieldType::Choice { choices, .. } => {
            let keys: HashSet<&str> = choices.iter().map(|choice| choice.key.as_str()).collect();
            let exports: HashSet<&str> = choices.iter().map(|choice| choice.export()).collect();
            if choices.is_empty()
                || keys.contains("")
                || keys.len() < choices.len()
                || exports.len() < choices.len()
            {
                faults.push(place.member("choices").fault(format!(
                    "{path}: choices must be given, with keys and exports that differ"
                )));
            }
        }
        _ => {}
    }
}

fn broken_names(form_type: &FormType, faults: &mut Vec<DefinitionFault>) {
    let all = Place::default().member("names");
    let mut seen = HashSet::new();
    for (name, path) in &form_type.names {
        if form_type.place(path).is_none() {
            let nearest = form_type
                .nearest_path(path)
                .map_or_else(String::new, |nearest| {
                    format!(", perhaps {nearest} is meant")
                });
            faults.push(all.member(name).fault(format!(
                "names.{name:?}: {path} is no field of the form type{nearest}"
            )));
        }
        if !seen.insert(path) {
            let sentence = format!("names.{name:?}: {path} has another name already");
            faults.push(all.member(name).fault(sentence));
        }
    }
}

fn is_step(step: &str) -> bool {
    step.starts_with(|first: char| first.is_ascii_alphabetic())
        && step
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
