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
        paths: Vec::new(),
        faults: Vec::new(),
    };
    let mut members = data.members().clone();
    merging.object("", patch, &mut members);
    let data = canonical(form_type, &members);
    merging.judge_together(&data);
    Faults::unless_none(merging.in_order(), data)
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
    /// The members of the patch so far, in its order.
    paths: Vec<String>,
    /// Each with the number of the member in which it is.
    faults: Vec<(usize, Fault)>,
}

impl<'form> Merging<'form> {
    /// Merges the members of an object at `prefix` (empty, or ending in a full stop). Groups nest
    /// as deep as the paths of the form type.
    fn object(&mut self, prefix: &str, patch: &Object, target: &mut Object) {
        for (name, value) in patch {
            let path = format!("{prefix}{name}");
            self.paths.push(path.clone());
            match self.member(&path) {
                // A full stop in a member's name must not pass for a path.
                _ if name.contains('.') => self.fault(&shown(&path), self.not_nested(&path)),
                Member::Unknown => self.fault(&shown(&path), self.unknown(&path)),
                _ if *value == Value::Null => {
                    target.shift_remove(name);
                }
                Member::Field(place) => self.put(&path, name, place.kind().accept(value), target),
                Member::Table(table) => {
                    let mut faults = Vec::new();
                    let rows = rows::accept(table, value, &mut faults);
                    let number = self.paths.len();
                    self.faults
                        .extend(faults.into_iter().map(|fault| (number, fault)));
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
            Err(problem) => self.fault(path, problem),
        }
    }

    fn group(&mut self, path: &str, name: &str, value: &Value, target: &mut Object) {
        let Value::Object(patch) = value else {
            return self.fault(path, format!("is {}, give an object", value.kind()));
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
            let problem = format!("is {}, give an object of texts", value.kind());
            return self.fault(OTHER_FIELDS, problem);
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

    /// What more than one member says together, as far as each of them can be read.
    fn judge_together(&mut self, data: &Data) {
        for (fault, other) in broken_rules(self.form_type, data) {
            if self.is_readable(&fault.path) && self.is_readable(other) {
                let number = self.number(&fault.path).or_else(|| self.number(other));
                self.faults
                    .push((number.unwrap_or(self.paths.len()), fault));
            }
        }
        if let Some(fault) = other_fields::too_many(data) {
            let number = self.number(OTHER_FIELDS);
            self.faults
                .push((number.unwrap_or(self.paths.len()), fault));
        }
    }

    fn is_readable(&self, path: &str) -> bool {
        let holds = |fault: &Fault| {
            let rest = path.strip_prefix(&fault.path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        !self.faults.iter().any(|(_, fault)| holds(fault))
    }

    /// The number of a member, from 1; `None` where the patch does not have it.
    fn number(&self, path: &str) -> Option<usize> {
        let index = self.paths.iter().position(|known| known == path)?;
        Some(index + 1)
    }

    fn fault(&mut self, path: &str, problem: String) {
        self.faults
            .push((self.paths.len(), Fault::new(path, problem)));
    }

    fn in_order(mut self) -> Vec<Fault> {
        self.faults.sort_by_key(|(number, _)| *number);
        self.faults.into_iter().map(|(_, fault)| fault).collect()
    }

    fn unknown(&self, path: &str) -> String {
        let key = &self.form_type.key;
        match self.form_type.nearest_path(&shown(path)) {
            Some(nearest) => format!("is not a field of {key}, perhaps {nearest} is meant"),
            None => format!("is not a field of {key}, see GET /forms/{key}"),
        }
    }

    /// What to say of a member whose name is a path.
    fn not_nested(&self, path: &str) -> String {
        let shown = shown(path);
        let meant = match self.form_type.place(&shown) {
            Some(_) => Some(shown.as_str()),
            None => self.form_type.nearest_path(&shown),
        };
        match meant {
            Some(meant) => format!("is not a member, members nest: give {}", nested(meant)),
            None => self.unknown(path),
        }
    }
}

/// A path as the objects that it stands for: `{"applicant": {"email": …}}`; a table as a whole.
fn nested(path: &str) -> String {
    let is_row = |step: &str| step.bytes().all(|byte| byte.is_ascii_digit());
    let names: Vec<&str> = path.split('.').take_while(|step| !is_row(step)).collect();
    let is_table = names.len() < path.split('.').count();
    let value = if is_table { "[…]" } else { "…" };
    names.iter().rev().fold(value.to_owned(), |inner, name| {
        format!("{{\"{name}\": {inner}}}")
    })
}

fn shown(path: &str) -> String {
    path.chars().take(100).collect()
}

#[cfg(test)]
mod tests;
