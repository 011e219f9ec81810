//! Through a patch in its own order: what is right is merged, the rest is named.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::super::{broken_rules, other_fields, rows};
use crate::excerpt::excerpt;
use crate::fault::SHOWN_MAX;
use crate::form_type::{FieldRef, FormType, OTHER_FIELDS, Table};
use crate::value::{Object, Value};
use crate::{Data, Fault};

/// An unknown path is shown, and compared with the known ones, up to this many characters.
const PATH_SHOWN_MAX: usize = 100;

/// What stands at a path of the patch.
enum Member<'form> {
    Field(FieldRef<'form>),
    Table(&'form Table),
    Group,
    OtherFields,
    Unknown,
}

/// A walk through a patch in its own order.
pub(super) struct Walk<'form> {
    form_type: &'form FormType,
    /// The members of the patch so far, in its order.
    pub(super) paths: Vec<String>,
    /// Each with the number of the member in which it is.
    pub(super) faults: Vec<(usize, Fault)>,
    /// Of which groups the members were told; a group ends in a full stop.
    members_told: RefCell<BTreeSet<String>>,
}

impl<'form> Walk<'form> {
    pub(super) fn new(form_type: &'form FormType) -> Self {
        Self {
            form_type,
            paths: Vec::new(),
            faults: Vec::new(),
            members_told: RefCell::default(),
        }
    }

    /// Merges a whole patch.
    pub(super) fn merge(&mut self, patch: &Value, target: &mut Object) {
        match patch {
            Value::Object(patch) => self.object("", patch, target),
            other => {
                let kind = other.kind();
                let problem = format!("is {kind}, give an object of the fields to change");
                self.fault("body", problem);
            }
        }
    }

    /// Adds faults that were found elsewhere.
    pub(super) fn add_faults(&mut self, faults: Vec<Fault>) {
        for fault in faults {
            let number = self.number_within(&fault.path);
            self.faults.push((number, fault));
        }
    }

    /// Merges the members of an object at `prefix` (empty, or ending in a full stop). Groups nest
    /// as deep as the paths of the form type.
    fn object(&mut self, prefix: &str, patch: &Object, target: &mut Object) {
        for (name, value) in patch {
            let path = format!("{prefix}{name}");
            self.paths.push(path.clone());
            match self.member(&path) {
                // A full stop in a member's name must not pass for a path.
                _ if name.contains('.') => self.fault(
                    &excerpt(&path, PATH_SHOWN_MAX),
                    self.not_nested(&path, prefix),
                ),
                Member::Unknown => {
                    self.fault(&excerpt(&path, PATH_SHOWN_MAX), self.unknown(&path, prefix))
                }
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
    pub(super) fn judge_together(&mut self, data: &Data) {
        for (fault, other) in broken_rules(self.form_type, data, |_, date| date.to_owned()) {
            if self.is_readable(&fault.path) && self.is_readable(other) {
                let number = self.number(&fault.path).or_else(|| self.number(other));
                self.faults
                    .push((number.unwrap_or(self.paths.len()), fault));
            }
        }
        // What is stored came in when other bounds may have held: it hinders no other change.
        if let Some(number) = self.number(OTHER_FIELDS) {
            let fault = other_fields::too_many(data);
            self.faults.extend(fault.map(|fault| (number, fault)));
        }
    }

    /// The number of the member in which a path is.
    fn number_within(&self, path: &str) -> usize {
        let mut path = path;
        loop {
            if let Some(number) = self.number(path) {
                return number;
            }
            match path.rsplit_once('.') {
                Some((parent, _)) => path = parent,
                None => return self.paths.len(),
            }
        }
    }

    fn is_readable(&self, path: &str) -> bool {
        let holds = |fault: &Fault| {
            let rest = path.strip_prefix(&fault.path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        !self.faults.iter().any(|(_, fault)| holds(fault))
    }

    fn number(&self, path: &str) -> Option<usize> {
        super::number(&self.paths, path)
    }

    fn fault(&mut self, path: &str, problem: String) {
        self.faults
            .push((self.paths.len(), Fault::new(path, problem)));
    }

    /// The known path that is perhaps meant. Nobody sees the faults past the first ones, and each
    /// search is long.
    fn nearest_path(&self, path: &str) -> Option<&'form str> {
        let is_shown = self.faults.len() < SHOWN_MAX;
        is_shown
            .then(|| excerpt(path, PATH_SHOWN_MAX))
            .and_then(|path| self.form_type.nearest_path(&path))
    }

    fn unknown(&self, path: &str, prefix: &str) -> String {
        let key = &self.form_type.key;
        match self.nearest_path(path) {
            Some(nearest) => format!("is not a field of {key}, perhaps {nearest} is meant"),
            None => format!("is not a field of {key}{}", self.members_at(prefix)),
        }
    }

    /// The members that could stand where an unknown one stands, as a clause. The version of an
    /// application may be described nowhere else any more. Once for each group is enough.
    fn members_at(&self, prefix: &str) -> String {
        const MEMBERS_SHOWN_MAX: usize = 40;
        if !self.members_told.borrow_mut().insert(prefix.to_owned()) {
            return String::new();
        }
        let form_type = self.form_type;
        let fields = form_type.fields().map(|field| field.path.as_str());
        let mut members: Vec<&str> = Vec::new();
        for known in fields.chain(form_type.tables().map(|table| table.path.as_str())) {
            let below = known.strip_prefix(prefix);
            let member = below.and_then(|below| below.split('.').next());
            if let Some(member) = member.filter(|member| !members.contains(member)) {
                members.push(member);
            }
        }
        let more = if members.len() > MEMBERS_SHOWN_MAX {
            ", …"
        } else {
            ""
        };
        members.truncate(MEMBERS_SHOWN_MAX);
        format!(", give {}{more}", members.join(", "))
    }

    /// What to say of a member whose name is a path.
    fn not_nested(&self, path: &str, prefix: &str) -> String {
        let meant = match self.form_type.place(path) {
            Some(_) => Some(path),
            None => self.nearest_path(path),
        };
        match meant {
            Some(meant) => format!("is not a member, members nest: give {}", nested(meant)),
            None => self.unknown(path, prefix),
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
