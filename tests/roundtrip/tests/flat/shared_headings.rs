//! Rows behind the form under headings that others share: the labels of fields, and the headings of
//! other tables.

use super::marked_rows::{comes_back, text_of};

const FIELDS: &str = r#"
[[section.entry]]
key = "number"
label = "Anzahl"
type = "integer"
[[section.entry]]
key = "place"
label = "Ort"
type = "text"
max_length = 2000
"#;

const TABLES: &str = r#"
[[section.entry]]
table = "places"
label = "Orte"
rows = 1
columns = [
    { key = "place", label = "Ort", type = "text", max_length = 200 },
]
[[section.entry]]
table = "counts"
label = "Zahlen"
rows = 1
columns = [
    { key = "place", label = "Ort", type = "text", max_length = 200 },
    { key = "count", label = "Anzahl", type = "integer" },
]
"#;

fn expect_both(entries: &str, json: &str) {
    let [marked, unmarked] = comes_back(entries, json);
    assert_eq!(marked, Ok(text_of(json)));
    assert_eq!(unmarked, Ok(text_of(json)));
}

#[test]
fn what_stands_in_a_column_is_no_value_of_the_field_with_the_label_that_its_heading_is() {
    let table = r#"
[[section.entry]]
key = "number"
label = "Anzahl"
type = "integer"
[[section.entry]]
table = "days"
label = "Tage"
rows = 1
columns = [
    { key = "date", label = "Tag", type = "date" },
    { key = "count", label = "Anzahl", type = "integer" },
]
"#;
    let days =
        r#""days": [{"date": "2026-02-01", "count": 7}, {"date": "2026-02-02", "count": 12}]"#;
    for (number, more) in [
        ("", ""),
        (r#""number": 12, "#, ""),
        ("", r#", {"date": null, "count": 5}"#),
    ] {
        let days = days.replace("}]", &format!("}}{more}]"));
        expect_both(table, &format!(r#"{{"name": "Fest", {number}{days}}}"#));
    }
}

#[test]
fn headings_that_all_read_like_labels_are_told_from_these_by_where_they_begin() {
    let tables = format!("{FIELDS}{TABLES}");
    let long = ["Heidelberg"; 60].join(" und ");
    let rows = r#""places": [{"place": "Ulm"}, {"place": "Bonn"}, {"place": "Köln"}],
        "counts": [{"place": "Kiel", "count": 1}, {"place": "Jena", "count": 2}]"#;
    for place in ["Trier", &long] {
        expect_both(
            &tables,
            &format!(r#"{{"name": "Fest", "place": "{place}", {rows}}}"#),
        );
    }
    expect_both(&tables, &format!(r#"{{"name": "Fest", {rows}}}"#));
}

#[test]
fn rows_of_a_table_are_none_of_one_with_some_of_its_headings() {
    let counts = r#""counts": [{"place": "Kiel", "count": 1}, {"place": "Jena", "count": 2}]"#;
    let places = r#""places": [{"place": "Ulm"}, {"place": "Bonn"}, {"place": "Köln"}]"#;
    expect_both(TABLES, &format!(r#"{{"name": "Fest", {counts}}}"#));
    expect_both(
        TABLES,
        &format!(r#"{{"name": "Fest", {places}, {counts}}}"#),
    );
}

#[test]
fn a_heading_beside_broken_ones_is_no_label() {
    let long = |key: char| {
        let label = format!("Stunden an diesem und dem folgenden Tag {key}");
        format!("{{ key = \"{key}\", label = \"{label}\", type = \"integer\" }},\n")
    };
    let columns: String = "abcd".chars().map(long).collect();
    let table = format!(
        "{FIELDS}[[section.entry]]\ntable = \"hours\"\nlabel = \"Helfer\"\nrows = 1\n\
         columns = [\n{columns}{{ key = \"e\", label = \"Anzahl\", type = \"integer\" }},\n]\n"
    );
    let row = r#"{"a": 1, "b": 2, "c": 3, "d": 4, "e": 12}"#;
    let json = format!(r#"{{"name": "Fest", "hours": [{row}, {row}]}}"#);
    let [marked, unmarked] = comes_back(&table, &json);
    assert_eq!(marked, Ok(text_of(&json)));
    // Nobody can tell the rows under broken headings: they are kept as they stand.
    let unmarked = unmarked.unwrap();
    assert!(!unmarked.contains("\"number\""), "{unmarked}");
    assert!(unmarked.contains("2 1 2 3 4 12"), "{unmarked}");
}
