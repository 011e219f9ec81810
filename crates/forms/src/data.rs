//! The content of an application: a value tree of which a form type has said that it is right.

use crate::value::{Object, Value};

/// Checked form content. Made only by [`crate::validation`] and [`crate::reading`], or taken back
/// from storage.
///
/// In canonical form: no blank texts, empty objects, empty arrays or nulls outside table rows;
/// every box is present; dates are `YYYY-MM-DD`; line ends are `\n`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Data(Object);

impl Data {
    /// Takes members for checked: only for values that were checked before they were stored.
    pub fn from_checked(members: Object) -> Self {
        Self(members)
    }

    /// The members.
    pub fn members(&self) -> &Object {
        &self.0
    }

    /// The value at a dotted path.
    pub fn at(&self, path: &str) -> Option<&Value> {
        let (first, rest) = path
            .split_once('.')
            .map_or((path, None), |(first, rest)| (first, Some(rest)));
        let member = self.0.get(first)?;
        rest.map_or(Some(member), |rest| member.at(rest))
    }

    /// The members as a value.
    pub fn into_value(self) -> Value {
        Value::Object(self.0)
    }
}
