//! Where positions go when `costs` is replaced: offers and justification stay with their row.

use std::collections::{BTreeMap, BTreeSet};

use forms::{Fault, Faults};

use super::{CostNames, PositionIndex, PositionOutline};
use crate::known_paths::{cost_path, is_cost_amount, is_in_costs};

/// From which index to which positions go; those that stay where they are are left out. No two go
/// to one index, and none to that of one that stays.
pub type PositionMoves = BTreeMap<PositionIndex, PositionIndex>;

/// Where each position goes that has offers or a justification, or every one that finds no place.
///
/// A position goes on with the row of the same name; among rows of one name in their order. One
/// whose name is nowhere in the new list goes on with the row at its index if that one's name is
/// new: it was renamed. Where rows of one name have become more or fewer nobody knows whose offers
/// are whose. While the new list is absent or empty everything stays; for the list that comes then,
/// `before` are the names that were kept ([`KeptNames`](super::KeptNames)), if any were.
pub fn position_moves(
    before: &CostNames,
    after: &CostNames,
    positions: &BTreeMap<PositionIndex, PositionOutline>,
) -> Result<PositionMoves, Faults> {
    let rows = Rows {
        before: before.as_slice(),
        after: after.as_slice(),
    };
    if rows.after.is_empty() {
        return Ok(PositionMoves::new());
    }
    let with_offers = positions
        .iter()
        .filter(|(_, position)| position.offer_count > 0)
        .filter_map(|(index, _)| rows.before.get(usize::from(index.get())));
    let with_offers: BTreeSet<&String> = with_offers.collect();
    let (mut moves, mut faults) = (PositionMoves::new(), Vec::new());
    for (index, position) in positions {
        let place = rows.place_of(usize::from(index.get()), &with_offers);
        match place.and_then(|place| u8::try_from(place).ok()) {
            Some(place) if place == index.get() => {}
            Some(place) => drop(moves.insert(*index, PositionIndex(place))),
            None => faults.push(homeless(*index, position, &rows)),
        }
    }
    Faults::unless_none(faults, moves)
}

/// Whether positions can find their rows in a list of costs in which this is wrong: the names of
/// all rows must be known, and which row is which.
pub fn rows_are_known<'fault>(faults: impl IntoIterator<Item = &'fault Fault>) -> bool {
    let paths = faults.into_iter().map(|fault| &fault.path);
    let mut in_costs = paths.filter(|path| is_in_costs(path));
    in_costs.all(|path| is_cost_amount(path))
}

/// The names of the rows of both lists, in their order.
struct Rows<'names> {
    before: &'names [String],
    after: &'names [String],
}

impl Rows<'_> {
    /// The new index of what stands at an index. `with_offers`: the names of rows that have some.
    fn place_of(&self, index: usize, with_offers: &BTreeSet<&String>) -> Option<usize> {
        let old_name = self.before.get(index);
        let same_name = |name: &&String| Some(*name) == old_name;
        let count_after = self.after.iter().filter(|name| same_name(name)).count();
        if let (Some(old_name), 1..) = (old_name, count_after) {
            let count_before = self.before.iter().filter(|name| same_name(name)).count();
            if count_before != count_after && with_offers.contains(old_name) {
                return None;
            }
            let earlier = &self.before[..index];
            let order = earlier.iter().filter(|name| same_name(name)).count();
            let mut same = self.after.iter().enumerate();
            let mut same = same.by_ref().filter(|(_, name)| same_name(name));
            return same.nth(order).map(|(place, _)| place);
        }
        let new_name = self.after.get(index)?;
        (!self.before.contains(new_name)).then_some(index)
    }
}

fn homeless(index: PositionIndex, position: &PositionOutline, rows: &Rows<'_>) -> Fault {
    let offers = match position.offer_count {
        0 => None,
        1 => Some("1 offer".to_owned()),
        count => Some(format!("{count} offers")),
    };
    let justification = position
        .justification
        .text()
        .map(|_| "a justification".to_owned());
    let hanging: Vec<String> = offers.into_iter().chain(justification).collect();
    let (has, index) = (hanging.join(" and "), usize::from(index.get()));
    let problem = match rows.before.get(index) {
        Some(name) => {
            format!(
                "\"{name}\" has {has}, keep as many rows of this name or first remove what it has"
            )
        }
        // It came while there was no list, at an index past the rows of the one before.
        None if index < rows.after.len() => {
            format!("has {has}, give this row a new name or first remove what it has")
        }
        None => format!(
            "has {has}, give at least {} rows or first remove what it has",
            index + 1
        ),
    };
    Fault::new(cost_path(index), problem)
}

#[cfg(test)]
mod tests;
