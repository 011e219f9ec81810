//! Files with fields whose pages stand in another order than in the blank form.

use forms::Data;
use forms::form_content::{
    FieldWidget, FormContent, FormField, FormFieldKind, PagePlace, PlacedText, PrintedPages,
};
use forms::form_type::sample::sample;

use super::{field, shown};
use crate::{BlankForm, read_with_sources};

const NAME: &str = "Feld 7";

fn place(page: usize, top: f32) -> PagePlace {
    PagePlace {
        page,
        left: 50.0,
        top,
        width: 150.0,
        height: 12.0,
    }
}

/// A text field of the page `page`, which has a line to write on.
fn placed(name: &str, value: &str, page: usize) -> FormField {
    let place = place(page, 100.0);
    FormField {
        place: Some(place),
        widgets: vec![FieldWidget { place, state: None }],
        ..field(name, FormFieldKind::Text, &[value])
    }
}

/// What the page with the name prints: its title, and the line to write on.
fn of_name(page: usize) -> Vec<PlacedText> {
    let title = PlacedText::new("Antrag auf Zuschuss", place(page, 40.0));
    let line = PlacedText::new("____________", place(page, 100.0));
    vec![title, line]
}

/// What the page with the participants prints.
fn of_participants(page: usize) -> Vec<PlacedText> {
    vec![PlacedText::new("Wie viele kommen", place(page, 70.0))]
}

/// Reads a form of which the page with the participants comes first.
fn read(content: FormContent) -> Data {
    let texts = [of_participants(0), of_name(1)].concat();
    let fields = [placed("participants", "", 0), placed(NAME, "", 1)];
    let blank = BlankForm {
        texts: &texts,
        flat: &texts,
        fields: &fields,
        ..BlankForm::default()
    };
    read_with_sources(&sample(), &content, blank).unwrap().0
}

#[test]
fn what_pages_print_in_another_order_is_no_value_of_their_fields() {
    let texts = [of_name(0), of_participants(1)].concat();
    let fields = |name| vec![placed(NAME, name, 0), placed("participants", "120", 1)];
    let data = read(FormContent::Fields(fields(""), texts.clone()));
    assert_eq!(data.at("name"), None);
    assert_eq!(shown(&data, "participants"), "120");
    assert_eq!(data.at("otherFields"), None);
    let data = read(FormContent::Fields(fields("Sommerfest"), texts));
    assert_eq!(shown(&data, "name"), "Sommerfest");
}

#[test]
fn a_page_behind_one_that_was_taken_out_prints_no_value_of_its_fields() {
    let pages = PrintedPages {
        texts: of_name(0),
        ..PrintedPages::default()
    };
    let data = read(FormContent::PartlyFlat(vec![placed(NAME, "", 0)], pages));
    assert_eq!(data.at("name"), None);
    assert_eq!(data.at("otherFields"), None);
}
