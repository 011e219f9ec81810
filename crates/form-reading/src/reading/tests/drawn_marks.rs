//! Files with fields in whose boxes somebody has drawn a mark.

use forms::Data;
use forms::form_content::{
    FieldWidget, FormContent, FormField, Outline, PagePlace, PaintedShape, PrintedPages,
};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::by_place::{blank, fields};
use super::shown;
use crate::{BlankForm, ContentError, read_with_sources, shapes_in_fields};

/// A stroke of a pen over the box with its corner here.
fn stroke(left: f32, top: f32) -> PaintedShape {
    PaintedShape {
        place: PagePlace {
            page: 0,
            left: left - 1.0,
            top: top + 1.0,
            width: 14.0,
            height: 10.0,
        },
        outline: Outline::Free,
        is_filled: false,
        hides: false,
    }
}

const CONSENT: (f32, f32) = (40.0, 390.0);
const FACULTY: (f32, f32) = (40.0, 420.0);

/// Reads a file with all fields, of which some have values.
fn read(
    values: &[(&str, &str)],
    (own, drawn): (&[PaintedShape], &[(f32, f32)]),
) -> Result<Data, ContentError> {
    let mut file = fields();
    for field in &mut file {
        let values = values.iter().filter(|(name, _)| *name == field.name);
        field.values = values.map(|(_, value)| (*value).to_owned()).collect();
    }
    read_file(file, own, drawn)
}

fn read_file(
    file: Vec<FormField>,
    own: &[PaintedShape],
    drawn: &[(f32, f32)],
) -> Result<Data, ContentError> {
    let texts = blank();
    let blank = BlankForm {
        texts: &texts,
        fields: &fields(),
        shapes: &shapes_in_fields(own.to_vec(), &fields()),
        ..BlankForm::default()
    };
    let pages = PrintedPages {
        texts: texts.clone(),
        shapes: drawn
            .iter()
            .map(|(left, top)| stroke(*left, *top))
            .collect(),
        ..PrintedPages::default()
    };
    let content = FormContent::PartlyFlat(file, pages);
    read_with_sources(&sample(), &content, blank).map(|(data, _)| data)
}

#[test]
fn a_mark_drawn_into_a_box_that_is_off_turns_it_on() {
    let data = read(&[], (&[], &[CONSENT, FACULTY])).unwrap();
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(true)));
    assert_eq!(shown(&data, "institutionType"), "faculty");
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn a_mark_drawn_over_the_chosen_box_says_nothing_new_and_one_beside_it_is_refused() {
    let chosen = |drawn: &[(f32, f32)]| read(&[("institutionType", "faculty")], (&[], drawn));
    assert_eq!(
        shown(&chosen(&[FACULTY]).unwrap(), "institutionType"),
        "faculty"
    );
    let refused = chosen(&[(240.0, 420.0)]).unwrap_err();
    assert!(refused.to_string().contains("institutionType"), "{refused}");
}

#[test]
fn marks_drawn_into_two_options_are_not_guessed() {
    let refused = read(&[], (&[], &[FACULTY, (240.0, 420.0)])).unwrap_err();
    assert!(refused.to_string().contains("institutionType"), "{refused}");
}

#[test]
fn what_is_drawn_on_the_blank_form_or_beside_boxes_marks_none() {
    let own = [stroke(CONSENT.0, CONSENT.1)];
    for (own, drawn) in [
        (&own[..], CONSENT),
        (&[], (200.0, 500.0)),
        (&[], (44.0, 64.0)),
    ] {
        let data = read(&[("Feld 7", "Fest")], (own, &[drawn])).unwrap();
        assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(false)));
        assert_eq!(shown(&data, "name"), "Fest");
        assert_eq!(data.at("otherFields"), None);
    }
}

#[test]
fn a_box_is_marked_where_it_stands_in_the_file() {
    let mut file = fields();
    for field in &mut file {
        for FieldWidget { place, .. } in &mut field.widgets {
            place.page = 3;
        }
    }
    // Nothing is drawn on that page.
    let data = read_file(file, &[], &[CONSENT]).unwrap();
    assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(false)));
}
