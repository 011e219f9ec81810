use forms::Data;
use forms::value::{Object, Value};

use super::{CostNames, KeptNames};

/// Data with these rows; one of no name has only an amount.
fn costs(names: &[Option<&str>]) -> Data {
    let row = |name: &Option<&str>| {
        let member = match name {
            Some(name) => ("name".to_owned(), Value::text(*name)),
            None => ("amount".to_owned(), Value::Null),
        };
        Value::Object(Object::from_iter([member]))
    };
    let rows = names.iter().map(row).collect();
    Data::from_checked(Object::from_iter([("costs".to_owned(), Value::List(rows))]))
}

#[test]
fn names_are_those_of_the_rows_whatever_the_spelling_of_their_umlauts() {
    let names = CostNames::of(&costs(&[Some("Bu\u{308}hne"), None, Some("Bühne")]));
    assert_eq!(names.as_slice(), ["Bühne", "", "Bühne"]);
    assert_eq!(
        names,
        ["B\u{fc}hne", "", "Bu\u{308}hne"].into_iter().collect()
    );
    let absent = Data::from_checked(Object::default());
    for none in [costs(&[]), absent] {
        assert!(CostNames::of(&none).is_empty());
    }
}

#[test]
fn names_are_kept_from_the_change_that_clears_a_list_in_use_until_rows_come() {
    let absent = Data::from_checked(Object::default());
    let (list, other, empty) = (
        costs(&[Some("a"), Some("b")]),
        costs(&[Some("c")]),
        costs(&[]),
    );
    for none in [&absent, &empty] {
        let kept = KeptNames::Kept(["a", "b"].into_iter().collect());
        assert_eq!(KeptNames::after(&list, none, true), kept);
        assert_eq!(
            KeptNames::after(&list, none, false),
            KeptNames::Forgotten,
            "nothing hangs on a row"
        );
        for is_in_use in [true, false] {
            for (before, after, expected) in [
                (none, &other, KeptNames::Forgotten),
                (none, &absent, KeptNames::Unchanged),
                (none, &empty, KeptNames::Unchanged),
                (&list, &other, KeptNames::Unchanged),
            ] {
                assert_eq!(KeptNames::after(before, after, is_in_use), expected);
            }
        }
    }
}
