//! Flat files of a form whose boxes are marked without characters.

use forms::Data;
use forms::form_content::{FormContent, FormField, Outline, PagePlace, PaintedShape, PrintedPages};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::by_place::{blank, fields};
use super::shown;
use crate::{BlankForm, ContentError, read_with_sources, shapes_in_fields};

/// The box of the consent has its corner here; it is 12 points wide and high.
const CONSENT: (f32, f32) = (40.0, 390.0);

/// A shape with its corner so far from that of the box of the consent.
pub(super) fn shape(
    outline: Outline,
    (right, down): (f32, f32),
    (width, height): (f32, f32),
) -> PaintedShape {
    PaintedShape {
        place: PagePlace {
            page: 0,
            left: CONSENT.0 + right,
            top: CONSENT.1 + down,
            width,
            height,
        },
        outline,
        is_filled: true,
        hides: false,
    }
}

fn read_beside(own: &[PaintedShape], shapes: Vec<PaintedShape>) -> Result<Data, ContentError> {
    read_with((own, shapes), &fields())
}

fn read_with(
    (own, shapes): (&[PaintedShape], Vec<PaintedShape>),
    fields: &[FormField],
) -> Result<Data, ContentError> {
    let texts = blank();
    let blank = BlankForm {
        texts: &texts,
        fields,
        shapes: &shapes_in_fields(own.to_vec(), fields),
        ..BlankForm::default()
    };
    let content = FormContent::Text(PrintedPages {
        texts: texts.clone(),
        shapes,
        ..PrintedPages::default()
    });
    read_with_sources(&sample(), &content, blank).map(|(data, _)| data)
}

fn has_consent(own: &[PaintedShape], shapes: Vec<PaintedShape>) -> bool {
    let data = read_beside(own, shapes).unwrap();
    data.at("privacyConsent") == Some(&Value::Boolean(true))
}

#[test]
fn a_tick_a_cross_or_a_dot_marks_its_box_however_it_is_painted() {
    use Outline::{Free, Round, Straight};
    for (mark, name) in [
        (shape(Free, (2.0, 2.0), (8.0, 8.0)), "a tick"),
        (
            shape(Free, (0.0, 0.0), (12.0, 12.0)),
            "a cross from corner to corner",
        ),
        (shape(Free, (-6.0, -9.0), (25.0, 22.0)), "a pen"),
        (shape(Round, (3.0, 3.0), (6.0, 6.0)), "a dot"),
        (shape(Straight, (3.0, 3.0), (6.0, 6.0)), "a square"),
    ] {
        assert!(has_consent(&[], vec![mark]), "{name}");
        let line = PaintedShape {
            is_filled: false,
            ..mark
        };
        assert_eq!(
            has_consent(&[], vec![line]),
            mark.outline == Free,
            "{name}, not filled"
        );
    }
}

#[test]
fn a_frame_a_background_and_dust_are_no_marks() {
    use Outline::{Free, Round, Straight};
    for (other, name) in [
        (shape(Straight, (0.0, 0.0), (12.0, 12.0)), "a background"),
        (shape(Round, (0.5, 0.5), (11.0, 11.0)), "a round background"),
        (shape(Straight, (0.0, 11.0), (12.0, 0.5)), "an edge"),
        (
            shape(Straight, (-30.0, 5.0), (72.0, 1.0)),
            "a line through it",
        ),
        (shape(Free, (5.0, 5.0), (2.0, 2.0)), "dust"),
        (
            shape(Free, (-25.0, -25.0), (62.0, 62.0)),
            "a drawing behind it",
        ),
        (shape(Free, (14.0, 2.0), (8.0, 8.0)), "a tick beside it"),
    ] {
        assert!(!has_consent(&[], vec![other]), "{name}");
    }
}

#[test]
fn a_small_dot_is_a_mark_in_the_middle_of_its_box() {
    let dot = |edge: f32, size: f32| shape(Outline::Round, (edge, edge), (size, size));
    assert!(has_consent(&[], vec![dot(5.0, 2.0)]));
    assert!(has_consent(&[], vec![dot(4.0, 2.0)]));
    assert!(!has_consent(&[], vec![dot(2.0, 2.0)]));
    assert!(!has_consent(&[], vec![dot(5.5, 1.0)]));
    assert!(!has_consent(&[dot(5.0, 2.0)], vec![dot(5.0, 2.0)]));
}

#[test]
fn what_the_blank_form_paints_itself_is_no_mark() {
    let own = shape(Outline::Free, (1.0, 1.0), (9.0, 9.0));
    let mark = shape(Outline::Free, (3.0, 4.0), (5.0, 5.0));
    assert!(!has_consent(&[own], vec![own]));
    let near = shape(Outline::Free, (1.4, 0.2), (8.6, 9.5));
    assert!(!has_consent(&[own], vec![near]));
    assert!(has_consent(&[own], vec![own, mark]));
    assert!(has_consent(&[own], vec![mark]));
    // A cross is as large as the frame that it stands in.
    let frame = PaintedShape {
        outline: Outline::Straight,
        ..own
    };
    assert!(!has_consent(&[frame], vec![frame]));
    assert!(has_consent(&[frame], vec![frame, own]));
}

#[test]
fn a_square_within_the_shade_that_the_blank_form_paints_in_its_box_is_a_mark() {
    let shade = shape(Outline::Straight, (1.0, 1.0), (8.0, 8.0));
    let moved = shape(Outline::Straight, (1.8, 0.2), (8.4, 7.6));
    let mark = shape(Outline::Straight, (2.5, 2.5), (5.0, 5.0));
    assert!(!has_consent(&[shade], vec![moved]));
    assert!(has_consent(&[shade], vec![moved, mark]));
}

#[test]
fn a_square_in_a_box_that_is_wider_than_high_is_a_mark_and_a_bar_or_its_background_is_none() {
    use Outline::Straight;
    let mut fields = fields();
    for field in &mut fields {
        for widget in &mut field.widgets {
            if widget.place.left == CONSENT.0 && widget.place.top == CONSENT.1 {
                (widget.place.width, widget.place.height) = (18.0, 12.0);
            }
        }
    }
    let has_consent = |shape| {
        let data = read_with((&[], vec![shape]), &fields).unwrap();
        data.at("privacyConsent") == Some(&Value::Boolean(true))
    };
    assert!(has_consent(shape(Straight, (3.0, 2.5), (11.0, 7.0))));
    assert!(!has_consent(shape(Straight, (1.0, 1.0), (16.0, 10.0))));
    assert!(!has_consent(shape(Straight, (0.0, 4.0), (18.0, 3.0))));
}

#[test]
fn a_tick_like_a_shape_that_the_blank_form_has_whited_out_is_a_mark() {
    let circle = shape(Outline::Free, (2.0, 2.0), (8.0, 8.0));
    let white = PaintedShape {
        hides: true,
        ..shape(Outline::Straight, (0.0, 0.0), (12.0, 12.0))
    };
    let tick = shape(Outline::Free, (2.3, 2.4), (8.0, 7.4));
    let own = [circle, white];
    assert!(!has_consent(&own, own.to_vec()));
    assert!(has_consent(&own, vec![circle, white, tick]));
    // A program that paints no box that is off.
    assert!(!has_consent(&own, vec![circle]));
}

#[test]
fn several_shapes_are_one_mark_and_marks_in_two_options_are_not_guessed() {
    let stroke = shape(Outline::Free, (2.0, 2.0), (8.0, 8.0));
    assert!(has_consent(&[], vec![stroke, stroke]));
    let person = shape(Outline::Round, (203.0, 33.0), (6.0, 6.0));
    let data = read_beside(&[], vec![person]).unwrap();
    assert_eq!(shown(&data, "institutionType"), "individual");
    let faculty = shape(Outline::Round, (3.0, 33.0), (6.0, 6.0));
    let refused = read_beside(&[], vec![faculty, person]).unwrap_err();
    assert!(refused.to_string().contains("institutionType"), "{refused}");
}

#[test]
fn a_mark_in_boxes_of_two_fields_is_refused_and_in_a_much_larger_one_is_not() {
    let tick = shape(Outline::Free, (2.0, 2.0), (8.0, 8.0));
    let beside_other = |size: f32| {
        let mut fields = fields();
        let mut other = fields
            .iter()
            .find(|field| field.name == "privacyConsent")
            .unwrap()
            .clone();
        other.name = "other".into();
        let place = &mut other.widgets[0].place;
        (place.width, place.height) = (size, size);
        fields.push(other);
        read_with((&[], vec![tick]), &fields)
    };
    for size in [12.0, 20.0] {
        let refused = beside_other(size).unwrap_err();
        assert!(refused.to_string().contains("privacyConsent"), "{refused}");
    }
    let data = beside_other(30.0).unwrap();
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
}

#[test]
fn a_shape_in_a_field_for_text_says_nothing() {
    let shape = shape(Outline::Free, (5.0, -324.0), (8.0, 8.0));
    assert_eq!(read_beside(&[], vec![shape]).unwrap().at("name"), None);
}

#[test]
fn the_strokes_of_a_pen_are_one_mark() {
    let stroke = |step: f32| shape(Outline::Free, (2.0 + step, 8.0 - step), (1.0, 1.0));
    let strokes: Vec<PaintedShape> = (0..6_u8).map(|step| stroke(step.into())).collect();
    assert!(has_consent(&[], strokes.clone()));
    assert!(!has_consent(&[], strokes[..1].to_vec()));
}

#[test]
fn what_was_whited_out_is_no_mark() {
    let mark = shape(Outline::Free, (2.0, 2.0), (8.0, 8.0));
    let cover = |corner, size| PaintedShape {
        hides: true,
        ..shape(Outline::Straight, corner, size)
    };
    let (whole, part) = (
        cover((0.0, 0.0), (12.0, 12.0)),
        cover((0.0, 0.0), (6.0, 12.0)),
    );
    assert!(!has_consent(&[], vec![mark, whole]));
    assert!(has_consent(&[], vec![whole, mark]));
    assert!(has_consent(&[], vec![mark, part]));
    assert!(!has_consent(&[], vec![cover((3.0, 3.0), (6.0, 6.0))]));
}

#[test]
fn a_mark_is_seen_behind_any_number_of_rulings() {
    let ruling = shape(Outline::Straight, (0.0, 6.0), (12.0, 0.5));
    let mut shapes = vec![ruling; 2_000];
    assert!(!has_consent(&[], shapes.clone()));
    shapes.push(shape(Outline::Free, (2.0, 2.0), (8.0, 8.0)));
    assert!(has_consent(&[], shapes));
}
