//! Files that lack fields of the blank form: what their pages paint may be marks.

use form_reading::expected_form::BlankTexts;
use forms::FormContent;
use forms::form_content::FormField;
use lopdf::dictionary;
use pdf_read::FileRole;

use crate::form::{Form, rectangle, text};

/// A form with the field `name`, and with what a program left of `agreed` when it printed that: a
/// cross in the place of its box.
fn printed() -> Vec<u8> {
    let mut form = Form::new();
    form.field(
        "name",
        "Tx",
        dictionary! { "V" => text("Fest"), "Rect" => rectangle(50, 700, 200, 720) },
    );
    form.content = b"50 600 m 60 610 l 50 610 m 60 600 l S".to_vec();
    form.bytes()
}

fn read(blank: &BlankTexts) -> FormContent {
    pdf_read::read_as(&printed(), FileRole::FilledForm, Some(blank)).unwrap()
}

fn blank(names: &[&str]) -> BlankTexts {
    let field = |name: &&str| FormField {
        name: (*name).to_owned(),
        ..FormField::default()
    };
    BlankTexts {
        fields: names.iter().map(field).collect(),
        ..BlankTexts::default()
    }
}

#[test]
fn shapes_are_read_where_fields_of_the_blank_form_stand_on_no_page() {
    let FormContent::PartlyFlat(fields, pages) = read(&blank(&["name", "agreed"])) else {
        panic!("all fields are there");
    };
    assert_eq!(fields.len(), 1);
    let strokes = pages.shapes.len();
    assert_eq!(strokes, 2);
}

#[test]
fn shapes_are_left_out_where_all_fields_are_there() {
    let content = read(&blank(&["name"]));
    assert!(matches!(content, FormContent::Fields(..)), "{content:?}");
}
