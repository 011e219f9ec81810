//! Both ways of reading give the same.

use proptest::prelude::*;

use super::parse_step_by_step;
use crate::{JsonLimits, plain};

const SMALL: JsonLimits = JsonLimits {
    nesting_max: 3,
    values_max: 8,
    nul_allowed: false,
};

fn assert_plain_is_right(text: &str) -> Result<(), TestCaseError> {
    for limits in [SMALL, JsonLimits::BODY, JsonLimits::STORED] {
        let noted = parse_step_by_step(text, limits).ok();
        let faultless = noted.filter(|noted| noted.faults.is_empty());
        let expected = faultless.map(|noted| noted.value);
        prop_assert_eq!(plain::parse(text, limits), expected, "{:?}", text);
    }
    Ok(())
}

#[test]
fn all_faults_are_counted_and_long_paths_of_many_are_cut() {
    let name = "ä".repeat(50);
    let texts = ["\"\\u0000\""; 300].join(",");
    let text = format!("{{\"{name}\": {{\"{name}\": {{\"{name}\": [{texts}]}}}}}}");
    let noted = parse_step_by_step(&text, JsonLimits::BODY).unwrap();
    assert_eq!(noted.faults.len(), 300);
    let length = |fault: &forms::Fault| fault.path.chars().count();
    let lengths: Vec<usize> = noted.faults.iter().map(length).collect();
    assert_eq!((lengths[99], lengths[100]), (3 * 51 + "99".len(), 10));
}

#[test]
fn a_path_shows_names_by_their_beginning_and_on_one_line() {
    let long = "ä".repeat(61);
    let text = format!("{{\"a\\nb\": {{\"{long}\": \"\\u0000\"}}}}");
    let noted = parse_step_by_step(&text, JsonLimits::BODY).unwrap();
    let paths: Vec<&str> = noted.faults.iter().map(|fault| &*fault.path).collect();
    assert_eq!(paths, [format!("a b.{}…", "ä".repeat(60))]);
}

/// Texts that are nearly JSON.
fn nearly_json() -> impl Strategy<Value = String> {
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\"a\"",
        "\"b\"",
        "\"\"",
        "\"a\":",
        "\"ä€\"",
        "\"\\u0000\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud800\"",
        "\"x\\\"y\"",
        "\"\\x\"",
        "\"\n\"",
        "\"\0\"",
        "\u{feff}",
        "\u{a0}",
        " ",
        "\n",
        "\t",
        "true",
        "false",
        "null",
        "nul",
        "t",
        "0",
        "-0",
        "01",
        "1.50",
        "-2.5",
        "1e3",
        "1E+2",
        "1.",
        ".5",
        "+1",
        "-",
        "1e",
        "[]",
        "{}",
        "[1]",
        "{\"a\":1}",
        "[[[",
        "]]]",
    ];
    let pieces = proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..12);
    pieces.prop_map(|pieces| pieces.concat())
}

/// JSON with members that may be given twice, and white space.
fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just(" true".to_owned()),
        "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?",
        any::<String>().prop_map(|text| serde_json::Value::from(text).to_string()),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        let members = proptest::collection::vec(("[ab]{0,2}", inner.clone()), 0..4);
        prop_oneof![
            proptest::collection::vec(inner, 0..5)
                .prop_map(|items| format!("[{}]", items.join(", "))),
            members.prop_map(|members| {
                let member = |(name, value)| format!("\"{name}\" :{value}");
                let members: Vec<String> = members.into_iter().map(member).collect();
                format!("{{{}\n}}", members.join(","))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn plain_parse_reads_all_and_only_what_has_no_fault(text in json()) {
        assert_plain_is_right(&text)?;
    }

    #[test]
    fn plain_parse_gives_up_where_parsing_fails(text in nearly_json()) {
        assert_plain_is_right(&text)?;
    }

    #[test]
    fn plain_parse_bears_any_text(text in any::<String>()) {
        assert_plain_is_right(&text)?;
    }
}
