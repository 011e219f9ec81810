//! Data beside the history that tells of it.

use forms::{Data, Value};

use super::super::{
    Action, Author, EntryContent, HistoryEntry, changes_between, original_added, paths_apart,
    position_moved,
};
use super::{chain, content, data, number, object, pa_id, row};
use crate::cost_position::PositionIndex;

/// The entries of an upload and of what the data was changed to, one after the other.
fn history_of(states: &[Data]) -> Vec<HistoryEntry> {
    let mut entries = Vec::<HistoryEntry>::new();
    let mut before = Data::default();
    for (index, after) in states.iter().enumerate() {
        let mut changes = changes_between(&before, after);
        let action = if index == 0 {
            changes.insert(0, original_added("a.pdf", 7, &[7; 32]));
            Action::Uploaded
        } else {
            let at = PositionIndex::from_stored;
            changes.push(position_moved(at(1), at(0)));
            Action::DataChanged
        };
        let content = EntryContent {
            action,
            changes,
            ..content(Author::Master, "")
        };
        let end = entries.last().map(HistoryEntry::end).unwrap_or_default();
        entries.push(end.next(pa_id(), content));
        before = after.clone();
    }
    entries
}

fn with_rows(name: &str, rows: Vec<Value>) -> Data {
    let others = object([("a", Value::text("1")), ("a.b", Value::text("2"))]);
    data([
        ("name", Value::text(name)),
        ("costs", Value::List(rows)),
        ("words", Value::List(vec![Value::text(name)])),
        ("otherFields", others),
    ])
}

#[test]
fn paths_apart_has_none_where_all_changes_are_told_of() {
    let states = [
        with_rows("A", vec![row("x", Value::Null), row("y", number("2"))]),
        with_rows("B", vec![row("y", number("2"))]),
        data([("name", Value::text("B"))]),
        with_rows("C", vec![row("z", number("1")), row("x", number("2.5"))]),
        with_rows("C", vec![row("z", Value::Null), row("x", number("2.5"))]),
    ];
    for count in 1..=states.len() {
        let (entries, last) = (history_of(&states[..count]), &states[count - 1]);
        assert_eq!(paths_apart(&entries, last), [""; 0], "{count}");
    }
}

#[test]
fn paths_apart_names_what_the_history_does_not_tell_of() {
    let rows = || vec![row("x", number("1")), row("y", number("2"))];
    let entries = history_of(&[with_rows("A", rows()), with_rows("B", rows())]);
    for (there, expected) in [
        (with_rows("A", rows()), vec!["name", "words.0"]),
        (
            with_rows("B", vec![row("x", number("1"))]),
            vec!["costs.1.amount", "costs.1.name"],
        ),
        (
            with_rows("B", vec![row("x", Value::Null), row("y", number("3"))]),
            vec!["costs.0.amount", "costs.1.amount"],
        ),
    ] {
        assert_eq!(paths_apart(&entries, &there), expected);
    }
}

#[test]
fn paths_apart_judges_no_history_that_began_after_the_upload() {
    let there = data([("name", Value::text("of nobody"))]);
    assert_eq!(paths_apart(&chain(2), &there), [""; 0]);
    assert_eq!(paths_apart(&[], &there), [""; 0]);
}
