//! Rules of the history, with plain values.

mod replayed;

use std::fmt::Write as _;

use forms::value::Object;
use forms::{Data, Decimal, Value};

use super::{
    Action, Author, ChainEnd, ChainFault, EntryContent, HistoryChange, HistoryEntry,
    changes_between, fault_at, faults_in,
};
use crate::{PaId, Timestamp};

fn pa_id() -> PaId {
    PaId::parse("26-0001").unwrap()
}

fn number(literal: &str) -> Value {
    Value::Number(Decimal::parse(literal).unwrap())
}

fn object<const COUNT: usize>(members: [(&str, Value); COUNT]) -> Value {
    Value::Object(members.map(|(name, value)| (name.to_owned(), value)).into())
}

fn data<const COUNT: usize>(members: [(&str, Value); COUNT]) -> Data {
    let members = members.map(|(name, value)| (name.to_owned(), value));
    Data::from_checked(Object::from(members))
}

fn row(name: &str, amount: Value) -> Value {
    object([("name", Value::text(name)), ("amount", amount)])
}

fn content(by: Author, text: &str) -> EntryContent {
    EntryContent {
        at: Timestamp::from_microseconds(1_769_904_000_000_042).unwrap(),
        by,
        action: Action::DataChanged,
        changes: vec![HistoryChange::new("name", Value::Null, Value::text(text))],
    }
}

fn chain(count: u8) -> Vec<HistoryEntry> {
    let mut entries = Vec::<HistoryEntry>::new();
    for index in 0..count {
        let end = entries.last().map(HistoryEntry::end).unwrap_or_default();
        let text = format!("value {index}");
        entries.push(end.next(pa_id(), content(Author::Master, &text)));
    }
    entries
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// Computed with Python's hashlib from the description in docs/API.md.
#[test]
fn the_hash_of_an_entry_never_changes() {
    let mut first = content(Author::Upload, "Nacht der Künste");
    first.action = Action::Uploaded;
    first.changes.push(HistoryChange::new(
        "costs.0",
        Value::List(vec![Value::Boolean(true), Value::Boolean(false)]),
        row("Zelt", number("12.50")),
    ));
    let first = ChainEnd::default().next(pa_id(), first);
    let second = first
        .end()
        .next(pa_id(), content(Author::Application, "Nacht"));
    assert_eq!(
        hexadecimal(&first.hash),
        "00eda2caf2e96f879df30c15e7ad152bb2ed501c4055c2d3940af6a477158566"
    );
    assert_eq!(
        hexadecimal(&second.hash),
        "5f8e42847df431fe339e16437c87f16f1b73380fe69510ee83b83a23398a0e1d"
    );
    assert_eq!((first.number, second.number), (1, 2));
    assert_eq!((first.total_bytes, second.total_bytes), (253, 416));
}

#[test]
fn the_order_of_members_and_the_spelling_of_numbers_do_not_count_in_a_hash() {
    let hash = |value: Value| {
        let mut content = content(Author::Master, "");
        content.changes = vec![HistoryChange::new("costs.0", Value::Null, value)];
        ChainEnd::default().next(pa_id(), content).hash
    };
    let one = object([("a", number("1.50")), ("b", Value::Null)]);
    let other = object([("b", Value::Null), ("a", number("15e-1"))]);
    assert_eq!(hash(one.clone()), hash(other));
    for different in [
        object([("a", number("1.5"))]),
        object([("a", Value::text("1.5")), ("b", Value::Null)]),
        object([("ab", number("1.5")), ("", Value::Null)]),
        Value::List(vec![one.clone()]),
    ] {
        assert_ne!(hash(one.clone()), hash(different));
    }
}

#[test]
fn faults_in_a_chain_name_what_was_changed_or_taken_out() {
    let right = chain(5);
    assert_eq!(faults_in(pa_id(), &right), []);
    assert_eq!(faults_in(pa_id(), &[]), []);
    let (missing, changed) = (
        |number| ChainFault::Missing { number },
        |number| ChainFault::Changed { number },
    );

    let mut without = right.clone();
    without.remove(2);
    assert_eq!(faults_in(pa_id(), &without), [missing(3)]);
    assert_eq!(faults_in(pa_id(), &right[1..]), [missing(1)]);

    let mut edited = right.clone();
    edited[1].content.by = Author::Application;
    assert_eq!(faults_in(pa_id(), &edited), [changed(2)]);

    let mut rehashed = right.clone();
    rehashed[1] = rehashed[0]
        .end()
        .next(pa_id(), content(Author::Master, "forged!"));
    assert_eq!(faults_in(pa_id(), &rehashed), [changed(3)]);

    let mut swapped = right.clone();
    let (one, other) = (right[1].content.clone(), right[2].content.clone());
    (swapped[1].content, swapped[2].content) = (other, one);
    assert_eq!(faults_in(pa_id(), &swapped), [changed(2), changed(3)]);

    let mut renumbered = right.clone();
    renumbered.swap(1, 2);
    assert!(!faults_in(pa_id(), &renumbered).is_empty());

    let mut resized = right.clone();
    resized[4].total_bytes += 1;
    assert_eq!(faults_in(pa_id(), &resized), [changed(5)]);

    let other = PaId::parse("26-0002").unwrap();
    assert_eq!(faults_in(other, &right[..1]), [changed(1)]);
}

#[test]
fn has_room_binds_the_holder_of_the_key_alone() {
    let end = ChainEnd {
        total_bytes: 1_000,
        ..ChainEnd::default()
    };
    let of = |by| end.next(pa_id(), content(by, "x"));
    let size = of(Author::Application).total_bytes;
    assert!(of(Author::Application).has_room(size));
    assert!(!of(Author::Application).has_room(size - 1));
    assert!(of(Author::Master).has_room(0));
    assert!(of(Author::Upload).has_room(0));
}

#[test]
fn changes_between_names_every_value_that_differs() {
    let before = data([
        ("name", Value::text("Nacht")),
        (
            "applicant",
            object([
                ("email", Value::text("a@b.de")),
                ("city", Value::text("Bonn")),
            ]),
        ),
        ("gone", Value::Boolean(true)),
        (
            "costs",
            Value::List(vec![
                row("Zelt", number("10")),
                row("Musik", Value::Null),
                row("Licht", number("3")),
            ]),
        ),
    ]);
    let after = data([
        (
            "costs",
            Value::List(vec![row("Zelt", number("11")), row("Musik", Value::Null)]),
        ),
        (
            "applicant",
            object([("city", Value::text("Bonn")), ("phone", Value::text("1"))]),
        ),
        ("name", Value::text("Nacht")),
        ("note", object([("page1", Value::text("text"))])),
    ]);
    assert_eq!(changes_between(&before, &before), []);
    assert_eq!(
        changes_between(&before, &after),
        [
            HistoryChange::new("costs.0.amount", number("10"), number("11")),
            HistoryChange::new("costs.2", row("Licht", number("3")), Value::Null),
            HistoryChange::new("applicant.phone", Value::Null, Value::text("1")),
            HistoryChange::new("applicant.email", Value::text("a@b.de"), Value::Null),
            HistoryChange::new("note.page1", Value::Null, Value::text("text")),
            HistoryChange::new("gone", Value::Boolean(true), Value::Null),
        ]
    );
}

#[test]
fn changes_between_is_empty_where_only_the_order_of_members_differs() {
    let one = data([("a", Value::text("1")), ("b", Value::text("2"))]);
    let other = data([("b", Value::text("2")), ("a", Value::text("1"))]);
    assert_eq!(changes_between(&one, &other), []);
}

#[test]
fn fault_at_notices_what_is_missing_at_the_end_or_is_another_entry() {
    let entries = chain(3);
    let end = entries[2].end();
    let missing = |number| Some(ChainFault::Missing { number });
    assert_eq!(fault_at(&end, &entries), None);
    assert_eq!(fault_at(&end, &entries[..2]), missing(3));
    assert_eq!(fault_at(&end, &[]), missing(1));
    assert_eq!(fault_at(&ChainEnd::default(), &[]), None);
    // Entries that came after it was noted are no fault of theirs.
    assert_eq!(fault_at(&entries[1].end(), &entries), None);
    assert_eq!(fault_at(&ChainEnd::default(), &entries), None);
    let forged = ChainEnd {
        hash: [7; 32],
        ..end
    };
    let changed = Some(ChainFault::Changed { number: 3 });
    assert_eq!(fault_at(&forged, &entries), changed);
}
