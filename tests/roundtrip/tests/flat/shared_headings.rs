//! Rows behind the form under headings that other tables share.

use super::marked_rows::{comes_back, text_of};

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
fn rows_of_a_table_are_none_of_one_with_some_of_its_headings() {
    let counts = r#""counts": [{"place": "Kiel", "count": 1}, {"place": "Jena", "count": 2}]"#;
    let places = r#""places": [{"place": "Ulm"}, {"place": "Bonn"}, {"place": "Köln"}]"#;
    expect_both(TABLES, &format!(r#"{{"name": "Fest", {counts}}}"#));
    expect_both(
        TABLES,
        &format!(r#"{{"name": "Fest", {places}, {counts}}}"#),
    );
}
