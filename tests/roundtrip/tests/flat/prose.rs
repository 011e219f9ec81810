//! Texts come back wherever the printer breaks their lines: in fields, and on continuation pages.

use std::ops::Range;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};

use super::comes_back_flat;

/// Words of any signs with anything between them. Numbers are shorter than the narrowest line: of
/// two lines nobody could see that they are one number.
fn prose(count: Range<usize>) -> impl Strategy<Value = String> {
    let word = prop_oneof![
        6 => "[a-zäöüß]{1,30}",
        1 => "[A-Z]{1,4}",
        1 => "[0-9.,:]{1,9}",
        1 => "[a-z0-9!?§&%()@#;„“€-]{1,60}",
        1 => "[一-十]{1,9}",
        1 => "([ก-ฮ][ิีึ]){1,9}",
    ];
    let between = select(vec![
        " ", " ", " ", "  ", "-", "/", "–", " – ", " -", "/ ", "://", "\u{A0}",
    ]);
    vec((word, between), count).prop_map(|words| {
        let text: String = words
            .into_iter()
            .flat_map(|(word, between)| [word, between.to_owned()])
            .collect();
        format!("{text}Ende")
    })
}

/// Prose that a field for a name takes.
fn prose_of_name() -> impl Strategy<Value = String> {
    prose(1..20).prop_filter("a short text", |text| text.chars().count() <= 200)
}

fn comes_back_for_all<Texts: Strategy>(texts: Texts, json: impl Fn(Texts::Value) -> String) {
    let mut runner = TestRunner::new(Config {
        cases: 60,
        failure_persistence: None,
        ..Config::default()
    });
    let property = |texts| {
        comes_back_flat("pa_form", &json(texts));
        Ok(())
    };
    if let Err(failure) = runner.run(&texts, property) {
        panic!("{failure}");
    }
}

#[test]
fn prose_comes_back_wherever_its_lines_are_broken() {
    let texts = (prose_of_name(), prose(1..50), prose(1..80), prose(1..12));
    comes_back_for_all(texts, |(name, above, below, other)| {
        format!(
            r#"{{"name": "{name}", "description": "{above}\n{below}",
                "otherFields": {{"Anderes": "{other}"}}}}"#
        )
    });
}

#[test]
fn names_of_costs_come_back_from_continuation_pages_wherever_their_lines_are_broken() {
    let names = vec(prose_of_name(), 1..4);
    comes_back_for_all(names, |names| costs_beyond_the_form(&names));
}

#[test]
fn names_of_costs_on_continuation_pages_gain_no_spaces_where_their_lines_end() {
    let link = "https://bibliothek.example.org/listen/erstsemester/2026/wintersemester/physik";
    let names = [
        format!("Anschaffung der Bücher nach der Liste unter {link}?sprache=de"),
        format!("Honorar für die Referentin {}", "李小龙".repeat(20)),
        "Müller-Lüdenscheidt-".repeat(8),
        "Donaudampfschifffahrtsgesellschaftskapitänsmütze".repeat(3),
        "Wintersemester–Sommersemester–".repeat(5),
    ];
    comes_back_flat("pa_form", &costs_beyond_the_form(&names));
}

/// An application whose last costs, with these names, have no row in the form.
fn costs_beyond_the_form(names: &[String]) -> String {
    let in_form = (0..12).map(|row| format!("P{row}"));
    let rows: Vec<String> = in_form
        .chain(names.iter().cloned())
        .map(|name| format!(r#"{{"name": "{name}", "amount": 2}}"#))
        .collect();
    format!(r#"{{"costs": [{}]}}"#, rows.join(","))
}
