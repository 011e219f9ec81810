//! When each value of an application was last changed, from its history.

use std::collections::HashMap;

use domain::Timestamp;
use domain::history::{Action, HistoryEntry};
use forms::form_type::OTHER_FIELDS;

/// The last changes of values, and of what they are part of. Takes no more memory than the paths
/// of the values, however long the history is.
#[derive(Debug, Default)]
pub(super) struct ChangeTimes {
    changed: HashMap<String, Option<Timestamp>>,
    /// When a part of the value at a path was changed.
    in_parts: HashMap<String, Option<Timestamp>>,
}

impl ChangeTimes {
    /// Of the values at these paths; changes of others are passed over.
    pub(super) fn of_paths(paths: impl Iterator<Item = String>) -> Self {
        let mut times = Self::default();
        for path in paths {
            if !is_other(&path) {
                let wholes = path.match_indices('.').map(|(dot, _)| &path[..dot]);
                let wholes = wholes.map(|whole| (whole.to_owned(), None));
                times.changed.extend(wholes);
                times.in_parts.insert(path.clone(), None);
            }
            times.changed.insert(path, None);
        }
        times
    }

    /// Notes the changes of an entry that follows those noted before.
    pub(super) fn add_entry(&mut self, entry: &HistoryEntry) {
        if entry.content.action == Action::DataChanged {
            for change in &entry.content.changes {
                self.add(&change.path, entry.content.at);
            }
        }
    }

    fn add(&mut self, path: &str, at: Timestamp) {
        if let Some(last) = self.changed.get_mut(path) {
            *last = Some(at);
        }
        let above = path.rsplit_once('.').filter(|_| !is_other(path));
        if let Some(last) = above.and_then(|(above, _)| self.in_parts.get_mut(above)) {
            *last = Some(at);
        }
    }

    /// When the value of a path was last changed: itself, with what it is part of, or in a part.
    pub(super) fn of(&self, path: &str) -> Option<Timestamp> {
        let changed = |path: &str| self.changed.get(path).copied().flatten();
        if is_other(path) {
            return changed(path);
        }
        let wholes = path.match_indices('.').map(|(dot, _)| &path[..dot]);
        let in_parts = self.in_parts.get(path).copied().flatten();
        let wholes = wholes.chain([path]).filter_map(changed);
        wholes.chain(in_parts).max()
    }
}

/// Whether a path is that of another field, whose name may hold full stops.
fn is_other(path: &str) -> bool {
    let rest = path.strip_prefix(OTHER_FIELDS);
    rest.is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;

    use super::ChangeTimes;

    #[test]
    fn of_knows_a_value_by_itself_its_row_and_its_parts() {
        let at = |number| Timestamp::from_microseconds(number).unwrap();
        let expected = [
            ("name", Some(6)),
            ("names", None),
            ("costs.1.amount", Some(2)),
            ("costs.0.name", Some(3)),
            ("costs.0.amount", None),
            ("some", Some(4)),
            ("otherFields.a", Some(5)),
            ("otherFields.a.b", None),
        ];
        let mut times = ChangeTimes::of_paths(expected.iter().map(|(path, _)| (*path).to_owned()));
        let paths = [
            "name",
            "costs.1",
            "costs.0.name",
            "some.2",
            "otherFields.a",
            "name",
        ];
        for (path, number) in paths.into_iter().zip(1..) {
            times.add(path, at(number));
        }
        for (path, expected) in expected {
            assert_eq!(times.of(path), expected.map(at), "{path}");
        }
    }

    #[test]
    fn changes_of_values_that_are_no_more_take_no_memory() {
        let mut times = ChangeTimes::of_paths(["otherFields.now".to_owned()].into_iter());
        let at = Timestamp::from_microseconds(1).unwrap();
        for number in 0..1000 {
            times.add(&format!("otherFields.{number}"), at);
            times.add(&format!("costs.{number}.name"), at);
        }
        assert_eq!((times.changed.len(), times.in_parts.len()), (1, 0));
    }
}
