//! Properties: what is written is read back, and amounts keep their digits.

use data_json::{JsonLimits, members_to_json, members_to_raw_json, parse, to_json, to_text};
use forms::value::Object;
use forms::{Decimal, Value};
use proptest::prelude::*;

fn number() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Decimal::from_integer),
        any::<i64>().prop_map(Decimal::from_cents),
        "-?(0|[1-9][0-9]{0,50})(\\.[0-9]{1,50})?([eE][+-]?[0-9]{1,12})?"
            .prop_filter_map("a JSON number", |literal| Decimal::parse(&literal)),
    ]
    .prop_map(Value::Number)
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Boolean),
        number(),
        any::<String>().prop_map(Value::Text),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        let members = proptest::collection::vec((any::<String>(), inner.clone()), 0..8);
        prop_oneof![
            proptest::collection::vec(inner, 0..8).prop_map(Value::List),
            members.prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(value in value()) {
        prop_assert_eq!(parse(to_text(&value).as_bytes(), JsonLimits::STORED), Ok(value));
    }

    #[test]
    fn the_tree_of_checked_values_is_the_text(
        cents in 0..=forms::field_value::CENTS_MAX,
        integer in any::<i64>(),
    ) {
        for number in [Decimal::from_cents(cents), Decimal::from_integer(integer)] {
            let literal = number.as_str().to_owned();
            let tree = to_json(&Value::Number(number));
            prop_assert!(tree.is_number());
            let written = parse(tree.to_string().as_bytes(), JsonLimits::BODY);
            prop_assert_eq!(written, Ok(Value::Number(Decimal::parse(&literal).unwrap())));
        }
    }

    #[test]
    fn the_tree_loses_no_digit(number in number()) {
        let Value::Number(decimal) = &number else { unreachable!() };
        let tree = to_json(&number);
        let digits = tree.as_str().map_or_else(|| tree.to_string(), str::to_owned);
        prop_assert_eq!(Decimal::parse(&digits), Some(decimal.clone()));
    }

    #[test]
    fn members_to_raw_json_is_the_text_of_the_tree(
        members in proptest::collection::vec((any::<String>(), value()), 0..8),
        literals in proptest::collection::vec("-?(0|[1-9][0-9]{0,9})\\.[0-9]{1,9}", 0..8),
    ) {
        let mut members: Object = members.into_iter().collect();
        for (index, literal) in literals.iter().enumerate() {
            let number = Decimal::parse(literal).unwrap();
            members.insert(index.to_string(), Value::Number(number));
        }
        let tree = members_to_json(&members).to_string();
        let text = members_to_raw_json(&members).unwrap();
        prop_assert_eq!(text.get(), tree);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes, JsonLimits::BODY);
    }
}

#[test]
fn the_ends_of_the_range_of_amounts_are_plain_numbers() {
    for (cents, text) in [
        (0, "0"),
        (1, "0.01"),
        (10, "0.1"),
        (123_450, "1234.5"),
        (9_999_999_999, "99999999.99"),
    ] {
        let value = Value::Number(Decimal::from_cents(cents));
        assert_eq!(to_text(&value), text);
        let tree = to_json(&value);
        assert!(tree.is_number());
        assert_eq!(
            parse(tree.to_string().as_bytes(), JsonLimits::BODY),
            Ok(value)
        );
    }
}
