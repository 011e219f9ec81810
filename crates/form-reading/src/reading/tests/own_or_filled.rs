//! Characters of the form's own that a file has under other codes.

use forms::form_content::PlacedText;
use forms::value::Value;

use super::by_place::{blank, read_beside, run, values};
use super::shown;

#[test]
fn a_character_in_the_place_of_one_of_the_forms_own_is_no_mark_without_a_word() {
    let empty_box = run("☐", 41.0, 400.0);
    let own = [blank(), vec![empty_box.clone()]].concat();
    let filled = [blank(), vec![values().remove(0)]].concat();
    let consent = |more: &[PlacedText]| {
        let read = read_beside(&own, [&filled, more].concat());
        read.map(|(data, _)| shown(&data, "privacyConsent"))
    };
    let refused = consent(&[run("6", 41.0, 400.0)]).unwrap_err().to_string();
    let start = "privacyConsent: a character is printed in its box in the place of one that the";
    assert!(refused.starts_with(start), "{refused}");
    let off = consent(std::slice::from_ref(&empty_box)).unwrap();
    assert_eq!(off, "Some(Boolean(false))");
    // A tick of a font whose characters have no meaning, and what a word processor ticks.
    for marks in [
        vec![empty_box, run("4", 42.0, 400.0)],
        vec![run("☒", 41.0, 400.0)],
    ] {
        assert_eq!(consent(&marks).unwrap(), "Some(Boolean(true))");
    }
}

#[test]
fn a_word_that_is_typed_over_the_same_of_the_forms_own_is_not_left_out() {
    let month = run("M", 60.0, 76.0);
    let own = [blank(), vec![month.clone()]].concat();
    let name = |more: &[PlacedText]| {
        let read = read_beside(&own, [&own, more].concat());
        read.map(|(data, _)| shown(&data, "name"))
    };
    for typed in [
        vec![run("M", 61.0, 74.5)],
        vec![run("M", 60.9, 76.0), run("ai", 68.0, 76.0)],
    ] {
        let refused = name(&typed).unwrap_err().to_string();
        let start = "name: a word that the form prints in this place is printed there once more";
        assert!(refused.starts_with(start), "{refused}");
    }
    let (bold, elsewhere) = (run("M", 60.4, 76.0), run("M", 80.0, 76.0));
    assert_eq!(name(&[bold]).unwrap(), "None");
    assert_eq!(name(&[elsewhere]).unwrap(), "M");
}

#[test]
fn a_watermark_across_the_page_is_no_value_of_the_fields_that_it_crosses() {
    let name = |height: f32| {
        let mut watermark = run("MUSTER", 60.0, 0.0);
        watermark.place.height = height;
        watermark.place.top = 72.0 - height * (1.0 - PlacedText::LETTER_MIDDLE);
        let read = read_beside(&blank(), [blank(), vec![watermark]].concat());
        let (data, _) = read.unwrap();
        let other = data.at("otherFields.Seite 1").cloned();
        (shown(&data, "name"), other)
    };
    assert_eq!(name(10.0), ("MUSTER".to_owned(), None));
    assert_eq!(name(60.0), ("None".to_owned(), Some(Value::text("MUSTER"))));
}
