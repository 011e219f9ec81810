//! Texts that say of which field they are.

use super::by_place::{blank, fields};
use super::shown;
use crate::Data;
use crate::form_content::{FormContent, PagePlace, PlacedText};
use crate::form_type::sample::sample;
use crate::reading::{BlankForm, ContentError, read_with_sources};

fn marked(name: &str, text: &str, (page, left, baseline): (usize, f32, f32)) -> PlacedText {
    let place = PagePlace {
        page,
        left,
        top: baseline - 10.0,
        width: 5.0 * text.chars().count() as f32,
        height: 10.0,
    };
    PlacedText {
        field: (!name.is_empty()).then(|| name.to_owned()),
        ..PlacedText::new(text, place)
    }
}

/// Reads a file of the form whose pages print these texts of their own.
fn read(texts: Vec<PlacedText>, own: &[PlacedText]) -> Result<Data, ContentError> {
    let blank = BlankForm {
        texts: own,
        fields: &fields(),
        ..BlankForm::default()
    };
    let content = FormContent::printed([own, &texts].concat());
    read_with_sources(&sample(), &content, blank).map(|(data, _)| data)
}

#[test]
fn a_value_is_known_by_its_mark_where_the_pages_have_no_texts_of_their_own() {
    let texts = vec![
        marked("Feld 7", "Sommerfest", (0, 42.0, 76.0)),
        marked("projectBeginn", "1.2.2026", (0, 92.0, 110.0)),
    ];
    let data = read(texts, &[]).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "projectBeginn"), "2026-02-01");
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn a_mark_that_names_a_field_somewhere_else_is_not_believed() {
    let texts = vec![
        marked("Feld 7", "Sommerfest", (0, 42.0, 76.0)),
        marked("Feld 7", "Nachtrag", (0, 42.0, 600.0)),
        marked("Feld 8", "unbekannt", (0, 42.0, 700.0)),
    ];
    let data = read(texts, &blank()).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "otherFields.Seite 1"), "Nachtrag\nunbekannt");
}

#[test]
fn texts_without_room_are_found_on_the_pages_behind_whatever_their_labels_are() {
    let own = blank();
    let texts = vec![
        marked("Feld 7", "→ Seite 2", (0, 42.0, 76.0)),
        marked("costs.0.name", "→ Seite 2", (0, 42.0, 307.0)),
        marked("costs.1.name", "→ Seite 2", (0, 42.0, 323.0)),
        // As long a label as takes two lines.
        marked("", "Projekt", (1, 48.0, 80.0)),
        marked("", "name", (1, 48.0, 90.0)),
        marked("Feld 7", "Ein Name,", (1, 48.0, 104.0)),
        marked("Feld 7", "der nicht passt", (1, 48.0, 116.0)),
        marked("", "Bezeichnung 1", (1, 48.0, 136.0)),
        marked("costs.0.name", "Saal", (1, 48.0, 148.0)),
        marked("", "Bezeichnung 2", (1, 48.0, 168.0)),
        marked("costs.1.name", "Musik", (1, 48.0, 180.0)),
        marked("costs.1.name", "und Tanz", (2, 48.0, 80.0)),
    ];
    let data = read(texts, &own).unwrap();
    assert_eq!(shown(&data, "name"), "Ein Name, der nicht passt");
    assert_eq!(shown(&data, "costs.0.name"), "Saal");
    assert_eq!(shown(&data, "costs.1.name"), "Musik und Tanz");
    assert_eq!(data.at("otherFields"), None);
}

#[test]
fn a_text_behind_the_form_that_no_field_refers_to_is_kept() {
    let own = blank();
    let texts = vec![
        marked("Feld 7", "Sommerfest", (0, 42.0, 76.0)),
        marked("Feld 7", "Winterfest", (1, 48.0, 104.0)),
    ];
    let data = read(texts, &own).unwrap();
    assert_eq!(shown(&data, "name"), "Sommerfest");
    assert_eq!(shown(&data, "otherFields.Seite 2"), "Winterfest");
}

#[test]
fn a_field_that_refers_to_a_page_that_is_not_there_is_refused() {
    let texts = vec![marked("Feld 7", "→ Seite 2", (0, 42.0, 76.0))];
    let refused = read(texts, &blank()).unwrap_err().to_string();
    assert!(refused.contains("name: stands only as"), "{refused}");
}
