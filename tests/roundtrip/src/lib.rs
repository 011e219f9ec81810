//! Makes any data that a form type allows, for the property that a filled form reads back as what
//! was written.

#![forbid(unsafe_code)]

mod text;

use forms::form_type::{Column, Entry, Field, FieldType, FormType, OTHER_FIELDS, Table};
use forms::ignorable::is_seen;
use forms::validation::merge;
use forms::value::{Object, Value};
use forms::{Data, Decimal};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

/// Any data of a form type, tables up to their hundred rows and other fields included.
pub fn any_data(form_type: &FormType) -> BoxedStrategy<Data> {
    let entries: Vec<&Entry> = form_type
        .sections
        .iter()
        .flat_map(|section| &section.entries)
        .collect();
    let members: Vec<BoxedStrategy<(String, Value)>> = entries.into_iter().map(any_entry).collect();
    let form_type = form_type.clone();
    (members, any_other_fields())
        .prop_filter_map("dates in order", move |(members, others)| {
            let mut patch = Object::new();
            for (path, value) in members {
                put(&mut patch, &path, value);
            }
            patch.insert(OTHER_FIELDS.to_owned(), others);
            merge(&form_type, &Data::default(), &Value::Object(patch)).ok()
        })
        .boxed()
}

fn any_entry(entry: &Entry) -> BoxedStrategy<(String, Value)> {
    match entry {
        Entry::Field(Field { path, kind, .. }) => (
            Just(path.clone()),
            prop_oneof![1 => Just(Value::Null), 4 => any_value(kind)],
        )
            .boxed(),
        Entry::Table(table) => (Just(table.path.clone()), any_rows(table)).boxed(),
    }
}

fn any_rows(table: &Table) -> BoxedStrategy<Value> {
    let cells: Vec<BoxedStrategy<(String, Value)>> = table
        .columns
        .iter()
        .map(|Column { key, kind, .. }| {
            (
                Just(key.clone()),
                prop_oneof![1 => Just(Value::Null), 6 => any_value(kind)],
            )
                .boxed()
        })
        .collect();
    let blank = |value: &Value| matches!(value, Value::Null) || *value == Value::text("");
    let row = cells.prop_filter("no blank row", move |cells| {
        !cells.iter().all(|(_, value)| blank(value))
    });
    let rows = vec(
        row.prop_map(|cells| Value::Object(cells.into_iter().collect())),
        0..30,
    );
    rows.prop_map(Value::List).boxed()
}

fn any_other_fields() -> BoxedStrategy<Value> {
    let name = prop_oneof![
        text::any_text(30, false).prop_filter("the name shows something", |name| is_seen(name)),
        Just("a.b".to_owned()),
        Just("100 %".to_owned())
    ];
    btree_map(name, text::any_text(600, true), 0..6)
        .prop_map(|members| {
            Value::Object(
                members
                    .into_iter()
                    .map(|(name, text)| (name, Value::Text(text)))
                    .collect(),
            )
        })
        .boxed()
}

/// Any value of a type, both ends of its range included.
fn any_value(kind: &FieldType) -> BoxedStrategy<Value> {
    match kind {
        FieldType::Text {
            max_length,
            multiline,
        } => text::any_text(*max_length, *multiline)
            .prop_map(Value::Text)
            .boxed(),
        FieldType::Date { .. } => (2000u16..2100, 1u8..13, 1u8..29)
            .prop_map(|(year, month, day)| Value::Text(format!("{year:04}-{month:02}-{day:02}")))
            .boxed(),
        FieldType::Money => prop_oneof![0i64..10_000_000_000, Just(0), Just(9_999_999_999)]
            .prop_map(|cents| Value::Number(Decimal::from_cents(cents)))
            .boxed(),
        FieldType::Integer { min, max } => (*min..=*max)
            .prop_map(|integer| Value::Number(Decimal::from_integer(integer)))
            .boxed(),
        FieldType::Boolean => any::<bool>().prop_map(Value::Boolean).boxed(),
        FieldType::Choice { choices, multiple } => {
            let keys: Vec<Value> = choices
                .iter()
                .map(|choice| Value::text(&*choice.key))
                .collect();
            let count = keys.len();
            if *multiple {
                proptest::sample::subsequence(keys, 0..=count)
                    .prop_map(Value::List)
                    .boxed()
            } else {
                proptest::sample::select(keys).boxed()
            }
        }
        FieldType::Email => {
            "[a-z0-9äöüß+_-]{1,20}(\\.[a-z0-9]{1,10})?@[a-z0-9]{1,20}(\\.[a-z]{2,6}){1,2}"
                .prop_map(Value::Text)
                .boxed()
        }
        FieldType::Iban => Just(Value::text("DE02120300000000202051")).boxed(),
    }
}

fn put(object: &mut Object, path: &str, value: Value) {
    match path.split_once('.') {
        None => {
            object.insert(path.to_owned(), value);
        }
        Some((first, rest)) => {
            if let Value::Object(members) = object
                .entry(first.to_owned())
                .or_insert_with(|| Value::Object(Object::new()))
            {
                put(members, rest, value);
            }
        }
    }
}
