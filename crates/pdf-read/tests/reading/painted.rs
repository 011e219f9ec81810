//! Small shapes that a flat page paints, of which some may be marks in boxes.

use forms::FormContent;
use forms::form_content::{Outline, PaintedShape};
use lopdf::{Dictionary, dictionary};
use ports::PdfError;

use crate::flat::page;
use crate::form::Form;

fn shapes(operators: &str) -> Vec<PaintedShape> {
    shapes_of(page(operators))
}

fn shapes_of(form: Form) -> Vec<PaintedShape> {
    match form.read() {
        Ok(FormContent::Text(pages)) => pages.shapes,
        other => panic!("{other:?}"),
    }
}

/// The same with a state of drawing that is called `Clear`.
fn shapes_with(operators: &str, state: Dictionary) -> Vec<PaintedShape> {
    let mut form = page(operators);
    let states = dictionary! { "ExtGState" => dictionary! { "Clear" => state } };
    form.page.set("Resources", states);
    shapes_of(form)
}

fn edges(shape: &PaintedShape) -> (f32, f32, f32, f32) {
    let place = shape.place;
    (place.left, place.top, place.width, place.height)
}

#[test]
fn a_shape_stands_where_it_is_seen() {
    let found = shapes("q 1 0 0 1 100 700 cm 2 w 0 0 m 8 10 l S Q");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].outline, Outline::Free);
    assert!(!found[0].is_filled);
    let top = edges(&shapes("100 709 8 1 re f")[0]).1;
    assert_eq!(edges(&found[0]), (99.0, top - 1.0, 10.0, 12.0));
    let clipped = shapes("102 700 3 20 re W n 0 0 0 rg 100 700 8 10 re f");
    assert_eq!(edges(&clipped[0]), (102.0, top, 3.0, 10.0));
}

#[test]
fn what_nobody_sees_or_is_too_large_for_a_mark_is_left_out() {
    for operators in [
        "100 700 8 8 re n",
        "100 700 80 0.8 re f",
        "100 600 80 80 re f",
        "100 700 80 8 re S",
        "100 700 m 108 790 l S",
        "0.2 w 100 700 m 100 700 l S",
        "100 700 0.2 0.2 re f",
        "q 300 300 9 9 re W n 100 700 8 8 re f Q",
        "1e38 700 8 8 re f",
    ] {
        assert_eq!(shapes(operators), [], "{operators}");
    }
    assert_eq!(shapes("1 1 1 RG 100 700 m 108 708 l S"), []);
    assert_eq!(shapes("1 G 100 700 8 8 re S"), []);
    let clear = "/Clear gs 100 700 8 8 re f";
    assert_eq!(shapes_with(clear, dictionary! { "ca" => 0, "CA" => 0 }), []);
    assert_eq!(shapes_with(clear, dictionary! { "CA" => 0 }).len(), 1);
    assert_eq!(
        shapes_with("q /Clear gs Q 100 700 8 8 re f", dictionary! { "ca" => 0 }).len(),
        1
    );
}

#[test]
fn a_bar_behind_a_line_of_a_list_is_kept_however_long_it_is() {
    let found = shapes("0.6 0.75 0.85 rg 100 700 300 12 re f");
    assert_eq!((found[0].place.width, found[0].place.height), (300.0, 12.0));
    assert!(found[0].is_filled && !found[0].hides);
}

#[test]
fn a_white_area_of_any_size_hides() {
    let hides = |operators: &str| {
        let shapes = shapes(operators);
        shapes.iter().map(|shape| shape.hides).collect::<Vec<_>>()
    };
    assert_eq!(hides("1 g 100 700 8 8 re f"), [true]);
    assert_eq!(hides("0 0 0 0 k 1 G 100 600 300 90 re B"), [true]);
    // What has an edge that is seen hides with its inside.
    assert_eq!(hides("q 1 g Q 1 g 0 G 100 700 8 8 re B"), [true, false]);
    assert!(!shapes("1 g 0 G 100 700 8 8 re B")[1].is_filled);
    let tinted = dictionary! { "ca" => 0.5_f32 };
    assert_eq!(shapes_with("1 g /Clear gs 100 700 8 8 re f", tinted), []);
}

#[test]
fn a_line_without_a_length_is_a_dot() {
    let found = shapes("q 0.5 0 0 0.5 100 700 cm 1 J 8 w 20 20 m 20 20 l S Q");
    assert_eq!(
        (found[0].outline, found[0].is_filled),
        (Outline::Round, true)
    );
    assert_eq!((found[0].place.left, found[0].place.width), (108.0, 4.0));
}

#[test]
fn bars_behind_the_lines_of_a_list_are_seen_on_pages_printed_at_a_quarter() {
    let found = shapes("0.6 g 100 700 90 2 re f 100 690 90 0.5 re f");
    let sizes: Vec<(f32, f32)> = found
        .iter()
        .map(|shape| (shape.place.width, shape.place.height))
        .collect();
    assert_eq!(sizes, [(90.0, 2.0)]);
}

#[test]
fn a_picture_is_a_shape() {
    let found = shapes("q 8 0 0 9 100 700 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q");
    assert_eq!((found[0].place.width, found[0].place.height), (8.0, 9.0));
    assert!(found[0].is_filled);
}

#[test]
fn so_many_shapes_that_no_form_has_them_are_refused() {
    let refused = page(&"0 0 m 9 9 l S ".repeat(50_001)).read();
    assert!(
        matches!(refused, Err(PdfError::TooComplex(_))),
        "{refused:?}"
    );
}
