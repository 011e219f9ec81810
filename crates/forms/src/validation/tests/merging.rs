//! What a merge leaves as it was: other members of other fields, and what another change is not
//! judged by.

use super::{merged, object, text};
use crate::Data;
use crate::form_type::OTHER_FIELDS;
use crate::form_type::sample::sample;
use crate::validation::{OTHER_FIELDS_MAX, merge};
use crate::value::Value;

#[test]
fn other_fields_merge_member_by_member() {
    let others = |members| object(vec![(OTHER_FIELDS, object(members))]);
    let before = others(vec![("a", text("1")), ("b", text("2")), ("c", text("3"))]);
    let before = merged(&Data::default(), before);
    let patch = others(vec![("b", Value::Null), ("c", text("4")), ("d", text("5"))]);
    let after = merged(&before, patch);
    let expected = object(vec![("a", text("1")), ("c", text("4")), ("d", text("5"))]);
    assert_eq!(after.at(OTHER_FIELDS), Some(&expected));
}

#[test]
fn what_cannot_be_read_is_not_judged_by_what_stood_there_before() {
    let before = object(vec![("projectBeginn", text("2026-07-10"))]);
    let before = merged(&Data::default(), before);
    let begin = ("projectBeginn", text("morgen"));
    let patch = object(vec![begin, ("projectEnd", text("2026-07-01"))]);
    let faults = merge(&sample(), &before, &patch).unwrap_err();
    let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(paths, ["projectBeginn"]);
}

#[test]
fn a_rule_of_two_members_is_told_where_the_one_stands_that_breaks_it() {
    let patch = object(vec![
        ("projectEnd", text("2026-07-01")),
        ("name", Value::Boolean(true)),
        ("projectBeginn", text("2026-07-10")),
    ]);
    let faults = merge(&sample(), &Data::default(), &patch).unwrap_err();
    let paths: Vec<&str> = faults.iter().map(|fault| fault.path.as_str()).collect();
    assert_eq!(paths, ["projectEnd", "name"]);
}

/// As one more than can be kept today, which came in under other bounds.
#[test]
fn stored_other_fields_past_the_bound_hinder_no_change_of_something_else() {
    let names = (0..=OTHER_FIELDS_MAX).map(|number| (number.to_string(), text("x")));
    let stored = [(OTHER_FIELDS.to_owned(), Value::Object(names.collect()))];
    let stored = Data::from_checked(stored.into_iter().collect());
    let after = merged(&stored, object(vec![("name", text("Fest"))]));
    assert_eq!(after.at(OTHER_FIELDS), stored.at(OTHER_FIELDS));
    let patch = object(vec![(OTHER_FIELDS, object(vec![("0", text("y"))]))]);
    assert!(merge(&sample(), &stored, &patch).is_err());
}
