use std::collections::{BTreeMap, BTreeSet};

use forms::Fault;
use proptest::prelude::*;

use super::{position_moves, rows_are_known};
use crate::Timestamp;
use crate::cost_position::{
    CostNames, CostPosition, Justification, Offer, OfferId, OfferInput, PositionIndex,
};

fn costs(names: &[&str]) -> CostNames {
    names.iter().copied().collect()
}

fn with_offer(id: i64) -> CostPosition {
    let mut position = CostPosition::default();
    let input = OfferInput {
        supplier_name: "A".into(),
        ..OfferInput::default()
    };
    let offer = Offer {
        id: OfferId(id),
        content: input.checked().unwrap(),
        created_at: Timestamp::from_microseconds(0).unwrap(),
    };
    position.offers.push(offer);
    position
}

fn justified() -> CostPosition {
    CostPosition {
        justification: Justification::new(true, Some("nur ein Anbieter")).unwrap(),
        ..CostPosition::default()
    }
}

/// The new index of each position that is occupied, or the paths of those that have none.
fn places(
    before: &[&str],
    after: &[&str],
    occupied: &[(u8, CostPosition)],
) -> Result<Vec<(u8, u8)>, Vec<String>> {
    let positions: BTreeMap<_, _> = occupied
        .iter()
        .map(|(index, position)| (PositionIndex(*index), position.into()))
        .collect();
    let moves = position_moves(&costs(before), &costs(after), &positions).map_err(|faults| {
        faults
            .iter()
            .map(|fault| fault.path.clone())
            .collect::<Vec<_>>()
    })?;
    assert!(moves.iter().all(|(from, to)| from != to), "{moves:?}");
    let place = |index: &PositionIndex| moves.get(index).unwrap_or(index).get();
    Ok(positions
        .keys()
        .map(|index| (index.get(), place(index)))
        .collect())
}

#[test]
fn positions_move_with_the_row_of_their_name() {
    let all = |count: u8| -> Vec<_> {
        (0..count)
            .map(|index| (index, with_offer(index.into())))
            .collect()
    };
    for (before, after, expected) in [
        (
            vec!["a", "b", "c"],
            vec!["c", "a", "b"],
            Ok(vec![(0, 1), (1, 2), (2, 0)]),
        ),
        (
            vec!["a", "b"],
            vec!["b", "a", "new"],
            Ok(vec![(0, 1), (1, 0)]),
        ),
        (
            vec!["a", "a", "b"],
            vec!["b", "a", "a"],
            Ok(vec![(0, 1), (1, 2), (2, 0)]),
        ),
        // One umlaut, as one character or as a letter and a mark.
        (
            vec!["a", "Bu\u{308}hne"],
            vec!["B\u{fc}hne", "a"],
            Ok(vec![(0, 1), (1, 0)]),
        ),
        (
            vec!["B\u{fc}hne", "b"],
            vec!["Bu\u{308}hne", "B\u{fc}hne", "b"],
            Err(vec!["costs.0"]),
        ),
        // Renamed in place, also both rows of one name.
        (vec!["a", "b"], vec!["a", "B"], Ok(vec![(0, 0), (1, 1)])),
        (vec!["a", "a"], vec!["b", "c"], Ok(vec![(0, 0), (1, 1)])),
        // Renamed and moved, renamed to a name that another row had, taken out.
        (vec!["a", "b"], vec!["b", "A"], Err(vec!["costs.0"])),
        (vec!["a", "b"], vec!["b", "c"], Err(vec!["costs.0"])),
        (vec!["a", "b"], vec!["a"], Err(vec!["costs.1"])),
        // More or fewer of one name.
        (
            vec!["a", "a", "b"],
            vec!["a", "b"],
            Err(vec!["costs.0", "costs.1"]),
        ),
        (vec!["a", "b"], vec!["a", "a", "b"], Err(vec!["costs.0"])),
        // Cleared: everything stays.
        (vec!["a", "b"], vec![], Ok(vec![(0, 0), (1, 1)])),
    ] {
        let occupied = all(u8::try_from(before.len()).unwrap());
        let expected =
            expected.map_err(|paths| paths.iter().map(|path| (*path).to_owned()).collect());
        assert_eq!(
            places(&before, &after, &occupied),
            expected,
            "{before:?} → {after:?}"
        );
    }
}

#[test]
fn positions_of_a_list_that_is_written_later_stay_at_their_index() {
    let occupied = [(0, with_offer(1)), (2, justified())];
    assert_eq!(
        places(&[], &["x", "x", "x"], &occupied),
        Ok(vec![(0, 0), (2, 2)])
    );
    assert_eq!(
        places(&[], &["x", "y"], &occupied),
        Err(vec!["costs.2".to_owned()])
    );
}

#[test]
fn a_justification_alone_moves_in_the_order_of_its_name_and_is_never_lost() {
    let occupied = [(1, justified())];
    assert_eq!(
        places(&["a", "a"], &["a", "b", "a", "a"], &occupied),
        Ok(vec![(1, 2)])
    );
    assert_eq!(
        places(&["a", "a"], &["a"], &occupied),
        Err(vec!["costs.1".to_owned()])
    );
}

#[test]
fn a_position_without_a_place_is_named_with_what_hangs_on_it() {
    let mut position = with_offer(1);
    position.justify(justified().justification);
    let positions = BTreeMap::from([(PositionIndex(0), (&position).into())]);
    let faults = position_moves(&costs(&["Zelt", "b"]), &costs(&["b"]), &positions).unwrap_err();
    let sentence = faults.to_string();
    let wanted = "costs.0: \"Zelt\" has 1 offer and a justification";
    assert!(sentence.starts_with(wanted), "{sentence}");
}

#[test]
fn a_position_past_the_end_of_a_list_that_is_written_later_says_how_many_rows_it_wants() {
    let positions = BTreeMap::from([(PositionIndex(50), (&with_offer(1)).into())]);
    let refused = position_moves(&costs(&[]), &costs(&["a", "b"]), &positions).unwrap_err();
    let right = "costs.50: has 1 offer, give at least 51 rows or first remove what it has.";
    assert_eq!(refused.to_string(), right);
}

/// Another list was cleared before: what came meanwhile past its rows is for a row that was not
/// there.
#[test]
fn a_position_that_came_past_the_rows_of_a_cleared_list_takes_no_row_that_was_there() {
    let occupied = [(2, with_offer(1))];
    for (after, expected) in [
        (vec!["b", "a", "new"], Ok(vec![(2, 2)])),
        (vec!["new", "a", "b"], Err(vec!["costs.2".to_owned()])),
        (vec!["b", "a"], Err(vec!["costs.2".to_owned()])),
    ] {
        assert_eq!(
            places(&["a", "b"], &after, &occupied),
            expected,
            "{after:?}"
        );
    }
    let positions = BTreeMap::from([(PositionIndex(2), (&with_offer(1)).into())]);
    let refused = position_moves(&costs(&["a", "b"]), &costs(&["new", "a", "b"]), &positions);
    let right = "costs.2: has 1 offer, give this row a new name or first remove what it has.";
    assert_eq!(refused.unwrap_err().to_string(), right);
}

fn names() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(vec!["a", "b", "c", "d", ""]), 0..7)
}

#[test]
fn rows_are_known_where_nothing_but_amounts_is_wrong_in_costs() {
    let known = |paths: &[&str]| {
        let faults: Vec<Fault> = paths
            .iter()
            .map(|path| Fault::new(*path, "is wrong"))
            .collect();
        rows_are_known(&faults)
    };
    assert!(known(&[]));
    assert!(known(&["name", "costs.0.amount", "costsOfOthers.0.name"]));
    for unknown in ["costs", "costs.0", "costs.0.name", "costs.0.nmae"] {
        assert!(!known(&["costs.0.amount", unknown]), "{unknown}");
    }
}

proptest! {
    #[test]
    fn position_moves_lose_nothing_double_nothing_and_keep_names(
        before in names(),
        after in names(),
        kinds in prop::collection::vec(0..3, 9),
    ) {
        let occupied: Vec<_> = (0..9u8).zip(kinds).filter_map(|(index, kind)| match kind {
            0 => Some((index, with_offer(index.into()))),
            1 => Some((index, justified())),
            _ => None,
        }).collect();
        let Ok(places) = places(&before, &after, &occupied) else { return Ok(()) };
        let targets: BTreeSet<u8> = places.iter().map(|(_, to)| *to).collect();
        prop_assert_eq!(targets.len(), occupied.len());
        for (from, to) in places {
            if after.is_empty() {
                prop_assert_eq!(from, to);
                continue;
            }
            let (old, new) = (before.get(usize::from(from)), after.get(usize::from(to)));
            prop_assert!(new.is_some());
            let was_renamed = from == to
                && old.is_none_or(|old| !after.contains(old))
                && new.is_some_and(|new| !before.contains(new));
            prop_assert!(old == new || was_renamed, "{} → {}", from, to);
        }
    }

    #[test]
    fn position_moves_follow_any_order_of_the_same_rows(
        (before, after) in names().prop_flat_map(|names| {
            (Just(names.clone()), Just(names).prop_shuffle())
        }),
    ) {
        let count = u8::try_from(before.len()).unwrap();
        let occupied: Vec<_> = (0..count).map(|index| (index, with_offer(index.into()))).collect();
        let places = places(&before, &after, &occupied);
        prop_assert!(places.is_ok(), "{:?}", places);
        for (from, to) in places.unwrap() {
            prop_assert_eq!(before[usize::from(from)], after[usize::from(to)]);
        }
    }
}
