//! The rows of a table: an array of objects with one member for each column.

use crate::form_type::{Column, FieldType, TABLE_ROWS_MAX, Table};
use crate::value::{Object, Value};
use crate::{Fault, field_value::ValueError};

/// The canonical rows of a JSON array, each with all columns; `None` where there are none. Faults
/// are added with their paths.
pub(super) fn accept(table: &Table, value: &Value, faults: &mut Vec<Fault>) -> Option<Value> {
    let Value::List(items) = value else {
        faults.push(Fault::new(
            &table.path,
            format!("is {}, give an array of rows", value.kind()),
        ));
        return None;
    };
    if items.len() > TABLE_ROWS_MAX {
        faults.push(Fault::new(
            &table.path,
            format!("has {} rows, give at most {TABLE_ROWS_MAX}", items.len()),
        ));
        return None;
    }
    let mut rows = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let path = format!("{}.{index}", table.path);
        rows.push(accept_row(table, &path, item, faults));
    }
    (!rows.is_empty()).then_some(Value::List(rows))
}

fn accept_row(table: &Table, path: &str, item: &Value, faults: &mut Vec<Fault>) -> Value {
    let Value::Object(members) = item else {
        faults.push(Fault::new(
            path,
            format!("is {}, give an object", item.kind()),
        ));
        return Value::Null;
    };
    let faults_before = faults.len();
    let mut row = Object::new();
    for (name, value) in members {
        match table
            .columns
            .iter()
            .find(|column| column.key == *name)
            .map(|column| column.kind.accept(value))
        {
            Some(Ok(Some(value))) => {
                row.insert(name.clone(), value);
            }
            Some(Ok(None)) => {}
            Some(Err(problem)) => faults.push(Fault::new(format!("{path}.{name}"), problem)),
            None => faults.push(Fault::new(format!("{path}.{name}"), unknown(table))),
        }
    }
    let row = complete(table, row);
    if faults.len() == faults_before && is_blank(&row) {
        faults.push(Fault::new(path, "is blank, fill it or leave it out"));
    }
    Value::Object(row)
}

/// The row with a value for every column, in the order of the columns.
pub fn complete(table: &Table, mut row: Object) -> Object {
    let cell = |column: &Column| {
        (
            column.key.clone(),
            row.swap_remove(&column.key)
                .unwrap_or_else(|| blank(&column.kind)),
        )
    };
    table.columns.iter().map(cell).collect()
}

/// Whether no cell of a row holds anything.
pub fn is_blank(row: &Object) -> bool {
    row.values().all(|value| match value {
        Value::Null | Value::Boolean(false) => true,
        Value::Text(text) => text.is_empty(),
        _ => false,
    })
}

fn blank(kind: &FieldType) -> Value {
    match kind {
        FieldType::Text { .. } => Value::text(""),
        FieldType::Boolean => Value::Boolean(false),
        _ => Value::Null,
    }
}

fn unknown(table: &Table) -> ValueError {
    let keys: Vec<&str> = table
        .columns
        .iter()
        .map(|column| column.key.as_str())
        .collect();
    format!(
        "is no column of {}, its columns are {}",
        table.path,
        keys.join(", ")
    )
}
