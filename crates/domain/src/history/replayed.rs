//! The data that a history tells of, compared with the data that there is.

use std::collections::{BTreeMap, BTreeSet};

use forms::{Data, Value};

use super::changes::is_beside_data;
use super::{Action, HistoryChange, HistoryEntry};

/// The paths of single values at which the data is not what its history says, sorted. None where
/// the history does not begin with the upload, as that of an application which came before there
/// were histories. The entries must be whole, see [`faults_in`](super::faults_in).
pub fn paths_apart(entries: &[HistoryEntry], data: &Data) -> Vec<String> {
    let Some((upload, later)) = entries.split_first() else {
        return Vec::new();
    };
    if upload.content.action != Action::Uploaded {
        return Vec::new();
    }
    let later = later
        .iter()
        .filter(|entry| entry.content.action == Action::DataChanged)
        .flat_map(|entry| &entry.content.changes);
    // The first one is the uploaded file.
    let told = replayed(upload.content.changes.iter().skip(1).chain(later));
    let mut there = BTreeMap::new();
    for (name, value) in data.members() {
        add_leaves(name.clone(), value, &mut there);
    }
    let paths: BTreeSet<&String> = told.keys().chain(there.keys()).collect();
    let is_apart = |path: &&String| !is_beside_data(path) && told.get(*path) != there.get(*path);
    paths.into_iter().filter(is_apart).cloned().collect()
}

/// What stands where in the end.
fn replayed<'change>(
    changes: impl Iterator<Item = &'change HistoryChange>,
) -> BTreeMap<String, &'change Value> {
    let mut told = BTreeMap::new();
    for HistoryChange {
        path,
        before,
        after,
    } in changes
    {
        // What goes as a whole, a row of a list, stood there in parts.
        let mut gone = BTreeMap::new();
        add_leaves(path.clone(), before, &mut gone);
        for path in gone.keys() {
            told.remove(path);
        }
        add_leaves(path.clone(), after, &mut told);
    }
    told
}

/// The values without members of their own, under their paths. Null is none. Stored data and
/// histories have a bounded depth.
fn add_leaves<'value>(
    path: String,
    value: &'value Value,
    leaves: &mut BTreeMap<String, &'value Value>,
) {
    match value {
        Value::Null => {}
        Value::Object(members) => {
            for (name, member) in members {
                add_leaves(format!("{path}.{name}"), member, leaves);
            }
        }
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                add_leaves(format!("{path}.{index}"), item, leaves);
            }
        }
        leaf => {
            leaves.insert(path, leaf);
        }
    }
}
