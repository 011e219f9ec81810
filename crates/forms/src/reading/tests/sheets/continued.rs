//! Continuation pages on the sheets of a form.

use super::form::{arranged, at, cells, filled, read};
use super::refused::refusal;
use crate::form_content::{PlacedText, PrintedPages};
use crate::form_type::sample::sample;
use crate::reading::tests::shown;
use crate::words;

/// The form with a text that goes on behind it, on pages of its own.
fn continued() -> PrintedPages {
    let mut pages = filled();
    let title = words::continuation_title(&sample().title);
    let marked = |name: &str, run: PlacedText| PlacedText {
        field: Some(name.to_owned()),
        ..run
    };
    pages.texts.retain(|run| run.text != "Es wird getanzt");
    pages
        .texts
        .push(marked("description", at(1, "→ Seite 5", 42.0, 116.0)));
    for (page, line) in [(4, "Es wird getanzt,"), (5, "und zwar viel")] {
        pages.texts.extend([
            at(page, &title, 40.0, 30.0),
            at(page, &words::page(page + 1), 480.0, 30.0),
        ]);
        if page == 4 {
            pages.texts.push(at(page, "Beschreibung", 40.0, 60.0));
        }
        pages
            .texts
            .push(marked("description", at(page, line, 44.0, 80.0)));
    }
    pages
}

#[test]
fn continuation_pages_on_shared_sheets_are_read() {
    let order = [0, 1, 2, 3, 4, 5];
    let usual = shown(&read(continued()).unwrap().0, "description");
    assert_eq!(usual, "Es wird getanzt, und zwar viel");
    for (grid, scale) in [((2, 1), 0.7), ((2, 2), 0.48), ((3, 2), 0.33)] {
        let (data, _) = read(arranged(&continued(), &cells(&order, grid, scale))).unwrap();
        assert_eq!(shown(&data, "description"), usual, "{grid:?}");
        assert_eq!(shown(&data, "otherFields.Ort"), "Heidelberg");
    }
    let reversed: Vec<usize> = order.into_iter().rev().collect();
    let (data, _) = read(arranged(&continued(), &cells(&reversed, (2, 1), 0.7))).unwrap();
    assert_eq!(shown(&data, "description"), usual);
}

#[test]
fn pages_that_cannot_be_told_from_each_other_are_refused() {
    // Two rows of continuation pages below one of pages of the form.
    let cells = cells(&[0, 1, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5], (4, 3), 0.3);
    let refused = refusal(arranged(&continued(), &cells));
    assert!(
        refused.contains("Seite 1: this page of the PDF holds several pages"),
        "{refused}"
    );
}
