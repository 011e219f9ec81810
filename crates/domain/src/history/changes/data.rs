//! What has changed in `data`.

use forms::data::below;
use forms::value::Object;
use forms::{Data, Value};

use super::HistoryChange;

/// Every value that differs, under its path in `data`: in the order of the new data, then what is
/// gone. A row that came or went is one value; of one that stayed its cells are compared.
pub fn changes_between(before: &Data, after: &Data) -> Vec<HistoryChange> {
    let mut changes = Vec::new();
    compare_members("", before.members(), after.members(), &mut changes);
    changes
}

fn compare_members(path: &str, before: &Object, after: &Object, changes: &mut Vec<HistoryChange>) {
    for (name, after) in after {
        compare(&below(path, name), before.get(name), Some(after), changes);
    }
    for (name, before) in before.iter().filter(|(name, _)| !after.contains_key(*name)) {
        compare(&below(path, name), Some(before), None, changes);
    }
}

/// Data was checked against its form type, so the recursion has a bound.
fn compare(
    path: &str,
    before: Option<&Value>,
    after: Option<&Value>,
    changes: &mut Vec<HistoryChange>,
) {
    match (before, after) {
        (Some(before), Some(after)) if before == after => {}
        (Some(Value::Object(before)), Some(Value::Object(after))) => {
            compare_members(path, before, after, changes);
        }
        (Some(Value::Object(before)), None) => {
            compare_members(path, before, &Object::new(), changes);
        }
        (None, Some(Value::Object(after))) => {
            compare_members(path, &Object::new(), after, changes);
        }
        (Some(Value::List(before)), Some(Value::List(after))) => {
            compare_rows(path, before, after, changes);
        }
        (Some(Value::List(before)), None) => compare_rows(path, before, &[], changes),
        (None, Some(Value::List(after))) => compare_rows(path, &[], after, changes),
        (before, after) => changes.push(whole(path.to_owned(), before, after)),
    }
}

fn compare_rows(path: &str, before: &[Value], after: &[Value], changes: &mut Vec<HistoryChange>) {
    for index in 0..before.len().max(after.len()) {
        let path = below(path, &index.to_string());
        match (before.get(index), after.get(index)) {
            (Some(before), Some(after)) => compare(&path, Some(before), Some(after), changes),
            (before, after) => changes.push(whole(path, before, after)),
        }
    }
}

fn whole(path: String, before: Option<&Value>, after: Option<&Value>) -> HistoryChange {
    let value = |value: Option<&Value>| value.cloned().unwrap_or(Value::Null);
    HistoryChange::new(path, value(before), value(after))
}
