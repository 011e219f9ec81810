//! The text in the cells of a comb.

use forms::form_content::{FormField, PagePlace, PlacedText};

use crate::text_layout::text_in_place::joined;

/// What is read of texts with a left edge and a width in a comb of eight cells of ten points.
fn in_comb(texts: &[(&str, f32, f32)]) -> String {
    let field = FormField {
        comb: true,
        max_length: Some(8),
        ..FormField::default()
    };
    in_field(texts, &field, 10.0)
}

/// The same in a field that was a comb in another version of the form; letters are as high.
fn in_former_comb(texts: &[(&str, f32, f32)], height: f32) -> String {
    in_field(texts, &FormField::default(), height)
}

fn in_field(texts: &[(&str, f32, f32)], field: &FormField, height: f32) -> String {
    let place = |left: f32, width: f32| PagePlace {
        page: 0,
        left,
        top: 50.0,
        width,
        height,
    };
    let texts = texts.iter();
    let texts = texts.map(|&(text, left, width)| PlacedText::new(text, place(left, width)));
    joined(&texts.collect::<Vec<_>>(), field, place(0.0, 80.0))
}

#[test]
fn a_letter_with_its_marks_takes_one_cell_and_an_empty_cell_is_a_space() {
    let namaste = [
        ("न", 2.0, 6.0),
        ("म", 12.0, 6.0),
        ("स्ते", 21.0, 8.0),
        ("a", 42.0, 5.0),
    ];
    assert_eq!(in_comb(&namaste), "नमस्ते a");
    assert_eq!(in_comb(&[("नमस्ते", 0.0, 30.0)]), "नमस्ते");
    assert_eq!(in_comb(&[("ที่", 2.0, 6.0), ("1", 22.0, 5.0)]), "ที่ 1");
}

#[test]
fn letters_that_share_a_cell_were_not_written_for_the_comb() {
    let plain = [("12", 2.0, 7.0), ("34", 12.0, 7.0)];
    assert_eq!(in_comb(&plain), "12 34");
}

#[test]
fn letters_in_the_cells_of_an_earlier_comb_are_joined() {
    let iban = [
        ("D", 1.0, 7.0),
        ("E", 11.0, 6.0),
        ("8", 22.0, 5.0),
        ("9", 32.0, 5.0),
        ("1", 52.0, 5.0),
    ];
    assert_eq!(in_former_comb(&iban, 8.0), "DE89 1");
    let marked = [
        ("स्ते", 1.0, 8.0),
        ("न", 12.0, 6.0),
        ("म", 22.0, 6.0),
        ("a", 32.0, 5.0),
    ];
    assert_eq!(in_former_comb(&marked, 8.0), "स्तेनमa");
}

#[test]
fn letters_that_are_words_of_their_own_are_not_joined() {
    let close = [
        ("1", 0.0, 5.0),
        ("2", 8.0, 5.0),
        ("3", 16.0, 5.0),
        ("4", 24.0, 5.0),
    ];
    assert_eq!(
        in_former_comb(&close, 10.0),
        "1 2 3 4",
        "as wide as a space"
    );
    let uneven = [
        ("a", 0.0, 5.0),
        ("b", 10.0, 5.0),
        ("c", 25.0, 5.0),
        ("d", 35.0, 5.0),
    ];
    assert_eq!(in_former_comb(&uneven, 8.0), "a b c d", "not in cells");
    let words = [
        ("a", 0.0, 5.0),
        ("b", 10.0, 5.0),
        ("c", 20.0, 5.0),
        ("de", 29.0, 10.0),
    ];
    assert_eq!(in_former_comb(&words, 8.0), "a b c de", "a word among them");
    let few = [("a", 0.0, 5.0), ("b", 10.0, 5.0), ("c", 20.0, 5.0)];
    assert_eq!(in_former_comb(&few, 8.0), "a b c", "too few to tell");
}

#[test]
fn more_cells_than_a_page_has_room_for_are_none() {
    let field = FormField {
        comb: true,
        max_length: Some(usize::MAX),
        ..FormField::default()
    };
    let plain = [("12", 2.0, 7.0), ("34", 12.0, 7.0)];
    assert_eq!(in_field(&plain, &field, 10.0), "12 34");
}
