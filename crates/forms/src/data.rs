//! The content of an application: a value tree of which a form type has said that it is right.

use crate::value::{Object, Value};

/// Checked form content. Made only by [`crate::validation`] and by reading a form, or taken back
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

    /// The [`leaves`] of all members.
    pub fn leaves(&self, is_whole: fn(&Value) -> bool) -> Vec<(String, &Value)> {
        let mut found = Vec::new();
        add_leaves_of_members("", &self.0, is_whole, &mut found);
        found
    }

    /// The members as a value.
    pub fn into_value(self) -> Value {
        Value::Object(self.0)
    }
}

/// The path of what stands under a name, or at an index, in what stands at a path; the path of the
/// data itself is empty.
pub fn below(path: &str, name: &str) -> String {
    match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    }
}

/// The values in the value at a path that are taken as a whole, each with its path, in their order:
/// those that have no values below them, and those of which `is_whole` says so. Null is none.
pub fn leaves<'value>(
    path: &str,
    value: &'value Value,
    is_whole: fn(&Value) -> bool,
) -> Vec<(String, &'value Value)> {
    let mut found = Vec::new();
    add_leaves(path.to_owned(), value, is_whole, &mut found);
    found
}

/// Data and histories were checked before they were stored, so the recursion has a bound.
fn add_leaves<'value>(
    path: String,
    value: &'value Value,
    is_whole: fn(&Value) -> bool,
    found: &mut Vec<(String, &'value Value)>,
) {
    match value {
        value if is_whole(value) => found.push((path, value)),
        Value::Null => {}
        Value::Object(members) => add_leaves_of_members(&path, members, is_whole, found),
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                add_leaves(below(&path, &index.to_string()), item, is_whole, found);
            }
        }
        value => found.push((path, value)),
    }
}

fn add_leaves_of_members<'value>(
    path: &str,
    members: &'value Object,
    is_whole: fn(&Value) -> bool,
    found: &mut Vec<(String, &'value Value)>,
) {
    for (name, value) in members {
        add_leaves(below(path, name), value, is_whole, found);
    }
}

#[cfg(test)]
mod tests {
    use super::{Data, leaves};
    use crate::Value;
    use crate::value::Object;

    fn data() -> Data {
        let row = Value::Object(Object::from_iter([
            ("name".to_owned(), Value::text("Saal")),
            ("amount".to_owned(), Value::Null),
        ]));
        Data::from_checked(Object::from_iter([
            ("title".to_owned(), Value::text("")),
            ("costs".to_owned(), Value::List(vec![Value::Null, row])),
            (
                "days".to_owned(),
                Value::List(vec![Value::text("Mo"), Value::text("Di")]),
            ),
        ]))
    }

    fn is_list_of_words(value: &Value) -> bool {
        matches!(value, Value::List(items) if items.contains(&Value::text("Mo")))
    }

    fn paths(leaves: &[(String, &Value)]) -> Vec<String> {
        leaves.iter().map(|(path, _)| path.clone()).collect()
    }

    #[test]
    fn leaves_are_the_values_without_others_below_them_under_the_paths_of_at() {
        let data = data();
        let leaves = data.leaves(|_| false);
        assert_eq!(
            paths(&leaves),
            ["title", "costs.1.name", "days.0", "days.1"]
        );
        for (path, value) in leaves {
            assert_eq!(data.at(&path), Some(value));
        }
    }

    #[test]
    fn leaves_are_whole_where_the_caller_takes_them_so() {
        let data = data();
        let found = paths(&data.leaves(is_list_of_words));
        assert_eq!(found, ["title", "costs.1.name", "days"]);
    }

    #[test]
    fn leaves_of_a_part_have_its_path_before_them() {
        let data = data();
        let found = leaves("costs.1", data.at("costs.1").unwrap(), |_| false);
        assert_eq!(paths(&found), ["costs.1.name"]);
        let text = Value::text("x");
        assert_eq!(paths(&leaves("a", &text, |_| false)), ["a"]);
    }
}
