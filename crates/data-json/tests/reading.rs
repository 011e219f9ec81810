//! What is read, what is refused, and what the refusals say.

use data_json::{JsonError, JsonLimits, parse};
use forms::{Decimal, Value};

fn refusal(text: &str) -> String {
    parse(text.as_bytes(), JsonLimits::BODY).map_or_else(
        |fault| fault.to_string(),
        |value| format!("accepted as {value:?}"),
    )
}

fn nested(depth: usize) -> String {
    format!("{}1{}", "[".repeat(depth), "]".repeat(depth))
}

#[test]
fn numbers_keep_their_digits() {
    for (literal, canonical) in [
        ("1234.5", "1234.5"),
        ("99999999.99", "99999999.99"),
        (
            "0.1000000000000000055511151231257827",
            "0.1000000000000000055511151231257827",
        ),
        ("9007199254740993", "9007199254740993"),
        ("1.500", "1.5"),
        ("-0", "0"),
        ("1e400", "1e400"),
    ] {
        let value = parse(literal.as_bytes(), JsonLimits::BODY).expect(literal);
        assert_eq!(
            value,
            Value::Number(Decimal::parse(canonical).unwrap()),
            "{literal}"
        );
    }
}

#[test]
fn members_keep_their_order_and_texts_their_characters() {
    let text = r#" {"b": "Z\u00fcge \ud83d\ude00\n", "a": [true, false, null], "": {}} "#;
    let Value::Object(members) = parse(text.as_bytes(), JsonLimits::BODY).unwrap() else {
        panic!("no object");
    };
    assert_eq!(members.keys().collect::<Vec<_>>(), ["b", "a", ""]);
    assert_eq!(members["b"], Value::text("Züge 😀\n"));
}

#[test]
fn nesting_is_read_up_to_the_limit_and_refused_beyond_it() {
    assert!(parse(nested(32).as_bytes(), JsonLimits::BODY).is_ok());
    assert_eq!(
        parse(nested(33).as_bytes(), JsonLimits::BODY),
        Err(JsonError::TooDeep {
            nesting_max: 32,
            line: 1,
            column: 33
        })
    );
    assert!(parse(nested(500_000).as_bytes(), JsonLimits::BODY).is_err());
    assert!(parse(nested(128).as_bytes(), JsonLimits::STORED).is_ok());
    assert!(parse(nested(129).as_bytes(), JsonLimits::STORED).is_err());
}

#[test]
fn values_are_counted_up_to_the_limit() {
    let limits = JsonLimits {
        values_max: 3,
        ..JsonLimits::BODY
    };
    assert!(parse(b"[1,2]", limits).is_ok());
    assert_eq!(
        parse(b"[1,[2]]", limits),
        Err(JsonError::TooMany { values_max: 3 })
    );
}

#[test]
fn doubles_and_nul_characters_are_all_named_with_their_paths() {
    let text = r#"{"a": {"b": 1, "b": 2}, "costs": [{"name": "x\u0000"}], "a": 3, "n\u0000": 1}"#;
    assert_eq!(
        refusal(text),
        "a.b: is given twice, give it once; costs.0.name: holds a NUL character, leave it out; \
         a: is given twice, give it once; n: holds a NUL character, leave it out."
    );
    assert!(parse(br#""\u0000""#, JsonLimits::STORED).is_ok());
}

#[test]
fn two_spellings_of_one_name_are_one_name() {
    assert_eq!(
        refusal(r#"{"a": 1, "\u0061": 2}"#),
        "a: is given twice, give it once."
    );
}

#[test]
fn broken_texts_are_refused_with_the_place_and_without_the_content() {
    for text in [
        "",
        "{",
        "[1,]",
        "{\"secret\" 1}",
        "secret",
        "[01]",
        "[NaN]",
        "[1] [2]",
        "\"sec\nret\"",
        "\"\\x\"",
        "\u{feff}\u{feff}{}",
        "{}\u{feff}",
        "\u{feff}",
    ] {
        let fault = refusal(text);
        assert!(fault.contains("line"), "{fault}");
        assert!(!fault.contains("sec"), "{fault}");
    }
}

#[test]
fn a_byte_order_mark_before_the_text_is_passed_over() {
    let marked = |text: &str| parse(format!("\u{feff}{text}").as_bytes(), JsonLimits::BODY);
    assert_eq!(marked("1"), Ok(Value::Number(Decimal::from_integer(1))));
    assert_eq!(marked("\"\u{feff}\""), Ok(Value::text("\u{feff}")));
    // Places are told as an editor shows them, which does not show the mark.
    assert_eq!(refusal("\u{feff}[1,]"), refusal("[1,]"));
}

#[test]
fn half_a_surrogate_pair_is_refused_where_it_stands() {
    for (text, line, column) in [
        ("{\"a\":\n \"x\\ud83d\"}", 2, 2..12),
        ("[\"\\ude00\"]", 1, 2..12),
        ("\n\n{\"\\ud83d\": 1}", 3, 2..12),
    ] {
        match parse(text.as_bytes(), JsonLimits::BODY) {
            Err(JsonError::Syntax {
                line: at,
                column: c,
                ..
            }) => {
                assert_eq!(at, line, "{text}");
                assert!(column.contains(&c), "{text}: {c}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_refused_where_they_stand() {
    assert_eq!(
        parse(b"[\"a\xff\"]", JsonLimits::BODY),
        Err(JsonError::NotUtf8 { byte: 3 })
    );
}

#[test]
fn an_error_about_very_long_names_stays_short() {
    let name = "n".repeat(100_000);
    let text = format!("{{\"{name}\": {{\"{name}\": 1, \"{name}\": 2}}}}");
    assert!(refusal(&text).len() < 200);
}
