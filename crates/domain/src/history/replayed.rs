//! The data that a history tells of, compared with the data that there is.

use std::collections::{BTreeMap, BTreeSet};

use forms::data::leaves;
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
    let there: BTreeMap<String, &Value> = data.leaves(|_| false).into_iter().collect();
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
        for (path, _) in single_values(path, before) {
            told.remove(&path);
        }
        told.extend(single_values(path, after));
    }
    told
}

/// Histories tell of each item of a list, so none is taken as a whole.
fn single_values<'value>(path: &str, value: &'value Value) -> Vec<(String, &'value Value)> {
    leaves(path, value, |_| false)
}
