mod boxes;
mod choices;
mod dates;

use super::date;
use crate::form_content::{FormField, FormFieldKind, FormFieldOption};
use crate::form_type::{Choice, FieldType};
use crate::{Decimal, Value};

fn date_type() -> FieldType {
    FieldType::Date {
        format: date::GERMAN.to_owned(),
    }
}

fn choice_type(multiple: bool) -> FieldType {
    let choice = |key: &str, label: &str, export: Option<&str>| Choice {
        key: key.into(),
        label: label.into(),
        export: export.map(Into::into),
    };
    let choices = vec![
        choice("faculty", "Fakultät", Some("Fak")),
        choice("individual", "Einzelperson", None),
        choice("other", "Sonstige", Some("2")),
    ];
    FieldType::Choice { choices, multiple }
}

fn filled(kind: FormFieldKind, values: &[&str]) -> FormField {
    FormField {
        kind,
        values: values.iter().map(|&value| value.to_owned()).collect(),
        ..FormField::default()
    }
}

#[test]
fn amounts_are_read_by_their_marks() {
    for (text, cents) in [
        ("1.234,50 €", 123_450),
        ("1234.5", 123_450),
        ("EUR 1,234.50", 123_450),
        ("1234,5", 123_450),
        ("1.234", 123_400),
        ("1,234", 123_400),
        ("1.234.567,89", 123_456_789),
        ("1.234.567", 123_456_700),
        ("0", 0),
        ("0,05€", 5),
        ("00012", 1200),
        ("12 EUR", 1200),
        ("99.999.999,99", 9_999_999_999),
    ] {
        assert_eq!(
            FieldType::Money.read_text(text),
            Ok(Some(Value::Number(Decimal::from_cents(cents)))),
            "{text}"
        );
    }
}

#[test]
fn an_amount_with_two_readings_or_none_is_refused() {
    for text in [
        "1.234,567",
        "12.34.56",
        "1,2345",
        "0,123",
        "1234.567",
        "1.23,45.6",
        "1 234",
        "€ 5 €",
        "5,-",
        "-5",
        "abc",
        "1.",
        ",5,",
        "100.000.000,00",
        "€",
        "1e3",
    ] {
        assert!(FieldType::Money.read_text(text).is_err(), "{text}");
    }
}

#[test]
fn a_refused_amount_is_quoted_as_it_was_read() {
    for text in ["100.000.000,00", "000.1234,", "1,2345 €"] {
        let problem = FieldType::Money.read_text(text).unwrap_err();
        assert!(problem.starts_with(&format!("\"{text}\" ")), "{problem}");
    }
}

#[test]
fn json_amounts_are_judged_by_value() {
    let accept =
        |literal: &str| FieldType::Money.accept(&Value::Number(Decimal::parse(literal).unwrap()));
    assert_eq!(
        accept("1.500"),
        Ok(Some(Value::Number(Decimal::from_cents(150))))
    );
    assert_eq!(
        accept("99999999.99"),
        Ok(Some(Value::Number(Decimal::from_cents(9_999_999_999))))
    );
    for literal in ["1.005", "-0.01", "100000000", "1e400", "1e-400"] {
        assert!(accept(literal).is_err(), "{literal}");
    }
    assert!(
        FieldType::Money
            .accept(&Value::text("1.5"))
            .unwrap_err()
            .contains("number")
    );
}

#[test]
fn a_refused_number_that_is_cut_says_so() {
    let integer = FieldType::Integer { min: 0, max: 100 };
    for kind in [FieldType::Money, integer] {
        for (length, rest) in [(60, ""), (61, "…"), (500, "…")] {
            let number = Decimal::parse(&"9".repeat(length)).unwrap();
            let refused = kind.accept(&Value::Number(number)).unwrap_err();
            let shown = format!("{}{rest} is ", "9".repeat(60));
            assert!(refused.starts_with(&shown), "{length}: {refused}");
        }
    }
}

#[test]
fn amounts_are_written_the_german_way() {
    for (cents, text) in [
        (0, "0,00 €"),
        (5, "0,05 €"),
        (123_450, "1.234,50 €"),
        (100_000, "1.000,00 €"),
        (9_999_999_999, "99.999.999,99 €"),
    ] {
        assert_eq!(
            FieldType::Money.write(&Value::Number(Decimal::from_cents(cents))),
            text
        );
    }
}

#[test]
fn text_keeps_every_character_but_line_ends() {
    let text = FieldType::Text {
        max_length: 12,
        multiline: true,
    };
    assert_eq!(
        text.read_text(" ä\r\nß\r€\u{2028} "),
        Ok(Some(Value::text(" ä\nß\n€\n ")))
    );
    for blank in ["", " ", "\n\t ", "\u{a0}\r\n"] {
        assert_eq!(text.read_text(blank), Ok(None), "{blank:?}");
        assert_eq!(text.accept(&Value::text(blank)), Ok(None), "{blank:?}");
    }
    assert_eq!(
        text.read_text("123456789012"),
        Ok(Some(Value::text("123456789012")))
    );
    assert!(
        text.read_text("1234567890123")
            .unwrap_err()
            .contains("at most 12")
    );
    assert!(text.read_text("a\u{7}").unwrap_err().contains("U+0007"));
}

#[test]
fn integers_keep_their_bounds() {
    let integer = FieldType::Integer { min: 0, max: 500 };
    assert_eq!(
        integer.read_text(" 500 "),
        Ok(Some(Value::Number(Decimal::from_integer(500))))
    );
    for text in ["501", "-1", "1.5", "1.000", "viele", "99999999999999999999"] {
        assert!(integer.read_text(text).is_err(), "{text}");
    }
    assert!(
        integer
            .accept(&Value::Number(Decimal::parse("1e2").unwrap()))
            .is_ok()
    );
    assert!(
        integer
            .accept(&Value::Number(Decimal::parse("1.5").unwrap()))
            .is_err()
    );
}

#[test]
fn a_choice_is_known_by_export_key_label_or_what_its_option_shows() {
    for text in ["Fak", "faculty", "Fakultät"] {
        assert_eq!(
            choice_type(false).read(&filled(FormFieldKind::Radio, &[text])),
            Ok(Some(Value::text("faculty"))),
            "{text}"
        );
    }
    let mut by_index = filled(FormFieldKind::Radio, &["0"]);
    by_index.options = vec![FormFieldOption {
        export: "0".into(),
        display: "Einzelperson".into(),
    }];
    assert_eq!(
        choice_type(false).read(&by_index),
        Ok(Some(Value::text("individual")))
    );
    assert_eq!(
        choice_type(false).read(&filled(FormFieldKind::Choice, &[])),
        Ok(None)
    );
    let problem = choice_type(false)
        .read(&filled(FormFieldKind::Choice, &["Verein"]))
        .unwrap_err();
    assert!(
        problem.contains("Verein") && problem.contains("\"Fakultät\", \"Einzelperson\""),
        "{problem}"
    );
    assert!(
        choice_type(false)
            .read(&filled(FormFieldKind::Choice, &["Fak", "2"]))
            .is_err()
    );
}

#[test]
fn a_state_that_looks_like_off_is_a_choice_only_where_one_stands_for_it() {
    let FieldType::Choice {
        mut choices,
        multiple,
    } = choice_type(false)
    else {
        unreachable!("a choice");
    };
    choices[0].export = Some("N".to_owned());
    let key = Value::text(&*choices[0].key);
    let kind = FieldType::Choice { choices, multiple };
    let unseen = |state: &str| FormField {
        kind: FormFieldKind::CheckBox,
        unseen_values: vec![state.to_owned()],
        ..FormField::default()
    };
    assert_eq!(kind.read(&unseen("N")), Ok(Some(key)));
    assert_eq!(kind.read(&unseen("M")), Ok(None));
    assert_eq!(
        FieldType::Boolean.read(&unseen("N")),
        Ok(Some(Value::Boolean(false)))
    );
}

#[test]
fn a_label_of_several_choices_names_none_of_them() {
    let FieldType::Choice {
        mut choices,
        multiple,
    } = choice_type(false)
    else {
        unreachable!("it is a choice");
    };
    choices[1].label = "Fakultät".into();
    let kind = FieldType::Choice { choices, multiple };
    let read = |text: &str| kind.read(&filled(FormFieldKind::Radio, &[text]));
    assert_eq!(read("Fak"), Ok(Some(Value::text("faculty"))));
    assert_eq!(read("individual"), Ok(Some(Value::text("individual"))));
    let problem = read("Fakultät").unwrap_err();
    assert!(problem.contains("faculty and individual"), "{problem}");
}

#[test]
fn several_choices_come_in_the_order_of_the_form() {
    let expected = Value::List(vec![Value::text("faculty"), Value::text("other")]);
    assert_eq!(
        choice_type(true).read(&filled(FormFieldKind::Choice, &["2", "Fak"])),
        Ok(Some(expected.clone()))
    );
    assert_eq!(
        choice_type(true).accept(&Value::List(vec![
            Value::text("other"),
            Value::text("faculty")
        ])),
        Ok(Some(expected))
    );
    assert_eq!(choice_type(true).accept(&Value::List(vec![])), Ok(None));
    assert!(
        choice_type(true)
            .accept(&Value::List(vec![
                Value::text("other"),
                Value::text("other")
            ]))
            .is_err()
    );
    assert!(choice_type(true).accept(&Value::text("other")).is_err());
}

#[test]
fn addresses_have_a_deliverable_shape() {
    let longest = format!("{}@b.de", "a".repeat(64));
    for text in [
        "a@b.de",
        " müller.ß@uni-köln.de ",
        "x+y@sub.example.org",
        "!#$%&'*+/=?^_`{|}~-@b.de",
        "o'neill.b/c=d@b.de",
        "日本@b.de",
        &longest,
    ] {
        assert_eq!(
            FieldType::Email.read_text(text),
            Ok(Some(Value::text(text.trim()))),
            "{text}"
        );
    }
    for text in [
        "a",
        "a@b",
        "@b.de",
        "a b@c.de",
        "a@b..de",
        "a@-b.de",
        ".a@b.de",
        "a.@b.de",
        "a..b@c.de",
        "a@b@c.de",
        "mailto:a@b.de",
        "\"a b\"@c.de",
        "a\\b@c.de",
        "[a]@b.de",
        "(a)@b.de",
        "a,b@c.de",
        "Ä <a@b.de>",
        &format!("a{longest}"),
    ] {
        assert!(FieldType::Email.read_text(text).is_err(), "{text}");
    }
}

#[test]
fn an_address_holds_nothing_that_is_not_seen() {
    for (text, unseen) in [
        ("a\u{200b}@b.de", "U+200B"),
        ("a@b.de\u{202c}", "U+202C"),
        ("\u{feff}a@b.de", "U+FEFF"),
        ("a\u{ad}b@c.de", "U+00AD"),
    ] {
        assert_eq!(
            FieldType::Email.read_text(text),
            Err(format!("holds the invisible character {unseen}, remove it"))
        );
    }
}

#[test]
fn an_iban_has_right_check_digits() {
    assert_eq!(
        FieldType::Iban.read_text("de02 1203 0000 0000 2020 51"),
        Ok(Some(Value::text("DE02120300000000202051")))
    );
    assert_eq!(
        FieldType::Iban.read_text("GB82WEST12345698765432"),
        Ok(Some(Value::text("GB82WEST12345698765432")))
    );
    for text in [
        "DE03120300000000202051",
        "DE0212030000000020205",
        "DE",
        "1234",
        "DE02 1203 0000 0000 2020 5ä",
    ] {
        assert!(FieldType::Iban.read_text(text).is_err(), "{text}");
    }
}

#[test]
fn accept_takes_an_empty_text_only_in_a_field_for_text() {
    let choice = choice_type(false);
    for kind in [
        date_type(),
        choice,
        FieldType::Email,
        FieldType::Iban,
        FieldType::Money,
    ] {
        let problem = kind.accept(&Value::text("")).unwrap_err();
        assert!(
            problem.starts_with("is a") && problem.contains("give"),
            "{problem}"
        );
        assert_eq!(kind.accept(&Value::Null), Ok(None));
    }
    let problem = date_type().accept(&Value::text("")).unwrap_err();
    assert!(problem.ends_with("or null for no value"), "{problem}");
}
