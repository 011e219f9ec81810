//! Files in which not every page of the form is found once.

use forms::Data;
use forms::form_content::{
    FieldWidget, FormContent, FormField, PagePlace, PlacedText, PrintedPages,
};
use forms::form_type::sample::sample;
use forms::words;

use super::form::{
    IN_ORDER, PAGES, PAPER, arranged, at, blank, cells, expect_all, fields, filled, read, read_as,
};
use super::with_last_page;
use crate::reading::tests::shown;
use crate::steps::take;
use crate::{BlankForm, ContentError, read_with_sources};

/// What is said of the pages of a refused file.
pub(super) fn refusal(pages: PrintedPages) -> String {
    let refused = read(pages).unwrap_err();
    assert!(refused.is_ambiguous(), "{refused}");
    refused.to_string()
}

#[test]
fn a_page_that_is_missing_beside_others_is_named() {
    let refused = refusal(arranged(&filled(), &cells(&[0, 1, 3], (2, 1), 0.7)));
    assert!(
        refused.contains("Seite 3: this page of the form is not found"),
        "{refused}"
    );
    assert!(refused.contains("of the present form"), "{refused}");
    assert!(!refused.contains("Seite 2"), "{refused}");
    let refused = refusal(arranged(&filled(), &cells(&[0, 1, 2], (1, 1), 1.0)));
    assert!(refused.contains("Seite 4"), "{refused}");
}

#[test]
fn pages_that_lie_in_no_known_way_are_named() {
    let mut pages = cells(&IN_ORDER, (2, 2), 0.48);
    // Wider than high.
    pages[2].1.scale.0 *= 0.8;
    let refused = refusal(arranged(&filled(), &pages));
    assert!(refused.contains("Seite 3"), "{refused}");
    // Smaller than anybody can read.
    let refused = refusal(arranged(&filled(), &cells(&IN_ORDER, (4, 4), 0.2)));
    for page in 1..=PAGES {
        assert!(refused.contains(&words::page(page)), "{refused}");
    }
}

#[test]
fn pages_that_lie_over_each_other_are_refused() {
    let mut pages = cells(&IN_ORDER, (2, 2), 0.48);
    pages[1].1.corner.0 -= 120.0;
    let refused = refusal(arranged(&filled(), &pages));
    assert!(
        refused.contains("Seite 1: this page of the PDF holds"),
        "{refused}"
    );
}

#[test]
fn a_page_that_prints_too_little_to_be_found_is_named_where_others_are_elsewhere() {
    let texts: Vec<PlacedText> = blank();
    let is_told = |run: &PlacedText| run.place.page != 3 || run.text == "Frist";
    let texts: Vec<PlacedText> = texts.into_iter().filter(is_told).collect();
    let mut pages = filled();
    pages
        .texts
        .retain(|run| is_told(run) || run.text == "Heidelberg");
    let read = |pages| read_as((&texts, &fields()), pages);
    assert!(read(pages.clone()).is_ok());
    let refused = read(arranged(&pages, &cells(&IN_ORDER, (2, 2), 0.48))).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("Seite 4: this page of the form is not"),
        "{refused}"
    );
}

#[test]
fn a_page_that_stands_twice_is_named() {
    for order in [[0, 1, 2, 3, 0], [0, 0, 1, 2, 3]] {
        for grid in [(2, 1), (3, 3)] {
            let refused = refusal(arranged(&filled(), &cells(&order, grid, 0.3)));
            assert!(
                refused.contains("Seite 1: this page of the form stands"),
                "{refused}"
            );
        }
    }
}

/// Every page lies where it is expected, and once more elsewhere.
#[test]
fn two_copies_are_refused_however_they_are_arranged() {
    for (order, grid, scale) in [
        ([0, 1, 2, 3, 0, 1, 2, 3], (1, 1), 1.0),
        ([0, 3, 3, 1, 2, 0, 1, 3], (2, 1), 0.7),
    ] {
        let refused = refusal(arranged(&filled(), &cells(&order, grid, scale)));
        assert!(
            refused.contains("this page of the form stands in the PDF more than once"),
            "{refused}"
        );
    }
}

/// Reads a file with these fields beside its pages.
fn read_beside(fields_of_file: &[FormField], pages: PrintedPages) -> Result<Data, ContentError> {
    let (texts, fields) = (blank(), fields());
    let form = BlankForm {
        texts: &texts,
        fields: &fields,
        ..BlankForm::default()
    };
    let content = FormContent::Fields(fields_of_file.to_vec(), pages.texts);
    read_with_sources(&sample(), &content, form).map(|(data, _)| data)
}

#[test]
fn a_shared_sheet_beside_fields_is_refused() {
    let field = FormField {
        values: vec!["Berlin".to_owned()],
        place: None,
        widgets: Vec::new(),
        ..fields().remove(3)
    };
    let read = |pages: PrintedPages| read_beside(std::slice::from_ref(&field), pages);
    let refused = read(arranged(&filled(), &cells(&IN_ORDER, (2, 2), 0.7))).unwrap_err();
    assert!(refused.is_ambiguous(), "{refused}");
    assert!(
        refused
            .to_string()
            .contains("Seite 1: this page of the PDF holds what stands on several pages"),
        "{refused}"
    );
    // One page on a sheet, behind a letter.
    let mut behind = blank();
    behind.iter_mut().for_each(|run| run.place.page += 1);
    let behind = PrintedPages {
        texts: behind,
        ..PrintedPages::default()
    };
    assert!(read(behind).is_ok());
}

/// An earlier version of the form may have had on one page what stands on several now.
#[test]
fn a_sheet_that_has_the_fields_of_all_its_pages_is_read_by_them() {
    let sheet = cells(&IN_ORDER, (2, 2), 0.7);
    let on_first = |field: &FormField| FormField {
        values: vec![format!("value of {}", field.name)],
        widgets: vec![FieldWidget {
            place: PagePlace {
                page: 0,
                ..field.widgets[0].place
            },
            state: None,
        }],
        ..field.clone()
    };
    let mut texts: Vec<FormField> = fields()[..PAGES].iter().map(on_first).collect();
    let mut printed = arranged(&filled(), &sheet);
    printed
        .texts
        .retain(|run| blank().iter().any(|own| own.text == run.text));
    let data = read_beside(&texts, printed.clone()).unwrap();
    for (path, name) in [("description", "description"), ("otherFields.Ort", "Ort")] {
        assert_eq!(shown(&data, path), format!("value of {name}"));
    }
    // The fields of one of the pages are gone: they may have been flattened into it.
    texts.pop();
    let refused = read_beside(&texts, printed).unwrap_err().to_string();
    assert!(
        refused.contains("Seite 1: this page of the PDF holds what"),
        "{refused}"
    );
}

#[test]
fn a_file_of_many_sheets_takes_bounded_work() {
    let steps = |sheets: usize| {
        let mut pages = PrintedPages::default();
        for sheet in 0..sheets {
            let mut more = arranged(&filled(), &cells(&[0, 1, 2, 0], (2, 2), 0.48));
            more.texts.iter_mut().for_each(|run| run.place.page = sheet);
            pages.texts.extend(more.texts);
        }
        take();
        assert!(read(pages).is_err());
        take()
    };
    let (few, many) = (steps(100), steps(400));
    assert!(many as f64 <= 4.7 * few as f64, "{few} steps became {many}");
}

#[test]
fn a_page_with_the_heading_of_the_form_is_no_second_one() {
    let mut pages = arranged(&filled(), &cells(&IN_ORDER, (2, 2), 0.48));
    let is_shared = |run: &&PlacedText| {
        let alike = |other: &&PlacedText| other.text == run.text;
        run.place.page == 0
            && (run.text.starts_with("Blatt") || blank().iter().filter(alike).count() > 1)
    };
    let letter: Vec<PlacedText> = blank().iter().filter(is_shared).cloned().collect();
    pages.texts.extend(letter.into_iter().map(|mut run| {
        run.place.page = 1;
        run
    }));
    expect_all(&read(pages).unwrap().0);
}

/// The last page prints one word, and a tick in its box.
fn with_silent_page(word: Option<PlacedText>) -> (Vec<PlacedText>, PrintedPages) {
    let words: Vec<PlacedText> = word.into_iter().collect();
    with_last_page(&words)
}

#[test]
fn a_page_that_prints_too_little_lies_as_the_others_if_that_word_says_so() {
    let (texts, pages) = with_silent_page(Some(at(3, "Frist", 300.0, 600.0)));
    for scale in [0.7, 0.95, 1.0, 1.2] {
        let pages = arranged(&pages, &cells(&IN_ORDER, (1, 1), scale));
        expect_all(&read_as((&texts, &fields()), pages).unwrap().0);
    }
}

#[test]
fn what_is_marked_on_a_page_that_prints_nothing_is_named() {
    let (texts, pages) = with_silent_page(None);
    let read = |pages| read_as((&texts, &fields()), pages);
    let tick = |pages: &mut PrintedPages| {
        pages.shapes.retain(|shape| shape.place.page != 3);
        pages.texts.push(at(3, "x", 42.0, 400.0));
    };
    for scale in [0.95, 1.0] {
        let painted = arranged(&pages, &cells(&IN_ORDER, (1, 1), scale));
        let mut written = pages.clone();
        tick(&mut written);
        let written = arranged(&written, &cells(&IN_ORDER, (1, 1), scale));
        for pages in [painted, written] {
            let refused = read(pages).unwrap_err();
            assert!(refused.is_ambiguous(), "{refused}");
            let said = refused.to_string();
            let problem = "Haken 4: something is marked where it may stand";
            assert!(said.contains(problem), "{said}");
            assert_eq!(refused.faults().iter().count(), 1, "{said}");
        }
    }
    let mut off = pages;
    off.shapes.retain(|shape| shape.place.page != 3);
    assert!(read(off).is_ok());
}

#[test]
fn a_page_that_prints_too_little_beside_another_on_its_sheet_is_named() {
    for word in [None, Some(at(3, "Frist", 300.0, 600.0))] {
        let (texts, pages) = with_silent_page(word);
        let mut sheets = cells(&IN_ORDER, (1, 1), 0.7);
        sheets[3].1.page = 2;
        sheets[3].1.corner.0 += 0.7 * PAPER.0;
        let refused = read_as((&texts, &fields()), arranged(&pages, &sheets)).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("Seite 4: this page of the form is not"),
            "{refused}"
        );
    }
}
