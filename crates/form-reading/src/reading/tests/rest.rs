//! Printed texts that belong to no field of the form type.

use forms::form_content::{FormContent, PlacedText};
use forms::form_type::Entry;
use forms::form_type::sample::sample;
use forms::validation::checked;
use forms::value::Value;

use super::moved_words::{self, moved, run};
use super::{printed, shown, text};
use crate::read;

fn runs(content: FormContent) -> Vec<PlacedText> {
    match content {
        FormContent::Text(pages) | FormContent::PartlyFlat(_, pages) => pages.texts,
        FormContent::Fields(..) => panic!("no text"),
    }
}

/// The other fields of a printed form, as name and text.
fn others(texts: &[(&str, f32, f32)], blank: &[(&str, f32, f32)]) -> Vec<(String, String)> {
    let data = read(&sample(), &printed(texts), &runs(printed(blank))).unwrap();
    let Some(Value::Object(others)) = data.at("otherFields") else {
        return Vec::new();
    };
    let shown = |(name, value): (&String, &Value)| match value {
        Value::Text(text) => pair(name, text),
        _ => panic!("{name} is no text"),
    };
    others.iter().map(shown).collect()
}

fn pair(name: &str, text: &str) -> (String, String) {
    (name.to_owned(), text.to_owned())
}

#[test]
fn what_belongs_to_no_label_is_kept_under_its_name_or_its_page() {
    let kept = others(
        &[
            ("An den Finanzausschuss", 40.0, 0.0),
            ("Projektname", 40.0, 2.0),
            ("Sommerfest", 140.0, 2.0),
            ("am Fluss", 140.0, 3.0),
            ("Telefon:", 40.0, 5.0),
            ("06221 540", 140.0, 5.0),
            ("Beginn um 12:30", 40.0, 6.0),
            ("https://example.org/fest", 40.0, 7.0),
            ("Telefon: 06221 541", 40.0, 8.0),
        ],
        &[],
    );
    let page = "An den Finanzausschuss\nam Fluss\nBeginn um \
        12:30\nhttps://example.org/fest\nTelefon: 06221 541";
    assert_eq!(kept, [pair("Telefon", "06221 540"), pair("Seite 1", page)]);
}

#[test]
fn what_the_blank_form_prints_was_not_typed_in() {
    let texts = [
        ("An den Finanzausschuss", 40.0, 0.0),
        ("Projektname", 40.0, 2.0),
        ("Sommerfest", 140.0, 2.0),
        ("Ort, Datum", 40.0, 9.0),
    ];
    let blank = [texts[0], texts[1], texts[3]];
    assert_eq!(others(&texts, &blank), []);
    let twice = [&texts[..], &[("Ort, Datum", 40.0, 10.0)]].concat();
    assert_eq!(others(&twice, &blank), [pair("Seite 1", "Ort, Datum")]);
    let as_value = [texts[0], texts[1], ("Ort, Datum", 140.0, 2.0)];
    assert_eq!(others(&as_value, &blank), []);
}

#[test]
fn an_option_that_is_none_and_a_word_that_is_no_mark_are_kept() {
    let kept = others(
        &[
            ("Art der Einrichtung", 40.0, 0.0),
            ("siehe Anlage", 200.0, 0.0),
            ("Einwilligung Datenschutz", 56.0, 3.0),
            ("nur teilweise", 300.0, 3.0),
        ],
        &[],
    );
    assert_eq!(kept, [pair("Seite 1", "siehe Anlage\nnur teilweise")]);
}

#[test]
fn a_very_long_text_is_kept_in_pieces() {
    let word = "Wort ".repeat(1500);
    let lines = [(word.as_str(), 40.0, 0.0), (word.as_str(), 40.0, 1.0)];
    let kept = others(&lines, &[]);
    assert_eq!(kept[1].0, "Seite 1 (2)");
    let all: String = kept.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(all, [word.trim(), word.trim()].join("\n"));
}

#[test]
fn a_text_of_several_lines_may_begin_behind_its_label() {
    let texts = printed(&[
        ("Beschreibung:", 40.0, 0.0),
        ("erste Zeile", 140.0, 0.0),
        ("zweite Zeile", 140.0, 1.0),
        ("Projektname: Fest", 40.0, 2.0),
    ]);
    let data = read(&sample(), &texts, &[]).unwrap();
    assert_eq!(
        data.at("description"),
        Some(&Value::text("erste Zeile\nzweite Zeile"))
    );
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn an_end_before_the_beginning_stands_where_the_end_stands() {
    let faults = |content: FormContent| {
        let error = read(&sample(), &content, &[]).unwrap_err();
        let paths = error.faults().iter().map(|fault| fault.path.clone());
        paths.collect::<Vec<_>>()
    };
    let fields = vec![
        text("costs.0.amount", "viel"),
        text("projectEnd", "1.2.2026"),
        text("projectBeginn", "2.2.2026"),
        text("participants", "viele"),
    ];
    let fields = FormContent::Fields(fields, Vec::new());
    let expected = ["costs.0.amount", "projectEnd", "participants"];
    assert_eq!(faults(fields), expected);
    let lines = printed(&[
        ("Teilnehmende: viele", 60.0, 0.0),
        ("Projektbeginn: 2.2.2026", 60.0, 1.0),
        ("Projektende: 1.2.2026", 60.0, 2.0),
        ("E-Mail: niemand", 60.0, 3.0),
    ]);
    let expected = ["projectEnd", "applicant.email", "participants"];
    assert_eq!(faults(lines), expected);
}

#[test]
fn dates_in_the_wrong_order_are_told_in_the_words_of_the_file() {
    let told = |content: FormContent| {
        let error = read(&sample(), &content, &[]).unwrap_err();
        error.to_string()
    };
    let fields = vec![
        text("projectEnd", "1.2.2026"),
        text("projectBeginn", "02.02.26"),
    ];
    let expected = "\"1.2.2026\" lies before projectBeginn \"02.02.26\"";
    let sentence = told(FormContent::Fields(fields, Vec::new()));
    assert!(sentence.contains(expected), "{sentence}");
    let lines = printed(&[
        ("Projektbeginn: 02.02.26", 60.0, 1.0),
        ("Projektende: 1.2.2026", 60.0, 2.0),
    ]);
    let sentence = told(lines);
    assert!(sentence.contains(expected), "{sentence}");
}

#[test]
fn rows_of_tables_that_nothing_printed_tells_apart_are_refused() {
    let mut form_type = sample();
    let entries = form_type.sections.iter_mut();
    let entries = entries.flat_map(|section| &mut section.entries);
    entries.for_each(|entry| {
        if let Entry::Table(table) = entry {
            table.label = "Posten".into();
        }
    });
    let headings = [
        ("Posten", 40.0, 0.0),
        ("Bezeichnung", 60.0, 1.0),
        ("Betrag", 300.0, 1.0),
    ];
    let row = [("Saal", 60.0, 2.0), ("5,00 €", 310.0, 2.0)];
    let printed_row = printed(&[&headings[..], &row].concat());
    let refused = read(&form_type, &printed_row, &[]).unwrap_err();
    assert!(refused.is_ambiguous());
    let sentence = refused.to_string();
    assert!(sentence.starts_with("costs: stands under the same headings as income"));
    // Without rows there is nothing to tell apart.
    assert!(read(&form_type, &printed(&headings), &[]).is_ok());
}

#[test]
fn what_stands_under_the_headings_of_a_table_but_in_none_of_its_cells_is_no_row() {
    let sideways = run("e l p a t", 70.0, 26.0);
    let texts = [moved(0.0, 0.0), vec![sideways]].concat();
    let data = moved_words::read(&FormContent::printed(texts)).unwrap();
    assert_eq!(shown(&data, "costs.0.name"), "Saal");
    assert_eq!(data.at("costs.1"), None);
    let others = data.at("otherFields").unwrap();
    assert_eq!(others.at("Seite 1"), Some(&Value::text("e l p a t")));
}

#[test]
fn what_is_kept_of_a_printed_text_is_what_data_may_hold() {
    for (text, kept) in [
        ("Telefon: 06\u{2028}221", pair("Telefon", "06\n221")),
        ("frei\u{2029}und lang", pair("Seite 1", "frei\nund lang")),
        // A letter that nobody sees is no name.
        ("\u{3164}: x", pair("Seite 1", "\u{3164}: x")),
    ] {
        let label = [("Projektname", 40.0, 2.0), ("Fest", 140.0, 2.0)];
        let texts = [label.as_slice(), &[(text, 40.0, 5.0)]].concat();
        assert_eq!(others(&texts, &[]), [kept]);
        let data = read(&sample(), &printed(&texts), &[]).unwrap();
        assert!(
            checked(&sample(), data.members().clone()).is_some(),
            "{text:?}"
        );
    }
}
