//! From what a client sends to data: a JSON merge patch (RFC 7396), checked against the form type.
//!
//! The patch is walked in its own order, so faults come in the order of the input. What is known to
//! be right is merged; rules between fields are judged on the outcome.

mod canonical;
mod other_fields;
mod rows;
mod rules;

pub(crate) use canonical::canonical;
pub use canonical::{has_value, status};
pub use other_fields::{NAME_LENGTH_MAX, OTHER_FIELDS_MAX, VALUE_LENGTH_MAX};
pub(crate) use other_fields::{check as check_other_field, too_many as too_many_other_fields};
pub(crate) use rows::{complete as complete_row, is_blank as is_blank_row};
pub(crate) use rules::broken_rules;

use crate::form_type::{FieldRef, FormType, OTHER_FIELDS, Table};
use crate::value::{Object, Value};
use crate::{Data, Fault, Faults};

/// The data after a merge patch: given members replace, null removes, objects merge, arrays are
/// replaced whole.
///
/// Every member is checked against the form type: type, length, choice, order of dates. An unknown
/// member is a fault that names the nearest known one.
pub fn merge(form_type: &FormType, data: &Data, patch: &Value) -> Result<Data, Faults> {
    let Value::Object(patch) = patch else {
        return Err(Fault::new(
            "body",
            format!(
                "is {}, give an object of the fields to change",
                patch.kind()
            ),
        )
        .into());
    };
    let mut merging = Merging {
        form_type,
        faults: Vec::new(),
    };
    let mut members = data.members().clone();
    merging.object("", patch, &mut members);
    let data = canonical(form_type, &members);
    merging.faults.extend(other_fields::too_many(&data));
    // Rules between fields make sense only once each field is right.
    if merging.faults.is_empty() {
        merging.faults = broken_rules(form_type, &data);
    }
    Faults::unless_none(merging.faults, data)
}

/// What stands at a path of the patch.
enum Member<'form> {
    Field(FieldRef<'form>),
    Table(&'form Table),
    Group,
    OtherFields,
    Unknown,
}

struct Merging<'form> {
    form_type: &'form FormType,
    faults: Vec<Fault>,
}

impl<'form> Merging<'form> {
    /// Merges the members of an object at `prefix` (empty, or ending in a full stop). Groups nest
    /// as deep as the paths of the form type.
    fn object(&mut self, prefix: &str, patch: &Object, target: &mut Object) {
        for (name, value) in patch {
            let path = format!("{prefix}{name}");
            match self.member(&path) {
                Member::Unknown => self.unknown(&path),
                // A full stop in a member's name must not pass for a path.
                _ if name.contains('.') => self.unknown(&path),
                _ if *value == Value::Null => {
                    target.shift_remove(name);
                }
                Member::Field(place) => self.put(&path, name, place.kind().accept(value), target),
                Member::Table(table) => {
                    let rows = rows::accept(table, value, &mut self.faults);
                    self.put(&path, name, Ok(rows), target);
                }
                Member::Group => self.group(&path, name, value, target),
                Member::OtherFields => self.other_fields(value, target),
            }
        }
    }

    fn put(
        &mut self,
        path: &str,
        name: &str,
        accepted: Result<Option<Value>, String>,
        target: &mut Object,
    ) {
        match accepted {
            Ok(Some(value)) => {
                target.insert(name.to_owned(), value);
            }
            Ok(None) => {
                target.shift_remove(name);
            }
            Err(problem) => self.faults.push(Fault::new(path, problem)),
        }
    }

    fn group(&mut self, path: &str, name: &str, value: &Value, target: &mut Object) {
        let Value::Object(patch) = value else {
            return self.faults.push(Fault::new(
                path,
                format!("is {}, give an object", value.kind()),
            ));
        };
        let mut members = match target.get(name) {
            Some(Value::Object(members)) => members.clone(),
            _ => Object::new(),
        };
        self.object(&format!("{path}."), patch, &mut members);
        target.insert(name.to_owned(), Value::Object(members));
    }

    fn other_fields(&mut self, value: &Value, target: &mut Object) {
        let Value::Object(patch) = value else {
            return self.faults.push(Fault::new(
                OTHER_FIELDS,
                format!("is {}, give an object of texts", value.kind()),
            ));
        };
        let mut members = match target.get(OTHER_FIELDS) {
            Some(Value::Object(members)) => members.clone(),
            _ => Object::new(),
        };
        for (name, value) in patch {
            let path = format!("{OTHER_FIELDS}.{name}");
            self.put(&path, name, other_fields::accept(name, value), &mut members);
        }
        target.insert(OTHER_FIELDS.to_owned(), Value::Object(members));
    }

    fn member(&self, path: &str) -> Member<'form> {
        let below = |known: &str| {
            known
                .strip_prefix(path)
                .is_some_and(|rest| rest.starts_with('.'))
        };
        let mut paths = self
            .form_type
            .fields()
            .map(|field| &field.path)
            .chain(self.form_type.tables().map(|table| &table.path));
        if path == OTHER_FIELDS {
            return Member::OtherFields;
        }
        if let Some(table) = self.form_type.tables().find(|table| table.path == path) {
            return Member::Table(table);
        }
        match self.form_type.place(path) {
            Some(place @ FieldRef::Field(_)) => Member::Field(place),
            _ if paths.any(|known| below(known)) => Member::Group,
            _ => Member::Unknown,
        }
    }

    fn unknown(&mut self, path: &str) {
        let shown: String = path.chars().take(100).collect();
        let problem = match self.form_type.nearest_path(&shown) {
            Some(nearest) => format!(
                "is not a field of {}, perhaps {nearest} is meant",
                self.form_type.key
            ),
            None => format!(
                "is not a field of {}, see GET /forms/{}",
                self.form_type.key, self.form_type.key
            ),
        };
        self.faults.push(Fault::new(shown, problem));
    }
}

#[cfg(test)]
mod tests;
