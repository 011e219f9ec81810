//! References to pages behind the form, in a file that says of no text to which field it belongs.

use forms::Data;
use forms::form_content::{FormContent, PagePlace, PlacedText};
use forms::form_type::sample::sample;
use forms::value::Value;

use super::by_place::{blank, fields};
use super::shown;
use crate::{BlankForm, ContentError, read_with_sources};

fn sized(text: &str, (page, left, baseline): (usize, f32, f32), size: f32) -> PlacedText {
    let place = PagePlace {
        page,
        left,
        top: baseline - size,
        width: 4.0 * text.chars().count() as f32,
        height: size,
    };
    PlacedText::new(text, place)
}

#[test]
fn a_box_that_no_page_shows_is_on_by_what_stands_behind_the_form_under_its_label() {
    for (text, is_on) in [("Ja", true), ("Nein", false)] {
        let data = read(&[
            ("Bezeichnung 1", 106.0, 7.5),
            ("Saal", 118.0, 9.5),
            ("Bezeichnung 2", 140.0, 7.5),
            ("Musik", 152.0, 9.5),
            ("Einwilligung Datenschutz", 170.0, 7.5),
            (text, 182.0, 9.5),
        ])
        .unwrap();
        assert_eq!(data.at("privacyConsent"), Some(&Value::Boolean(is_on)));
        assert_eq!(data.at("otherFields"), None);
    }
}

/// Reads the form with references to page 2 in the places of two names of costs, and this printed
/// there.
fn read(behind: &[(&str, f32, f32)]) -> Result<Data, ContentError> {
    let title = format!("{} – Fortsetzung", sample().title);
    let mut texts = vec![
        sized("Sommerfest", (0, 42.0, 76.0), 10.0),
        sized("→ Seite 2", (0, 42.0, 307.0), 10.0),
        sized("→ 2", (0, 42.0, 323.0), 10.0),
        sized(&title, (1, 48.0, 48.0), 8.5),
        sized("Seite 2 von 2", (1, 490.0, 48.0), 8.5),
    ];
    let behind = behind.iter();
    texts.extend(behind.map(|&(text, baseline, size)| sized(text, (1, 48.0, baseline), size)));
    let own = blank();
    let blank = BlankForm {
        texts: &own,
        fields: &fields(),
        ..BlankForm::default()
    };
    let content = FormContent::printed([own.as_slice(), &texts].concat());
    read_with_sources(&sample(), &content, blank).map(|(data, _)| data)
}

#[test]
fn cells_have_what_stands_behind_the_form_under_their_labels() {
    let data = read(&[
        ("Kosten", 90.0, 11.0),
        ("Bezeichnung 1", 106.0, 7.5),
        ("Saal mit Bühne,", 118.0, 9.5),
        ("drei Tage", 130.0, 9.5),
        ("Bezeichnung 2", 150.0, 7.5),
        ("Bezeichnung 1", 162.0, 9.5),
    ])
    .unwrap();
    assert_eq!(shown(&data, "costs.0.name"), "Saal mit Bühne, drei Tage");
    assert_eq!(shown(&data, "costs.1.name"), "Bezeichnung 1");
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn a_cell_of_which_only_a_reference_is_there_is_refused() {
    let refused = read(&[("Bezeichnung 1", 106.0, 7.5), ("Saal", 118.0, 9.5)]);
    let expected = "costs.1.name: stands only as \"→ 2\", upload the PDF with all its pages.";
    assert_eq!(refused.unwrap_err().faults.to_string(), expected);
}

#[test]
fn a_cell_for_which_two_values_stand_behind_the_form_is_refused() {
    let refused = read(&[
        ("Bezeichnung 1", 106.0, 7.5),
        ("Saal", 118.0, 9.5),
        ("Bezeichnung 2", 140.0, 7.5),
        ("Musik", 152.0, 9.5),
        ("Bezeichnung 2", 170.0, 7.5),
        ("Tanz", 182.0, 9.5),
    ]);
    let refused = refused.unwrap_err().faults.to_string();
    assert!(
        refused.contains("costs.1.name: stands only as"),
        "{refused}"
    );
}

#[test]
fn a_value_under_the_beginning_of_the_labels_of_two_cells_is_of_neither() {
    let refused = read(&[
        ("Be", 106.0, 7.5),
        ("zeich", 117.0, 7.5),
        ("nu", 128.0, 7.5),
        ("ng", 139.0, 7.5),
        ("Saal", 151.0, 9.5),
    ]);
    let refused = refused.unwrap_err().faults.to_string();
    let missing = [
        "costs.0.name: stands only as",
        "costs.1.name: stands only as",
    ];
    assert!(
        missing.iter().all(|missing| refused.contains(missing)),
        "{refused}"
    );
}

#[test]
fn a_value_of_which_a_line_is_printed_in_another_size_is_refused() {
    let read = |size: f32| {
        read(&[
            ("Bezeichnung 1", 106.0, 7.5),
            ("Saal mit Bühne,", 118.0, 9.5),
            ("drei Tage", 130.0, size),
            ("Bezeichnung 2", 150.0, 7.5),
            ("Musik", 162.0, 9.5),
        ])
    };
    let data = read(9.5).unwrap();
    assert_eq!(shown(&data, "costs.0.name"), "Saal mit Bühne, drei Tage");
    let refused = read(12.0).unwrap_err().faults.to_string();
    assert!(
        refused.contains("costs.0.name: stands only as"),
        "{refused}"
    );
}
