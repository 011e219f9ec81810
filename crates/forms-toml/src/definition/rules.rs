//! What a definition must hold beyond its syntax.

use std::collections::HashSet;

use forms::FormType;
use forms::field_value::date;
use forms::form_type::{FieldType, OTHER_FIELDS, TABLE_ROWS_MAX};

const FORM_TYPE_LENGTH_MAX: usize = 40;
const TEXT_LENGTH_MAX: usize = 100_000;
const PATH_STEPS_MAX: usize = 8;
const FIELDS_MAX: usize = 5_000;

/// Every broken rule, as a sentence.
pub(super) fn broken(form_type: &FormType) -> Vec<String> {
    let mut faults = Vec::new();
    let key_valid = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if form_type.key.is_empty()
        || form_type.key.len() > FORM_TYPE_LENGTH_MAX
        || !form_type.key.bytes().all(key_valid)
    {
        faults.push(format!(
            "form_type {:?} must be 1 to {FORM_TYPE_LENGTH_MAX} of a to z, 0 to 9 and _",
            form_type.key
        ));
    }
    broken_paths(form_type, &mut faults);
    broken_fields(form_type, &mut faults);
    broken_tables(form_type, &mut faults);
    broken_names(form_type, &mut faults);
    faults
}

fn broken_fields(form_type: &FormType, faults: &mut Vec<String>) {
    for field in form_type.fields() {
        broken_kind(&field.path, &field.kind, faults);
        if let Some(earliest) = &field.not_before {
            let is_date = |path: &str| {
                form_type
                    .fields()
                    .any(|field| field.path == path && matches!(field.kind, FieldType::Date { .. }))
            };
            if !is_date(&field.path) || !is_date(earliest) {
                faults.push(format!(
                    "{}: not_before must name a date field and stand at one",
                    field.path
                ));
            }
        }
    }
}

fn broken_tables(form_type: &FormType, faults: &mut Vec<String>) {
    for table in form_type.tables() {
        if table.rows == 0 || table.rows > TABLE_ROWS_MAX || table.columns.is_empty() {
            faults.push(format!(
                "{}: a table has 1 to {TABLE_ROWS_MAX} rows and at least one column",
                table.path
            ));
        }
        for column in &table.columns {
            broken_kind(
                &format!("{}.N.{}", table.path, column.key),
                &column.kind,
                faults,
            );
            if !is_step(&column.key) {
                faults.push(format!(
                    "{}: column {:?} must be letters, digits and _, beginning with a letter",
                    table.path, column.key
                ));
            }
        }
        let keys: HashSet<&str> = table
            .columns
            .iter()
            .map(|column| column.key.as_str())
            .collect();
        if keys.len() < table.columns.len() {
            faults.push(format!("{}: two columns have the same key", table.path));
        }
    }
}

fn broken_paths(form_type: &FormType, faults: &mut Vec<String>) {
    let fields = form_type.fields().map(|field| field.path.as_str());
    let paths: Vec<&str> = fields
        .chain(form_type.tables().map(|table| table.path.as_str()))
        .collect();
    if paths.is_empty() || paths.len() > FIELDS_MAX {
        faults.push(format!(
            "a form has 1 to {FIELDS_MAX} fields, this one has {}",
            paths.len()
        ));
    }
    let mut sorted = paths.clone();
    sorted.sort_unstable();
    // Sorted by steps, a path comes right before the paths that it is the beginning of.
    sorted.sort_by(|one, other| one.split('.').cmp(other.split('.')));
    for pair in sorted.windows(2) {
        if pair[0] == pair[1] {
            faults.push(format!("{}: two entries have this path", pair[0]));
        } else if pair[1]
            .strip_prefix(pair[0])
            .is_some_and(|rest| rest.starts_with('.'))
        {
            faults.push(format!(
                "{}: {} cannot be both a value and an object",
                pair[1], pair[0]
            ));
        }
    }
    for path in paths {
        let steps: Vec<&str> = path.split('.').collect();
        if steps.len() > PATH_STEPS_MAX || !steps.iter().all(|step| is_step(step)) {
            faults.push(format!(
                "{path}: a path is at most {PATH_STEPS_MAX} words of letters, \
                digits and _ with full stops between them, each beginning with a letter"
            ));
        }
        if steps.first() == Some(&OTHER_FIELDS) {
            faults.push(format!(
                "{path}: {OTHER_FIELDS} is taken for what the form type does not know"
            ));
        }
    }
}

fn broken_kind(path: &str, kind: &FieldType, faults: &mut Vec<String>) {
    match kind {
        FieldType::Text { max_length, .. } if *max_length == 0 || *max_length > TEXT_LENGTH_MAX => {
            faults.push(format!("{path}: max_length must be 1 to {TEXT_LENGTH_MAX}"));
        }
        FieldType::Date { format } if !date::is_format(format) => {
            faults.push(format!(
                "{path}: format {format:?} must have d or dd, m or mm, yy or yyyy \
                once each with marks between them"
            ));
        }
        FieldType::Integer { min, max } if min > max => {
            faults.push(format!("{path}: min is above max"))
        }
        FieldType::Choice { choices, .. } => {
            let keys: HashSet<&str> = choices.iter().map(|choice| choice.key.as_str()).collect();
            let exports: HashSet<&str> = choices.iter().map(|choice| choice.export()).collect();
            if choices.is_empty()
                || keys.contains("")
                || keys.len() < choices.len()
                || exports.len() < choices.len()
            {
                faults.push(format!(
                    "{path}: choices must be given, with keys and exports that differ"
                ));
            }
        }
        _ => {}
    }
}

fn broken_names(form_type: &FormType, faults: &mut Vec<String>) {
    let mut seen = HashSet::new();
    for (name, path) in &form_type.names {
        if form_type.place(path).is_none() {
            let nearest = form_type
                .nearest_path(path)
                .map_or_else(String::new, |nearest| {
                    format!(", perhaps {nearest} is meant")
                });
            faults.push(format!(
                "names.{name:?}: {path} is no field of the form type{nearest}"
            ));
        }
        if !seen.insert(path) {
            faults.push(format!("names.{name:?}: {path} has another name already"));
        }
    }
}

fn is_step(step: &str) -> bool {
    step.starts_with(|first: char| first.is_ascii_alphabetic())
        && step
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
