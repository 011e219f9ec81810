//! Continuation pages on the sheets of a form.

use forms::Data;
use forms::form_content::{FormContent, PagePlace, PlacedText, PrintedPages};
use forms::form_type::sample::sample;
use forms::words;

use super::form::{Cell, arranged, at, blank, cells, fields, filled, read, read_as};
use super::refused::refusal;
use crate::ContentError;
use crate::reading::tests::{shown, text};

/// Reads a file as a form that prints these texts.
fn read_file(blank: &[PlacedText], file: &FormContent) -> Result<Data, ContentError> {
    crate::read(&sample(), file, blank)
}

/// What stands beside the title of a continuation page.
fn number(page: usize) -> PlacedText {
    let run = at(page, &words::page(page + 1), 480.0, 30.0);
    let place = PagePlace {
        top: 30.0 - words::PAGE_NUMBER_SIZE,
        height: words::PAGE_NUMBER_SIZE,
        ..run.place
    };
    PlacedText { place, ..run }
}

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
    let lines = [
        ["Es wird getanzt,", "erst hier,"],
        ["dann dort,", "und zwar viel"],
    ];
    for (page, lines) in [4, 5].into_iter().zip(lines) {
        pages
            .texts
            .extend([at(page, &title, 40.0, 30.0), number(page)]);
        if page == 4 {
            pages.texts.push(at(page, "Beschreibung", 40.0, 60.0));
        }
        for (text, baseline) in lines.into_iter().zip([80.0, 92.0]) {
            let line = at(page, text, 44.0, baseline);
            pages.texts.push(marked("description", line));
        }
    }
    pages
}

#[test]
fn a_form_with_fields_that_lost_a_continuation_page_is_refused() {
    let with_fields = |lost: Option<usize>| {
        let mut pages = continued();
        for page in 6..8 {
            let title = words::continuation_title(&sample().title);
            pages
                .texts
                .extend([at(page, &title, 40.0, 30.0), number(page)]);
        }
        let mut texts: Vec<PlacedText> = blank();
        let behind = pages.texts.into_iter();
        texts.extend(behind.filter(|run| run.place.page > 3 && Some(run.place.page) != lost));
        read_file(
            &blank(),
            &FormContent::Fields(vec![text("Feld 7", "Fest")], texts),
        )
    };
    let whole = with_fields(None).unwrap();
    assert_eq!(shown(&whole, "name"), "Fest");
    for page in [5, 6] {
        let refused = with_fields(Some(page)).unwrap_err();
        assert!(refused.is_ambiguous());
        let start = format!("Seite {}: this page is not found in the PDF", page + 1);
        assert!(refused.to_string().starts_with(&start), "{refused}");
    }
}

#[test]
fn continuation_pages_on_shared_sheets_are_read() {
    let order = [0, 1, 2, 3, 4, 5];
    let usual = shown(&read(continued()).unwrap().0, "description");
    assert_eq!(
        usual,
        "Es wird getanzt, erst hier, dann dort,\nund zwar viel"
    );
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
fn continuation_pages_that_share_a_sheet_with_each_other_alone_are_read() {
    let usual = shown(&read(continued()).unwrap().0, "description");
    let sheets = cells(&[0, 1, 2, 3], (1, 1), 0.7);
    let behind = cells(&[4, 5], (2, 1), 0.7);
    let behind = behind
        .into_iter()
        .map(|(page, cell)| (page, Cell { page: 4, ..cell }));
    let sheets: Vec<(usize, Cell)> = sheets.into_iter().chain(behind).collect();
    let (data, _) = read(arranged(&continued(), &sheets)).unwrap();
    assert_eq!(shown(&data, "description"), usual);
    assert_eq!(shown(&data, "otherFields.Ort"), "Heidelberg");
}

#[test]
fn labels_that_a_continuation_page_prints_again_are_no_copy_of_their_page() {
    let mut pages = continued();
    let usual = shown(&read(pages.clone()).unwrap().0, "description");
    let is_first = |run: &PlacedText| run.place.page == 0;
    let own: Vec<PlacedText> = blank().into_iter().filter(is_first).collect();
    assert!(own.len() > 2);
    pages.texts.extend(own.into_iter().map(|run| PlacedText {
        place: PagePlace {
            page: 5,
            top: run.place.top + 200.0,
            ..run.place
        },
        ..run
    }));
    assert_eq!(shown(&read(pages).unwrap().0, "description"), usual);
}

/// The pages of a form two on a sheet, and those behind it one by one, this large.
fn two_then_one(scale: f32) -> Vec<(usize, Cell)> {
    let behind = cells(&[4, 5], (1, 1), scale).into_iter();
    let behind = behind.map(|(page, cell)| {
        let page_of_file = cell.page + 2;
        let cell = Cell {
            page: page_of_file,
            ..cell
        };
        (page, cell)
    });
    let sheets = cells(&[0, 1, 2, 3], (2, 1), 0.7);
    sheets.into_iter().chain(behind).collect()
}

#[test]
fn continuation_pages_alone_on_sheets_of_their_own_size_are_read() {
    let usual = shown(&read(continued()).unwrap().0, "description");
    for scale in [0.45, 0.7, 1.0, 1.4] {
        // Text far to the right stands where the next page on a sheet of the others would.
        let mut pages = continued();
        let wide = "Telefon: 06221 540";
        pages.texts.push(at(5, wide, 460.0, 200.0));
        let (data, _) = read(arranged(&pages, &two_then_one(scale))).unwrap();
        assert_eq!(shown(&data, "description"), usual, "{scale}");
        assert_eq!(shown(&data, "otherFields.Telefon"), "06221 540", "{scale}");
    }
}

#[test]
fn headings_of_continuation_pages_are_known_where_each_page_is_small_on_its_own_sheet() {
    let heading = |page| at(page, "Projekt", 40.0, 45.0);
    let texts: Vec<PlacedText> = blank().into_iter().chain([heading(0)]).collect();
    let mut pages = continued();
    pages.texts.extend([heading(0), heading(4)]);
    for scale in [0.4, 0.5, 0.7, 1.0, 1.4] {
        let sheets = cells(&[0, 1, 2, 3, 4, 5], (1, 1), scale);
        let (data, _) = read_as((&texts, &fields()), arranged(&pages, &sheets)).unwrap();
        let found = shown(&data, "description");
        assert!(
            found.ends_with("dann dort,\nund zwar viel"),
            "{scale}: {found}"
        );
        assert_eq!(shown(&data, "otherFields.Seite 5"), "None", "{scale}");
    }
}

#[test]
fn a_continuation_page_of_another_size_beside_a_page_of_the_form_is_refused() {
    let mut sheets = cells(&[0, 1, 2, 4, 3, 5], (2, 1), 0.5);
    assert!(read(arranged(&continued(), &sheets)).is_ok());
    sheets[3].1.scale = (0.7, 0.7);
    let refused = refusal(arranged(&continued(), &sheets));
    assert!(
        refused.contains("Seite 2: this page of the PDF holds what stands on several pages"),
        "{refused}"
    );
}

#[test]
fn pages_that_cannot_be_told_from_each_other_are_refused() {
    // Two rows of continuation pages below one of pages of the form.
    let cells = cells(&[0, 1, 2, 3, 4, 4, 4, 4, 5, 5, 5, 5], (4, 3), 0.3);
    let refused = refusal(arranged(&continued(), &cells));
    assert!(
        refused.contains("Seite 1: this page of the PDF holds what stands on several pages"),
        "{refused}"
    );
}

/// The form with three pages behind it: a text on two of them, another field on the third.
fn continued_on_three() -> PrintedPages {
    let mut pages = continued();
    let title = words::continuation_title(&sample().title);
    pages.texts.extend([
        at(6, &title, 40.0, 30.0),
        number(6),
        at(6, "Telefon: 06221 540", 40.0, 60.0),
    ]);
    pages
}

#[test]
fn continuation_pages_in_another_order_are_read_by_their_numbers() {
    let read = |order: &[usize]| {
        let pages = arranged(&continued_on_three(), &cells(order, (1, 1), 1.0));
        read(pages).unwrap().0
    };
    let usual = read(&[0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(shown(&usual, "otherFields.Telefon"), "06221 540");
    for order in [
        [0, 1, 2, 3, 5, 4, 6],
        [0, 1, 2, 3, 6, 5, 4],
        [6, 0, 5, 1, 4, 2, 3],
    ] {
        assert_eq!(read(&order), usual, "{order:?}");
    }
}

#[test]
fn a_continuation_page_that_is_missing_between_others_is_named() {
    for (order, missing) in [
        (vec![0, 1, 2, 3, 4, 6], "Seite 6"),
        (vec![0, 1, 2, 3, 5, 6], "Seite 5"),
        (vec![6, 0, 1, 2, 3, 4], "Seite 6"),
    ] {
        for (grid, scale) in [((1, 1), 1.0), ((2, 1), 0.7)] {
            let refused = refusal(arranged(&continued_on_three(), &cells(&order, grid, scale)));
            let wanted = format!("{missing}: this page is not found in the PDF");
            assert!(refused.contains(&wanted), "{order:?}: {refused}");
        }
    }
}

#[test]
fn a_last_page_that_is_missing_is_named() {
    let mut pages = continued_on_three();
    for run in &mut pages.texts {
        if words::is_page_number(&run.text) {
            run.text = words::page_of(run.place.page + 1, 7);
        }
    }
    let usual = read(continued_on_three()).unwrap().0;
    for (grid, scale) in [((1, 1), 1.0), ((2, 2), 0.48)] {
        let read = |order: &[usize]| read(arranged(&pages, &cells(order, grid, scale)));
        assert_eq!(read(&[0, 1, 2, 3, 4, 5, 6]).unwrap().0, usual);
        assert_eq!(read(&[4, 5, 6, 0, 1, 2, 3]).unwrap().0, usual);
        for (order, missing) in [
            (vec![0, 1, 2, 3, 4, 5], "Seite 7"),
            (vec![0, 1, 2, 3, 4], "Seite 6"),
        ] {
            let refused = read(&order).unwrap_err().to_string();
            let wanted = format!("{missing}: this page is not found in the PDF");
            assert!(refused.contains(&wanted), "{order:?}: {refused}");
        }
    }
}

#[test]
fn a_continuation_page_that_stands_twice_is_named() {
    let order = [0, 1, 2, 3, 4, 5, 5];
    let refused = refusal(arranged(&continued(), &cells(&order, (1, 1), 1.0)));
    assert!(
        refused.contains("Seite 6: this page of the form stands in the PDF more than once"),
        "{refused}"
    );
}

#[test]
fn a_number_in_a_text_is_no_number_of_its_page() {
    let usual = shown(&read(continued()).unwrap().0, "description");
    let mut pages = continued();
    for (text, baseline) in [("Seite 9", 104.0), ("Seite 1 von 9", 116.0)] {
        pages.texts.push(PlacedText {
            field: Some("description".to_owned()),
            ..at(5, text, 44.0, baseline)
        });
    }
    let (data, _) = read(pages).unwrap();
    let whole = format!("{usual} Seite 9\nSeite 1 von 9");
    assert_eq!(shown(&data, "description"), whole);
}
