//! When each value of an application was last changed, from its history.

use std::collections::HashMap;

use domain::history::{Action, ChainEnd};
use domain::{PaId, Timestamp};
use forms::form_type::OTHER_FIELDS;
use ports::{StoreError, Transaction};

/// Bytes of a history that are in memory at once.
const PART_BYTES_MAX: u64 = 1 << 20;

/// The last changes of paths in `data`.
#[derive(Debug, Default)]
pub(super) struct ChangeTimes {
    changed: HashMap<String, Timestamp>,
    /// Paths below which a value was changed.
    above: HashMap<String, Timestamp>,
}

impl ChangeTimes {
    pub(super) fn find(rows: &mut dyn Transaction, pa_id: PaId) -> Result<Self, StoreError> {
        let mut times = Self::default();
        let mut end = ChainEnd::default();
        loop {
            let entries = rows.list_history_after(pa_id, &end, PART_BYTES_MAX)?;
            let Some(last) = entries.last() else {
                return Ok(times);
            };
            end = last.end();
            for entry in &entries {
                if entry.content.action == Action::DataChanged {
                    for change in &entry.content.changes {
                        times.add(&change.path, entry.content.at);
                    }
                }
            }
        }
    }

    /// Entries come oldest first: the last one counts.
    fn add(&mut self, path: &str, at: Timestamp) {
        self.changed.insert(path.to_owned(), at);
        if let Some((above, _)) = path.rsplit_once('.').filter(|_| !is_other(path)) {
            self.above.insert(above.to_owned(), at);
        }
    }

    /// When the value of a path was last changed: itself, with what it is part of, or in a part.
    pub(super) fn of(&self, path: &str) -> Option<Timestamp> {
        if is_other(path) {
            return self.changed.get(path).copied();
        }
        let dots = path.match_indices('.').map(|(dot, _)| &path[..dot]);
        let wholes = dots
            .chain([path])
            .filter_map(|whole| self.changed.get(whole));
        wholes.chain(self.above.get(path)).max().copied()
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
        let mut times = ChangeTimes::default();
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
        for (path, expected) in [
            ("name", Some(6)),
            ("names", None),
            ("costs.1.amount", Some(2)),
            ("costs.0.name", Some(3)),
            ("costs.0.amount", None),
            ("some", Some(4)),
            ("otherFields.a", Some(5)),
            ("otherFields.a.b", None),
        ] {
            assert_eq!(times.of(path), expected.map(at), "{path}");
        }
    }
}
