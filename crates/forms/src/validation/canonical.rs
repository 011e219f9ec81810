//! The one form in which equal data is equal: see [`Data`].

use crate::Data;
use crate::Status;
use crate::form_type::{Entry, FieldType, FormType, OTHER_FIELDS};
use crate::ignorable::is_seen;
use crate::value::{Object, Value, insert_at};

/// The checked members in the order of the form, every box with a value, without empty objects and
/// arrays.
pub fn canonical(form_type: &FormType, members: &Object) -> Data {
    let checked = Data::from_checked(members.clone());
    let mut canonical = Object::new();
    for entry in form_type.entries() {
        let (path, absent) = match entry {
            Entry::Field(field) if field.kind == FieldType::Boolean => {
                (&field.path, Some(Value::Boolean(false)))
            }
            Entry::Field(field) => (&field.path, None),
            Entry::Table(table) => (&table.path, None),
        };
        if let Some(value) = checked.at(path).cloned().or(absent) {
            insert_at(&mut canonical, path, value);
        }
    }
    if let Some(Value::Object(others)) = members.get(OTHER_FIELDS)
        && !others.is_empty()
    {
        canonical.insert(OTHER_FIELDS.to_owned(), Value::Object(others.clone()));
    }
    Data::from_checked(canonical)
}

/// How complete the data is.
pub fn status(form_type: &FormType, data: &Data) -> Status {
    let any_table = form_type
        .tables()
        .any(|table| data.at(&table.path).is_some());
    if !any_table && !form_type.fields().any(|field| has_value(data, &field.path)) {
        return Status::Empty;
    }
    if form_type
        .fields()
        .all(|field| !field.required || has_value(data, &field.path))
    {
        Status::Complete
    } else {
        Status::Incomplete
    }
}

/// Whether a field has a value; a box that is off and a text that shows nothing are none.
pub fn has_value(data: &Data, path: &str) -> bool {
    data.at(path).is_some_and(|value| match value {
        Value::Boolean(on) => *on,
        Value::Text(text) => is_seen(text),
        _ => true,
    })
}
