mod faults;
mod merging;

use super::{checked, merge, status};
use crate::Status;
use crate::form_type::sample::sample;
use crate::value::{Object, Value};
use crate::{Data, Decimal};

fn object(members: Vec<(&str, Value)>) -> Value {
    Value::Object(
        members
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}

fn text(value: &str) -> Value {
    Value::text(value)
}

fn amount(cents: i64) -> Value {
    Value::Number(Decimal::from_cents(cents))
}

fn merged(data: &Data, patch: Value) -> Data {
    merge(&sample(), data, &patch).unwrap()
}

fn refused(patch: Value) -> String {
    merge(&sample(), &Data::default(), &patch)
        .unwrap_err()
        .to_string()
}

#[test]
fn given_members_replace_null_removes_objects_merge_and_arrays_are_replaced_whole() {
    let applicant = object(vec![
        ("email", text("a@b.de")),
        ("iban", text("DE02 1203 0000 0000 2020 51")),
    ]);
    let costs = Value::List(vec![
        object(vec![("name", text("Saal")), ("amount", amount(5000))]),
        object(vec![("name", text("Musik"))]),
    ]);
    let first = merged(
        &Data::default(),
        object(vec![
            ("name", text("Fest")),
            ("applicant", applicant),
            ("costs", costs),
        ]),
    );
    assert_eq!(first.at("costs.1.amount"), Some(&Value::Null));
    let patch = object(vec![
        ("name", Value::Null),
        ("applicant", object(vec![("email", text("c@d.de"))])),
        (
            "costs",
            Value::List(vec![object(vec![("amount", amount(1))])]),
        ),
    ]);
    let second = merged(&first, patch);
    assert_eq!(second.at("name"), None);
    assert_eq!(second.at("applicant.email"), Some(&text("c@d.de")));
    assert_eq!(
        second.at("applicant.iban"),
        Some(&text("DE02120300000000202051"))
    );
    assert_eq!(
        second.at("costs"),
        Some(&Value::List(vec![object(vec![
            ("name", text("")),
            ("amount", amount(1))
        ])]))
    );
    assert_eq!(
        merged(
            &second,
            object(vec![
                ("applicant", Value::Null),
                ("costs", Value::List(vec![]))
            ])
        ),
        merged(&Data::default(), object(vec![]))
    );
}

#[test]
fn every_mistake_is_named_in_the_order_of_the_input() {
    let row = object(vec![
        ("name", text("Saal")),
        ("amount", text("50")),
        ("preis", amount(1)),
    ]);
    let sentence = refused(object(vec![
        ("projectEnd", text("01.02.2026")),
        ("projectBegin", text("2026-02-01")),
        (
            "applicant",
            object(vec![("email", text("a")), ("telefon", text("1"))]),
        ),
        ("costs", Value::List(vec![row, object(vec![]), Value::Null])),
        ("name", amount(100)),
    ]));
    let places = [
        "projectEnd:",
        "projectBegin:",
        "projectBeginn is meant",
        "applicant.email:",
        "applicant.telefon:",
        "costs.0.amount:",
        "costs.0.preis:",
        "costs.1:",
        "costs.2:",
        "name:",
    ];
    let positions: Vec<usize> = places
        .iter()
        .map(|place| {
            sentence
                .find(place)
                .unwrap_or_else(|| panic!("{place} is not in: {sentence}"))
        })
        .collect();
    assert!(positions.is_sorted(), "{sentence}");
}

#[test]
fn merge_judges_dates_together_as_soon_as_both_can_be_read() {
    let begin = ("projectBeginn", text("2026-02-02"));
    let end = ("projectEnd", text("2026-02-01"));
    let name = ("name", amount(100));
    let sentence = refused(object(vec![begin.clone(), end.clone(), name.clone()]));
    let places = ["projectEnd: 2026-02-01 lies before", "name:"];
    let places = places.map(|place| sentence.find(place));
    assert!(places[0].is_some() && places[0] < places[1], "{sentence}");
    let stored = merged(&Data::default(), object(vec![end]));
    let faults = merge(&sample(), &stored, &object(vec![begin, name]));
    let sentence = faults.unwrap_err().to_string();
    assert!(sentence.starts_with("projectEnd: "), "{sentence}");
    let unreadable = ("projectBeginn", text("morgen"));
    let faults = merge(&sample(), &stored, &object(vec![unreadable]));
    assert_eq!(faults.unwrap_err().iter().count(), 1);
}

#[test]
fn merge_counts_the_mistakes_past_the_fiftieth() {
    let patch = |count: usize| {
        let names: Vec<String> = (0..count)
            .map(|number| format!("unknown{number}"))
            .collect();
        object(
            names
                .iter()
                .map(|name| (name.as_str(), Value::Null))
                .collect(),
        )
    };
    assert!(!refused(patch(50)).contains("more"));
    let sentence = refused(patch(53));
    assert!(sentence.ends_with("; and 3 more."), "{sentence}");
    assert!(sentence.contains("unknown49:") && !sentence.contains("unknown50:"));
}

#[test]
fn merge_says_that_members_nest_where_a_path_is_given() {
    for (name, hint) in [
        ("applicant.email", r#"give {"applicant": {"email": …}}"#),
        ("applicant.emial", r#"give {"applicant": {"email": …}}"#),
        ("costs.0.amount", r#"give {"costs": […]}"#),
    ] {
        let sentence = refused(object(vec![(name, text("x"))]));
        assert!(
            sentence.starts_with(name) && sentence.contains(hint),
            "{sentence}"
        );
    }
    let within = object(vec![("applicant", object(vec![("bank.iban", text("x"))]))]);
    assert!(refused(within).contains("members nest"), "bank.iban");
}

#[test]
fn an_unknown_member_is_refused_even_to_remove_it() {
    assert!(refused(object(vec![("budget", Value::Null)])).starts_with("budget: "));
    assert!(
        refused(object(vec![("applicant.email", text("a@b.de"))])).starts_with("applicant.email: ")
    );
    assert!(
        refused(object(vec![("costs", object(vec![("0", Value::Null)]))])).starts_with("costs: ")
    );
    assert!(refused(object(vec![("applicant", text("ich"))])).starts_with("applicant: "));
    assert!(refused(Value::List(vec![])).starts_with("body: "));
}

#[test]
fn other_fields_take_any_name_but_only_texts() {
    let data = merged(
        &Data::default(),
        object(vec![(
            "otherFields",
            object(vec![
                ("Kfz-Kennzeichen", text("HD-AB 1")),
                ("leer", text("")),
            ]),
        )]),
    );
    assert_eq!(
        data.members()["otherFields"],
        object(vec![("Kfz-Kennzeichen", text("HD-AB 1"))])
    );
    assert!(
        refused(object(vec![(
            "otherFields",
            object(vec![("x", amount(1))])
        )]))
        .contains("otherFields.x")
    );
    let many: Object = (0..501)
        .map(|index| (index.to_string(), text("x")))
        .collect();
    assert!(refused(object(vec![("otherFields", Value::Object(many))])).contains("at most 500"));
    assert_eq!(
        merged(
            &data,
            object(vec![(
                "otherFields",
                object(vec![("Kfz-Kennzeichen", Value::Null)])
            )])
        )
        .at("otherFields"),
        None
    );
}

#[test]
fn the_end_is_not_before_the_beginning() {
    let dates = |beginn: &str, end: &str| {
        object(vec![
            ("projectBeginn", text(beginn)),
            ("projectEnd", text(end)),
        ])
    };
    assert!(
        merge(
            &sample(),
            &Data::default(),
            &dates("2026-02-01", "2026-02-01")
        )
        .is_ok()
    );
    assert!(
        refused(dates("2026-02-01", "2026-01-31"))
            .contains("projectEnd: 2026-01-31 lies before projectBeginn")
    );
    let data = merged(&Data::default(), dates("2026-02-01", "2026-02-03"));
    assert!(
        merge(
            &sample(),
            &data,
            &object(vec![("projectBeginn", text("2026-02-04"))])
        )
        .is_err()
    );
}

#[test]
fn at_most_a_hundred_rows() {
    let rows = |count: usize| {
        object(vec![(
            "costs",
            Value::List(vec![object(vec![("name", text("x"))]); count]),
        )])
    };
    assert!(merge(&sample(), &Data::default(), &rows(100)).is_ok());
    assert!(refused(rows(101)).contains("at most 100"));
}

#[test]
fn the_status_says_what_is_missing() {
    let with = |members| status(&sample(), &merged(&Data::default(), object(members)));
    let required = || {
        vec![
            ("name", text("Fest")),
            ("projectBeginn", text("2026-02-01")),
            ("applicant", object(vec![("email", text("a@b.de"))])),
        ]
    };
    assert_eq!(with(vec![]), Status::Empty);
    assert_eq!(
        with(vec![
            ("privacyConsent", Value::Boolean(false)),
            ("otherFields", object(vec![("x", text("y"))]))
        ]),
        Status::Empty
    );
    assert_eq!(
        with(vec![("privacyConsent", Value::Boolean(true))]),
        Status::Incomplete
    );
    assert_eq!(
        with(vec![(
            "costs",
            Value::List(vec![object(vec![("name", text("x"))])])
        )]),
        Status::Incomplete
    );
    assert_eq!(with(required()), Status::Complete);
    assert_eq!(with(required().split_off(1)), Status::Incomplete);
}

#[test]
fn equal_data_is_equal_whatever_the_order_it_came_in() {
    let one = merged(
        &Data::default(),
        object(vec![
            ("participants", Value::Number(Decimal::from_integer(3))),
            ("name", text("Fest")),
        ]),
    );
    let other = merged(
        &Data::default(),
        object(vec![
            ("name", text("Fest")),
            ("participants", Value::Number(Decimal::from_integer(3))),
        ]),
    );
    assert_eq!(one, other);
    assert_eq!(
        one.members().keys().collect::<Vec<_>>(),
        ["name", "participants", "privacyConsent"]
    );
}

#[test]
fn status_wants_required_boxes_ticked_and_counts_no_blank_text() {
    let mut form_type = sample();
    for entry in &mut form_type.sections[0].entries {
        if let crate::form_type::Entry::Field(field) = entry {
            field.required = ["name", "privacyConsent"].contains(&field.path.as_str());
        }
    }
    let members = |name: &str, ticked: bool| {
        let members = [
            ("name".to_owned(), Value::text(name)),
            ("privacyConsent".to_owned(), Value::Boolean(ticked)),
        ];
        Data::from_checked(members.into_iter().collect())
    };
    for (name, ticked, expected) in [
        ("Fest", true, Status::Complete),
        ("\u{200B}\u{2800}", true, Status::Incomplete),
        ("Fest", false, Status::Incomplete),
        (" ", true, Status::Incomplete),
        ("\n ", false, Status::Empty),
    ] {
        assert_eq!(
            status(&form_type, &members(name, ticked)),
            expected,
            "{name:?}"
        );
    }
}

#[test]
fn checked_takes_data_of_the_form_type_and_nothing_else() {
    let row = |amount: Value| object(vec![("name", text("Saal")), ("amount", amount)]);
    let patch = object(vec![
        ("name", text("Fest")),
        (
            "costs",
            Value::List(vec![row(amount(5000)), row(Value::Null)]),
        ),
        ("otherFields", object(vec![("a.b", text("c"))])),
    ]);
    let data = merged(&Data::default(), patch);
    let members = data.members().clone();
    assert_eq!(checked(&sample(), members.clone()), Some(data));
    let amounts = |value: Value| Value::List(vec![row(value)]);
    for (name, value) in [
        ("unknown", text("x")),
        ("applicant", object(vec![("unknown", text("x"))])),
        ("applicant", object(Vec::new())),
        ("name", amount(1)),
        ("name", text(&"x".repeat(100_000))),
        ("projectBeginn", text("31.12.2026")),
        ("costs", amounts(amount(-1))),
        ("costs", amounts(text("1"))),
        ("costs", Value::List(vec![row(amount(1)); 101])),
        ("otherFields", object(vec![("a", Value::Boolean(true))])),
        ("otherFields", Value::Null),
    ] {
        let mut changed = members.clone();
        changed.insert(name.to_owned(), value.clone());
        assert_eq!(checked(&sample(), changed), None, "{name}: {value:?}");
    }
}
