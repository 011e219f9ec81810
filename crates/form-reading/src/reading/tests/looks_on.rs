//! Boxes that are on and show it by nothing that looks like a mark.

use forms::form_content::{FormContent, Outline, PaintedShape, PrintedPages};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::by_place::{blank, fields};
use super::painted_marks::shape;
use crate::{BlankForm, looks_of_boxes_on, read_with_sources};

/// A circle that fills the box of the consent nearly.
fn ring(is_thick: bool) -> PaintedShape {
    PaintedShape {
        is_filled: is_thick,
        ..shape(Outline::Round, (0.5, 0.5), (11.0, 11.0))
    }
}

/// Whether the consent is given in a file that paints these shapes, where the form paints these
/// others while its boxes are on, and while they are off.
fn has_consent(on: &[PaintedShape], off: &[PaintedShape], shapes: Vec<PaintedShape>) -> bool {
    let (texts, fields) = (blank(), fields());
    let blank = BlankForm {
        texts: &texts,
        fields: &fields,
        shapes: off,
        shapes_on: &looks_of_boxes_on(on.to_vec(), off, &fields),
        ..BlankForm::default()
    };
    let content = FormContent::Text(PrintedPages {
        texts: texts.clone(),
        shapes,
        ..PrintedPages::default()
    });
    let (data, _) = read_with_sources(&sample(), &content, blank).unwrap();
    data.at("privacyConsent") == Some(&Value::Boolean(true))
}

#[test]
fn a_box_that_paints_just_what_it_does_when_it_is_on_is_on() {
    let (on, off) = ([ring(true)], [ring(false)]);
    assert!(has_consent(&on, &off, vec![ring(true)]));
    // A program that leaves the thin ring under it.
    assert!(has_consent(&on, &off, vec![ring(false), ring(true)]));
    assert!(!has_consent(&on, &off, vec![ring(false)]));
    assert!(!has_consent(&on, &off, Vec::new()));
    assert!(!has_consent(&[], &off, vec![ring(true)]));
}

#[test]
fn a_box_that_is_filled_as_a_whole_is_on_where_the_form_shows_so_that_it_is() {
    let area = shape(Outline::Straight, (0.0, 0.0), (12.0, 12.0));
    assert!(has_consent(&[area], &[], vec![area]));
    assert!(!has_consent(&[], &[], vec![area]));
}

#[test]
fn a_thin_ring_that_a_program_paints_as_two_discs_is_not_the_thick_one() {
    let inside = shape(Outline::Round, (1.0, 1.0), (10.0, 10.0));
    let discs = vec![ring(true), inside];
    assert!(!has_consent(&[ring(true)], &[ring(false)], discs));
}

#[test]
fn a_frame_that_goes_with_a_mark_tells_nothing_alone() {
    let frame = PaintedShape {
        is_filled: false,
        ..shape(Outline::Straight, (0.0, 0.0), (12.0, 12.0))
    };
    let tick = shape(Outline::Free, (2.0, 2.0), (8.0, 8.0));
    assert_eq!(looks_of_boxes_on(vec![frame, tick], &[], &fields()), []);
    assert!(!has_consent(&[frame, tick], &[], vec![frame]));
    assert!(has_consent(&[frame, tick], &[], vec![frame, tick]));
}

#[test]
fn a_look_of_many_shapes_is_left_to_the_marks_in_it() {
    let dust = shape(Outline::Round, (5.0, 0.0), (0.5, 0.5));
    let many = vec![dust; 21];
    assert_eq!(looks_of_boxes_on(many.clone(), &[], &fields()), []);
    let few = many[..20].to_vec();
    assert_eq!(looks_of_boxes_on(few.clone(), &[], &fields()), few);
}
