//! Reading the fields of an interactive form.

use std::collections::{BTreeMap, HashMap};

use forms::form_content::{FormField, FormFieldKind};
use forms::form_type::{FieldRef, FormType, OTHER_FIELDS};
use forms::ignorable::is_seen;
use forms::validation::{check_other_field, complete_row, is_blank_row};
use forms::value::{Object, Value, insert_at};
use forms::{other_field_name, words};

use crate::flat;
use crate::flat::free_name;
use crate::outcome::data_reader::DataReader;
use crate::outcome::printed_values::PrintedValues;

/// The filled cells of one table, by row.
type Rows = BTreeMap<usize, Object>;

/// What was read of the fields that the form type knows.
#[derive(Default)]
struct KnownValues<'form> {
    /// By their paths.
    values: HashMap<String, Value>,
    /// The cells of the tables, by the paths of these.
    tables: HashMap<&'form str, Rows>,
}

/// Reads all fields, in document order, then what is printed beside them.
pub(crate) fn read(
    form_type: &FormType,
    form_fields: &[FormField],
    printed: PrintedValues,
    reading: &mut DataReader,
) {
    let mut others = printed.others;
    let mut known = read_known(form_type, form_fields, &mut others, reading);
    add_printed(form_type, printed.values, &mut known, reading);
    reading.sources.append(printed.sources);
    collect(form_type, known, reading);
    flat::keep_page_texts(&printed.page_texts, &mut others, &mut reading.sources);
    if !others.is_empty() {
        reading
            .members
            .insert(OTHER_FIELDS.to_owned(), Value::Object(others));
    }
}

/// The values of the fields that the form type knows, and the cells of its tables. What it does not
/// know goes to the others.
fn read_known<'form>(
    form_type: &'form FormType,
    form_fields: &'form [FormField],
    others: &mut Object,
    reading: &mut DataReader,
) -> KnownValues<'form> {
    let mut seen: HashMap<&str, &FormField> = HashMap::new();
    let mut known = KnownValues::default();
    for field in form_fields {
        let path = form_type.path_of_template_name(&field.name);
        let Some(place) = form_type.place(path) else {
            read_other(field, others, reading);
            continue;
        };
        if let Some(first) = seen.insert(path, field) {
            tell_different(path, first, field, reading);
            continue;
        }
        match (place.kind().read(field), place) {
            (Ok(None), _) => {}
            (Ok(Some(value)), FieldRef::Field(_)) => {
                reading.sources.add_field(path, field);
                known.values.insert(path.to_owned(), value);
            }
            (Ok(Some(value)), FieldRef::Cell { table, row, column }) => {
                reading.sources.add_field(path, field);
                known
                    .tables
                    .entry(&table.path)
                    .or_default()
                    .entry(row)
                    .or_default()
                    .insert(column.key.clone(), value);
            }
            (Err(problem), _) => reading.fault(path, problem),
        }
    }
    known
}

/// Two fields of the PDF that hold the same path have to agree.
fn tell_different(path: &str, first: &FormField, second: &FormField, reading: &mut DataReader) {
    if first.values != second.values {
        let problem = format!(
            "two fields of the PDF hold it with different values ({} and {})",
            first.name, second.name
        );
        reading.ambiguous(path, problem);
    }
}

/// Adds values that are printed beside the fields.
fn add_printed<'form>(
    form_type: &'form FormType,
    printed: Vec<(String, Value)>,
    known: &mut KnownValues<'form>,
    reading: &mut DataReader,
) {
    for (path, value) in printed {
        let stored = match form_type.place(&path) {
            Some(FieldRef::Cell { table, row, column }) => {
                let rows = known.tables.entry(&table.path).or_default();
                let cells = rows.entry(row).or_default();
                cells.entry(column.key.clone()).or_insert(value.clone())
            }
            _ => known.values.entry(path.clone()).or_insert(value.clone()),
        };
        if *stored != value {
            let problem = "its field and the text beside it hold different values".to_owned();
            reading.ambiguous(&path, problem);
        }
    }
}

/// Puts what was read into its place in the tree. Blank rows are skipped.
fn collect(form_type: &FormType, mut known: KnownValues<'_>, reading: &mut DataReader) {
    for field in form_type.fields() {
        if let Some(value) = known.values.remove(&field.path) {
            insert_at(&mut reading.members, &field.path, value);
        }
    }
    for table in form_type.tables() {
        let rows = known.tables.remove(table.path.as_str()).unwrap_or_default();
        let rows: Vec<(usize, Object)> = rows
            .into_iter()
            .map(|(number, row)| (number, complete_row(table, row)))
            .filter(|(_, row)| !is_blank_row(row))
            .collect();
        let places = rows
            .iter()
            .zip(0..)
            .map(|((number, _), index)| (*number, index));
        reading.sources.move_rows(&table.path, 0, &places.collect());
        let rows: Vec<Value> = rows
            .into_iter()
            .map(|(_, row)| Value::Object(row))
            .collect();
        if !rows.is_empty() {
            insert_at(&mut reading.members, &table.path, Value::List(rows));
        }
    }
}

fn read_other(field: &FormField, others: &mut Object, reading: &mut DataReader) {
    if field.kind == FormFieldKind::PushButton || field.values.is_empty() {
        return;
    }
    let name = match other_field_name::name_from_template(&field.name) {
        name if is_seen(&name) => name,
        _ => free_name(words::UNNAMED, others),
    };
    let text: Vec<&str> = field
        .values
        .iter()
        .map(|value| field.shown(value))
        .collect();
    match check_other_field(&name, &text.join("\n")) {
        Ok(None) => {}
        Ok(Some(value)) => match others.get(&name) {
            Some(first) if *first != value => {
                reading.ambiguous(
                    &field.name,
                    "two fields of the PDF have this name and different values".to_owned(),
                );
            }
            _ => {
                reading.sources.add_unknown_field(&name, field);
                others.insert(name, value);
            }
        },
        Err(problem) => reading.fault(&field.name, problem),
    }
}
