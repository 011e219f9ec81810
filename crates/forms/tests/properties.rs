//! Properties of values: what is written reads back, and no input makes a parser panic.

use forms::field_value::date;
use forms::form_type::FieldType;
use forms::other_field_name;
use forms::{Decimal, Value};
use proptest::prelude::*;

fn date_type(format: &str) -> FieldType {
    FieldType::Date {
        format: format.to_owned(),
    }
}

proptest! {
    #[test]
    fn an_amount_reads_back_as_written(cents in 0i64..10_000_000_000) {
        let value = Value::Number(Decimal::from_cents(cents));
        prop_assert_eq!(
            FieldType::Money.read_text(&FieldType::Money.write(&value)),
            Ok(Some(value)),
        );
    }

    #[test]
    fn a_day_reads_back_as_written(
        year in 1u16..=9999,
        month in 1u8..=12,
        day in 1u8..=28,
        format in prop_oneof![
            Just(date::GERMAN),
            Just("mm/dd/yyyy"),
            Just("d. m. yy"),
            Just("yyyy-mm-dd"),
        ],
    ) {
        let value = Value::Text(format!("{year:04}-{month:02}-{day:02}"));
        prop_assert_eq!(
            date_type(format).read_text(&date_type(format).write(&value)),
            Ok(Some(value)),
        );
    }

    #[test]
    fn a_number_equals_itself_in_any_spelling(
        mantissa in -99_999_999_999i64..99_999_999_999,
        places in 0u32..8,
        exponent in 0u32..6,
    ) {
        let shifted = Decimal::parse(&format!("{mantissa}e-{places}")).unwrap();
        let spelled = Decimal::parse(&format!(
            "{mantissa}{}e-{}",
            "0".repeat(exponent as usize),
            places + exponent,
        )).unwrap();
        prop_assert_eq!(&shifted, &spelled);
        prop_assert_eq!(Decimal::parse(shifted.as_str()), Some(shifted));
    }

    #[test]
    fn the_name_of_another_field_comes_back(name in any::<String>()) {
        prop_assert_eq!(
            other_field_name::name_from_template(&other_field_name::template_name(&name)),
            name,
        );
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in any::<String>(), number in "[0-9.,€ +-]{0,20}") {
        for kind in [
            FieldType::Money,
            FieldType::Email,
            FieldType::Iban,
            FieldType::Boolean,
            date_type(date::GERMAN),
            date_type(&text),
            FieldType::Integer { min: 0, max: 9 },
        ] {
            for input in [&text, &number] {
                let _ = kind.read_text(input);
                let _ = kind.accept(&Value::text(input.clone()));
            }
        }
        let _ = Decimal::parse(&number).map(|decimal| (decimal.to_cents(), decimal.to_integer()));
    }
}
