//! The text in the cells of a comb.

use crate::form_content::{FormField, PagePlace, PlacedText};
use crate::reading::text_in_place::joined;

/// What is read of texts with a left edge and a width in a comb of eight cells of ten points.
fn in_comb(texts: &[(&str, f32, f32)]) -> String {
    let place = |left: f32, width: f32| PagePlace {
        page: 0,
        left,
        top: 50.0,
        width,
        height: 10.0,
    };
    let texts = texts.iter();
    let texts = texts.map(|&(text, left, width)| PlacedText::new(text, place(left, width)));
    let field = FormField {
        comb: true,
        max_length: Some(8),
        ..FormField::default()
    };
    joined(&texts.collect::<Vec<_>>(), &field, place(0.0, 80.0))
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
