//! Makes data of a form type from the bytes of a fuzzer.

use forms::form_type::{FieldType, FormType, OTHER_FIELDS};
use forms::value::Object;
use forms::{Decimal, Value};

use crate::bytes_reader::BytesReader;

/// A patch with values for some members of the form type, most of them right.
pub(crate) fn any_patch(
    reader: &mut BytesReader<'_>,
    form_type: &FormType,
    words: &[String],
) -> Value {
    let mut patch = Object::new();
    for field in form_type.fields() {
        if !reader.byte().is_multiple_of(4) {
            let value = any_value(reader, &field.kind, words);
            put(&mut patch, &field.path, value);
        }
    }
    for table in form_type.tables() {
        let rows = (0..reader.byte() % 24).map(|_| {
            let columns = table.columns.iter();
            let cell = |reader: &mut BytesReader<'_>, kind| match reader.byte() % 8 {
                0 => Value::Null,
                _ => any_value(reader, kind, words),
            };
            let cells = columns.map(|column| (column.key.clone(), cell(reader, &column.kind)));
            Value::Object(cells.collect())
        });
        let rows = Value::List(rows.collect());
        put(&mut patch, &table.path, rows);
    }
    let others = (0..reader.byte() % 6).map(|_| {
        let name = printable(&reader.text(words), false);
        (name, Value::Text(printable(&reader.text(words), true)))
    });
    let others = Value::Object(others.collect());
    patch.insert(OTHER_FIELDS.to_owned(), others);
    Value::Object(patch)
}

fn any_value(reader: &mut BytesReader<'_>, kind: &FieldType, words: &[String]) -> Value {
    match kind {
        FieldType::Text {
            max_length,
            multiline,
        } => {
            let text = printable(&reader.text(words), *multiline);
            Value::Text(text.chars().take(*max_length).collect())
        }
        FieldType::Date { .. } => {
            let (year, month, day) = (reader.byte(), reader.byte() % 12, reader.byte() % 28);
            let (year, month, day) = (1900 + u16::from(year), month + 1, day + 1);
            Value::Text(format!("{year:04}-{month:02}-{day:02}"))
        }
        FieldType::Money => {
            let cents = reader.number() % (forms::field_value::CENTS_MAX + 1);
            Value::Number(Decimal::from_cents(cents))
        }
        FieldType::Integer { min, max } => {
            let span = max.saturating_sub(*min).saturating_add(1).max(1);
            Value::Number(Decimal::from_integer(min + reader.number() % span))
        }
        FieldType::Boolean => Value::Boolean(reader.byte() % 2 == 1),
        FieldType::Choice { choices, multiple } => {
            let chosen = reader.byte();
            if *multiple {
                let is_chosen = |index: usize| chosen >> (index % 8) & 1 == 1;
                let keys = choices.iter().enumerate();
                let keys = keys.filter(|(index, _)| is_chosen(*index));
                Value::List(keys.map(|(_, choice)| Value::text(&*choice.key)).collect())
            } else {
                Value::text(&*choices[usize::from(chosen) % choices.len()].key)
            }
        }
        FieldType::Email => Value::text("ida+müller@example.org"),
        FieldType::Iban => Value::text("DE02120300000000202051"),
    }
}

/// The text without characters that no field takes, and without line ends where it has one line.
fn printable(text: &str, multiline: bool) -> String {
    let is_line_end = |character| matches!(character, '\u{2028}' | '\u{2029}' | '\u{85}');
    text.chars()
        .filter_map(|character| match character {
            '\n' | '\t' if multiline => Some(character),
            control if control.is_control() || is_line_end(control) => None,
            other => Some(other),
        })
        .collect()
}

/// Puts a value at a dotted path.
fn put(object: &mut Object, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            object.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            let inner = object.entry(first.to_owned());
            if let Value::Object(members) = inner.or_insert_with(|| Value::Object(Object::new())) {
                put(members, rest, value);
            }
        }
    }
}
