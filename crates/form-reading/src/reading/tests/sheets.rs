//! Pages of a form that are printed on shared sheets, in another order or behind a cover: they are
//! read like a file of pages one by one, or refused with the page that is missing.

mod continued;
mod form;
mod marks;
mod refused;

use forms::form_content::{FieldWidget, FormField, PagePlace, PlacedText, PrintedPages};
use proptest::prelude::*;

use self::form::{
    IN_ORDER, PAPER, arranged, at, blank, cells, expect_all, fields, filled, read, read_as,
};
use super::shown;

#[test]
fn pages_one_by_one_are_read_as_they_are() {
    expect_all(&read(filled()).unwrap().0);
}

#[test]
fn pages_on_shared_sheets_say_the_same() {
    for (name, grid, scale) in [
        ("two on a sheet", (2, 1), 0.7),
        ("two on a sheet of A3", (2, 1), 1.0),
        ("two below each other", (1, 2), 0.6),
        ("four on a sheet", (2, 2), 0.48),
        ("nine on a sheet", (3, 3), 0.32),
    ] {
        let pages = arranged(&filled(), &cells(&IN_ORDER, grid, scale));
        let (data, _) = read(pages).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        expect_all(&data);
    }
}

proptest! {
    #[test]
    fn pages_in_any_order_on_sheets_of_any_kind_say_the_same(
        columns in 1_usize..4,
        rows in 1_usize..4,
        scale in 0.28_f32..1.5,
        order in Just(IN_ORDER.to_vec()).prop_shuffle(),
    ) {
        let pages = arranged(&filled(), &cells(&order, (columns, rows), scale));
        expect_all(&read(pages).unwrap().0);
    }
}

#[test]
fn what_stands_on_a_cover_is_kept() {
    let mut pages = arranged(&filled(), &cells(&IN_ORDER, (1, 1), 1.0));
    pages.texts.iter_mut().for_each(|run| run.place.page += 1);
    pages
        .shapes
        .iter_mut()
        .for_each(|shape| shape.place.page += 1);
    pages
        .texts
        .insert(0, at(0, "Sehr geehrte Damen und Herren", 80.0, 200.0));
    let (data, _) = read(pages).unwrap();
    expect_all(&data);
    let kept = shown(&data, "otherFields.Seite 5");
    assert_eq!(kept, "Sehr geehrte Damen und Herren");
}

/// The texts of the form and of a filled one, the last page with these words alone.
fn with_last_page(words: &[PlacedText]) -> (Vec<PlacedText>, PrintedPages) {
    let mut pages = filled();
    let is_kept = |run: &PlacedText| run.place.page != 3 || run.text == "Heidelberg";
    pages.texts.retain(is_kept);
    pages.texts.extend_from_slice(words);
    let texts = blank().into_iter().filter(is_kept);
    (texts.chain(words.iter().cloned()).collect(), pages)
}

#[test]
fn what_is_ticked_on_a_page_of_one_line_is_read_however_large_it_is_printed() {
    let words = [("Frist", 40.0), ("Widerruf", 190.0), ("Stempel", 320.0)];
    let words = words.map(|(text, left)| at(3, text, left, 60.0));
    let (texts, pages) = with_last_page(&words);
    for scale in [0.5, 0.95, 1.0, 1.2] {
        let pages = arranged(&pages, &cells(&IN_ORDER, (1, 1), scale));
        let (data, _) = read_as((&texts, &fields()), pages).unwrap();
        expect_all(&data);
    }
}

#[test]
fn a_field_beside_the_page_is_in_nobodys_way() {
    let mut fields = fields();
    for (left, page) in [(-400.0, 1), (650.0, 2)] {
        let hidden = &fields[page].widgets[0];
        let place = PagePlace {
            left,
            width: 300.0,
            ..hidden.place
        };
        let hidden = FieldWidget {
            place,
            ..hidden.clone()
        };
        fields[page].widgets.push(hidden);
    }
    for grid in [(2, 1), (2, 2)] {
        let pages = arranged(&filled(), &cells(&IN_ORDER, grid, 0.48));
        expect_all(&read_as((&blank(), &fields), pages).unwrap().0);
    }
}

#[test]
fn what_a_page_without_fields_prints_is_not_taken_for_values() {
    let mut fields = fields();
    let is_on_first = |field: &FormField| field.place.is_some_and(|place| place.page == 0);
    fields.retain(is_on_first);
    let mut pages = filled();
    pages
        .texts
        .retain(|run| run.place.page == 0 || blank().contains(run));
    let pages = arranged(&pages, &cells(&[0, 1], (2, 1), 0.7));
    let (data, _) = read_as((&blank(), &fields), pages).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn sources_say_where_a_value_stands_on_its_sheet() {
    let pages = arranged(&filled(), &cells(&IN_ORDER, (2, 1), 0.5));
    let (_, sources) = read(pages).unwrap();
    let of = |path: &str| {
        let source = sources.iter().find(|source| source.path == path);
        source.unwrap().place.unwrap()
    };
    let (third, fourth) = (of("otherFields.Bemerkung"), of("otherFields.Ort"));
    assert_eq!((third.page, fourth.page), (1, 1));
    // Half the size, behind a margin.
    assert_eq!((third.left, third.top), (38.0, 70.0));
    assert_eq!((fourth.left, fourth.top), (38.0 + 0.5 * PAPER.0, 70.0));
}
