//! Filled forms as they are printed: letters in several sizes, continuation pages.

use forms::form_content::{FormContent, PagePlace, PlacedText, PrintedPages};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::shown;
use crate::read;

/// Runs of text with their left edge, line and size.
pub(super) fn sized(runs: &[(&str, f32, f32, f32)]) -> FormContent {
    let runs = runs.iter().map(|&(text, left, line, size)| PlacedText {
        text: text.to_owned(),
        place: PagePlace {
            page: 0,
            left,
            top: line * 12.0 - size,
            width: 5.0 * text.len() as f32,
            height: size,
        },
        words: Vec::new(),
        clipped_by: None,
        line_end: None,
        field: None,
        is_ordered: false,
    });
    FormContent::printed(runs.collect())
}

#[test]
fn hebrew_is_read_from_the_right_behind_labels_in_rows_and_by_itself() {
    let data = read(
        &sample(),
        &sized(&[
            ("Projektname", 48.0, 0.0, 9.5),
            ("ביבא לת 2026", 150.0, 0.0, 9.5),
            ("Kosten", 48.0, 2.0, 11.0),
            ("Bezeichnung", 70.0, 3.0, 7.5),
            ("Betrag", 300.0, 3.0, 7.5),
            ("םלוא", 74.0, 4.0, 9.5),
            ("1,50 €", 310.0, 4.0, 9.5),
            ("הרעה", 500.0, 1.0, 9.5),
        ]),
        &[],
    )
    .unwrap();
    assert_eq!(shown(&data, "name"), "2026 תל אביב");
    assert_eq!(shown(&data, "costs.0.name"), "אולם");
    let others = data.at("otherFields").unwrap();
    assert_eq!(others.at("Seite 1"), Some(&Value::text("הערה")));
}

#[test]
fn printed_other_fields_are_kept_and_are_no_rows_of_the_table_above() {
    let continued = format!("{} – Fortsetzung", sample().title);
    let data = read(
        &sample(),
        &sized(&[
            (&continued, 48.0, 0.0, 8.5),
            ("Kosten", 48.0, 2.0, 11.0),
            ("Bezeichnung", 70.0, 3.0, 7.5),
            ("Betrag", 300.0, 3.0, 7.5),
            ("Saal", 74.0, 4.0, 9.5),
            ("1,50 €", 310.0, 4.0, 9.5),
            ("Weitere Angaben", 48.0, 6.0, 11.0),
            ("Bemerkung", 48.0, 7.0, 7.5),
            ("etwas", 52.0, 8.0, 9.5),
            ("anderes", 52.0, 9.0, 9.5),
            ("Projektname", 48.0, 10.0, 7.5),
            ("Projektname: 5", 52.0, 11.0, 9.5),
        ]),
        &[],
    )
    .unwrap();
    assert_eq!(shown(&data, "costs.0.name"), "Saal");
    assert_eq!((data.at("costs.1"), data.at("name")), (None, None));
    let others = data.at("otherFields").unwrap();
    assert_eq!(others.at("Bemerkung"), Some(&Value::text("etwas\nanderes")));
    assert_eq!(
        others.at("Projektname"),
        Some(&Value::text("Projektname: 5"))
    );
}

#[test]
fn printed_other_fields_go_on_over_several_pages() {
    let continued = format!("{} – Fortsetzung", sample().title);
    let FormContent::Text(PrintedPages {
        texts: mut runs, ..
    }) = sized(&[
        (&continued, 48.0, 1.0, 8.5),
        ("Seite 3", 500.0, 1.0, 8.5),
        ("Weitere Angaben", 48.0, 3.0, 11.0),
        ("Bemerkung", 48.0, 4.0, 7.5),
        ("→ Seite 3", 52.0, 5.0, 9.5),
        ("eins", 48.0, 6.0, 9.5),
        ("zwei", 48.0, 7.0, 9.5),
        (&continued, 48.0, 1.0, 8.5),
        ("Seite 4", 500.0, 1.0, 8.5),
        ("drei", 48.0, 3.0, 9.5),
        ("vier", 48.0, 4.0, 9.5),
    ])
    else {
        panic!()
    };
    for run in &mut runs[7..] {
        run.place.page = 1;
    }
    let data = read(&sample(), &FormContent::printed(runs), &[]).unwrap();
    let others = data.at("otherFields").unwrap();
    assert_eq!(
        others.at("Bemerkung"),
        Some(&Value::text("eins\nzwei\ndrei\nvier"))
    );
}

#[test]
fn a_page_behind_the_continuation_pages_says_nothing_of_other_fields() {
    let continued = format!("{} – Fortsetzung", sample().title);
    let FormContent::Text(PrintedPages {
        texts: mut runs, ..
    }) = sized(&[
        (&continued, 48.0, 1.0, 8.5),
        ("Weitere Angaben", 48.0, 3.0, 11.0),
        ("Bemerkung", 48.0, 4.0, 7.5),
        ("eins", 48.0, 5.0, 9.5),
        ("Sehr geehrte Damen und Herren", 48.0, 1.0, 9.5),
    ])
    else {
        panic!()
    };
    runs[4].place.page = 1;
    let data = read(&sample(), &FormContent::printed(runs), &[]).unwrap();
    assert_eq!(shown(&data, "otherFields.Bemerkung"), "eins");
    let letter = shown(&data, "otherFields.Seite 2");
    assert_eq!(letter, "Sehr geehrte Damen und Herren");
}

#[test]
fn a_value_that_reads_like_a_label_is_told_by_its_size() {
    let data = read(
        &sample(),
        &sized(&[
            ("Projektname", 48.0, 1.0, 7.5),
            ("Projektende", 52.0, 2.0, 9.5),
            ("Projektende", 48.0, 4.0, 7.5),
            ("03.02.2026", 52.0, 5.0, 9.5),
            ("Beschreibung", 48.0, 7.0, 7.5),
            ("erste Zeile", 52.0, 8.0, 9.5),
            ("Projektende", 52.0, 9.0, 9.5),
            ("Projektname: x", 52.0, 10.0, 9.5),
            ("Seite 3", 52.0, 11.0, 9.5),
            ("Finanzen", 52.0, 12.0, 9.5),
            ("Finanzen", 48.0, 14.0, 11.0),
            ("Seite 1", 500.0, 60.0, 7.5),
            ("E-Mail", 48.0, 62.0, 7.0),
            ("a@b.de", 52.0, 63.0, 9.5),
            ("E-Mail", 48.0, 65.0, 7.5),
        ]),
        &[],
    )
    .unwrap();
    for (path, value) in [
        ("name", "Projektende"),
        ("projectEnd", "2026-02-03"),
        ("applicant.email", "a@b.de"),
        (
            "description",
            "erste Zeile\nProjektende\nProjektname: x\nSeite 3\nFinanzen",
        ),
    ] {
        assert_eq!(shown(&data, path), value, "{path}");
    }
}

#[test]
fn a_text_goes_on_over_several_continuation_pages() {
    let continued = format!("{} – Fortsetzung", sample().title);
    let FormContent::Text(PrintedPages {
        texts: mut runs, ..
    }) = sized(&[
        (&continued, 48.0, 1.0, 8.5),
        ("Seite 3", 500.0, 1.0, 8.5),
        ("Beschreibung", 48.0, 3.0, 7.5),
        ("eins", 48.0, 4.0, 9.5),
        ("zwei", 48.0, 5.0, 9.5),
        (&continued, 48.0, 1.0, 8.5),
        ("Seite 4", 500.0, 1.0, 8.5),
        ("drei", 48.0, 3.0, 9.5),
        ("vier", 48.0, 4.0, 9.5),
        ("Projektname", 48.0, 6.0, 7.5),
        ("Fest", 48.0, 7.0, 9.5),
    ])
    else {
        panic!()
    };
    for run in &mut runs[5..] {
        run.place.page = 1;
    }
    let data = read(&sample(), &FormContent::printed(runs), &[]).unwrap();
    assert_eq!(shown(&data, "description"), "eins\nzwei\ndrei\nvier");
    assert_eq!(shown(&data, "name"), "Fest");
}

/// A table with two numbered rows, of which the first cell of the second is given, and more.
fn table(cell: &str, more: &[(&str, f32, f32, f32)]) -> FormContent {
    let rows = [
        ("Kosten", 48.0, 0.0, 11.0),
        ("Bezeichnung", 70.0, 1.0, 7.5),
        ("Betrag", 300.0, 1.0, 7.5),
        ("1", 48.0, 2.0, 7.5),
        ("Saal", 74.0, 2.0, 9.5),
        ("1,50 €", 310.0, 2.0, 9.5),
        ("und Bühne", 74.0, 3.0, 9.5),
        ("2", 48.0, 4.0, 7.5),
        (cell, 74.0, 4.0, 9.5),
        ("2,50 €", 310.0, 4.0, 9.5),
    ];
    sized(&[&rows, more].concat())
}

#[test]
fn a_printed_cell_may_take_several_lines_or_stand_on_a_later_page() {
    let more = [
        ("Bezeichnung 2", 48.0, 7.0, 7.5),
        ("Ein langer", 48.0, 8.0, 9.5),
        ("Name", 48.0, 9.0, 9.5),
        ("Bezeichnung 3", 48.0, 10.0, 7.5),
    ];
    let data = read(&sample(), &table("→ Seite 3", &more), &[]).unwrap();
    for (path, value) in [
        ("costs.0.name", "Saal und Bühne"),
        ("costs.0.amount", "1.5"),
        ("costs.1.name", "Ein langer Name"),
        ("costs.1.amount", "2.5"),
    ] {
        assert_eq!(shown(&data, path), value, "{path}");
    }
    assert_eq!(data.at("costs.2"), None);
}

#[test]
fn a_page_that_is_missing_is_named_and_its_text_not_left_out() {
    let fault = read(&sample(), &table("→ Seite 3", &[]), &[]).unwrap_err();
    assert!(fault.to_string().contains("costs.1.name"), "{fault}");
    let alone = sized(&[
        ("Projektname", 48.0, 1.0, 7.5),
        ("→ Seite 3", 52.0, 2.0, 9.5),
    ]);
    let fault = read(&sample(), &alone, &[]).unwrap_err();
    assert!(fault.to_string().contains("name"), "{fault}");
}

/// The name in a numbered row whose lines, all but the last, are said to end with these texts.
fn name_in_lines(lines: &[(&str, Option<&str>)]) -> String {
    let runs = (4_u8..)
        .zip(lines)
        .map(|(at, (text, _))| (*text, 74.0, f32::from(at), 9.5));
    let (first, more) = (lines[0].0, runs.skip(1).collect::<Vec<_>>());
    let mut content = table(first, &more);
    let FormContent::Text(PrintedPages { texts, .. }) = &mut content else {
        panic!()
    };
    for (text, end) in lines {
        let run = texts.iter_mut().find(|run| run.text == *text);
        run.unwrap().line_end = end.map(str::to_owned);
    }
    let data = read(&sample(), &content, &[]).unwrap();
    shown(&data, "costs.1.name").to_owned()
}

#[test]
fn lines_of_a_cell_that_end_without_a_space_are_joined_without_one() {
    for (above, below) in [
        ("https://example.org/listen/", "erstsemester"),
        ("Honorar für Müller-", "Lüdenscheidt"),
        ("Honorar für 李小", "龙"),
        ("Herbst 2025–", "2026"),
        ("Donaudampf", "schiff"),
    ] {
        let name = name_in_lines(&[(above, Some("")), (below, None)]);
        assert_eq!(name, format!("{above}{below}"));
        // Nobody says so, as in files of other programs.
        let name = name_in_lines(&[(above, None), (below, None)]);
        assert_eq!(name, format!("{above} {below}"));
    }
}

#[test]
fn lines_of_a_cell_of_which_nobody_sees_that_they_go_on_stay_words_of_their_own() {
    let words = name_in_lines(&[("am See", Some("")), ("zwei", None)]);
    assert_eq!(words, "am See zwei");
    let numbers = name_in_lines(&[("12", Some("")), ("500", None)]);
    assert_eq!(numbers, "12 500");
}

#[test]
fn each_line_of_a_cell_ends_for_itself() {
    let name = name_in_lines(&[
        ("ein schönes", Some("  ")),
        ("Donau", Some("")),
        ("dampf-", Some("")),
        ("Schiff", Some(" ")),
        ("im Hafen", None),
    ]);
    assert_eq!(name, "ein schönes  Donaudampf-Schiff im Hafen");
}
