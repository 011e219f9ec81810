//! Values without room that stand behind the form, in a file that was printed anew and has no
//! marks.

use super::marked_rows::{comes_back, text_of};

const ENTRIES: &str = r#"
[[section.entry]]
key = "first"
label = "Geburtsort"
type = "text"
max_length = 2000
[[section.entry]]
key = "second"
label = "Geburtsort"
type = "text"
max_length = 2000
[[section.entry]]
key = "third"
label = "Geburtsort"
type = "text"
max_length = 2000
[[section.entry]]
table = "persons"
label = "Personen"
rows = 3
columns = [
    { key = "name", label = "Name", type = "text", max_length = 400 },
    { key = "mother", label = "Name der Mutter", type = "text", max_length = 400 },
    { key = "remark", label = "Anmerkung", type = "text", max_length = 400 },
    { key = "born", label = "Geboren", type = "date" },
]
"#;

fn long(word: &str, words: usize) -> String {
    let words: Vec<String> = (1..=words)
        .map(|number| format!("{word} {number}"))
        .collect();
    words.join(", ")
}

#[test]
fn fields_with_one_label_and_cells_of_a_table_come_back_from_behind_the_form_without_marks() {
    let json = format!(
        r#"{{"name": "Fest", "first": "Köln", "second": "{}", "third": "{}", "persons": [
            {{"name": "{}", "mother": "Ida", "remark": "", "born": "2001-02-01"}},
            {{"name": "Udo", "mother": "{}", "remark": "{}", "born": "2002-02-01"}},
            {{"name": "Geburtsort", "mother": "", "remark": "{}", "born": "2003-02-01"}}]}}"#,
        long("Heidelberg", 60),
        long("Ulm", 180),
        long("Anna", 35),
        long("Berta", 30),
        long("gestrichen", 22),
        long("geändert", 22),
    );
    let [marked, unmarked] = comes_back(ENTRIES, &json);
    assert_eq!(marked, Ok(text_of(&json)));
    assert_eq!(unmarked, Ok(text_of(&json)));
}

#[test]
fn the_line_ends_of_a_text_come_back_from_behind_the_form_without_marks() {
    let entries = r#"
[[section.entry]]
key = "report"
label = "Bericht"
type = "text"
max_length = 9000
multiline = true
"#;
    let short: Vec<String> = (1..=90).map(|day| format!("{day}. Tag")).collect();
    // One of both goes on on the next page with a new line, the other within one.
    for text in [short.join("\\n"), long("Saal", 900)] {
        let text = format!(r"Bericht\nin Zeilen\n\n{text}\nEnde");
        let json = format!(r#"{{"name": "Fest", "report": "{text}"}}"#);
        let [marked, unmarked] = comes_back(entries, &json);
        assert_eq!(marked, Ok(text_of(&json)));
        assert_eq!(unmarked, Ok(text_of(&json)));
    }
}

#[test]
fn a_label_that_is_broken_behind_its_colons_is_known_behind_the_form() {
    let label = "Teil: ".repeat(40);
    let entry = format!(
        "[[section.entry]]\nkey = 'report'\nlabel = '{}'\ntype = 'text'\nmax_length = 2000\n",
        label.trim_end_matches([':', ' '])
    );
    let json = format!(r#"{{"name": "Fest", "report": "{}"}}"#, long("Saal", 90));
    let [marked, unmarked] = comes_back(&entry, &json);
    assert_eq!(marked, Ok(text_of(&json)));
    assert_eq!(unmarked, Ok(text_of(&json)));
}
