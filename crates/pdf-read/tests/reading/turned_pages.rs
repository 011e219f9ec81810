//! Pages that were turned since they were those of the blank form.

use form_reading::expected_form::BlankTexts;
use forms::FormContent;
use forms::form_content::{FormField, PlacedText};
use lopdf::dictionary;
use pdf_read::FileRole;

use crate::flat::page;
use crate::form::{rectangle, text};

/// A page with a title and a line to write on, which stands in the second of its fields.
fn form(rotate: i64, value: &str) -> Vec<u8> {
    let mut form = page(
        "BT /F 12 Tf 50 750 Td (Antrag auf Zuschuss) Tj ET \
         BT /F 12 Tf 52 705 Td (__________) Tj ET",
    );
    for (name, top, value) in [("name", 740, value), ("ort", 720, ""), ("datum", 680, "")] {
        let place = rectangle(50, top - 20, 200, top);
        let entries = dictionary! { "V" => text(value), "Rect" => place };
        form.field(name, "Tx", entries);
    }
    form.page.set("Rotate", rotate);
    form.bytes()
}

fn read(pdf: &[u8], blank: &BlankTexts) -> (Vec<FormField>, Vec<PlacedText>) {
    let content = pdf_read::read_as(pdf, FileRole::FilledForm, Some(blank)).unwrap();
    match content {
        FormContent::Fields(fields, texts) => (fields, texts),
        FormContent::PartlyFlat(fields, pages) => (fields, pages.texts),
        FormContent::Text(pages) => panic!("{pages:?}"),
    }
}

#[test]
fn a_page_that_was_turned_is_read_as_it_lies_in_the_blank_form() {
    for own in [0, 90] {
        let (fields, texts) = read(&form(own, ""), &BlankTexts::default());
        let blank = BlankTexts {
            fields,
            ..BlankTexts::default()
        };
        let places = |fields: &[FormField]| -> Vec<_> {
            let fields = fields.iter();
            fields
                .map(|field| (field.place, field.widgets.clone()))
                .collect()
        };
        for turned in [0, 90, 180, 270] {
            let (found, printed) = read(&form(own + turned, "Fest"), &blank);
            assert_eq!(found[0].values, ["Fest"], "{own} {turned}");
            assert_eq!(places(&found), places(&blank.fields), "{own} {turned}");
            assert_eq!(printed, texts, "{own} {turned}");
        }
    }
}

#[test]
fn a_page_whose_fields_stand_elsewhere_is_not_turned() {
    let (mut fields, _) = read(&form(0, ""), &BlankTexts::default());
    for field in &mut fields[..2] {
        field.widgets[0].place.left += 30.0;
    }
    let blank = BlankTexts {
        fields,
        ..BlankTexts::default()
    };
    let alone = read(&form(90, ""), &BlankTexts::default());
    assert_eq!(read(&form(90, ""), &blank), alone);
}

#[test]
fn a_page_of_which_the_blank_form_has_no_field_is_turned_until_its_text_is_upright() {
    let (mut fields, texts) = read(&form(0, ""), &BlankTexts::default());
    let places: Vec<_> = fields.iter().map(|field| field.place).collect();
    for field in &mut fields {
        field.name.push_str(" of another page");
    }
    let blank = BlankTexts {
        fields,
        ..BlankTexts::default()
    };
    for turned in [0, 90, 180, 270] {
        let (found, printed) = read(&form(turned, "Fest"), &blank);
        let found: Vec<_> = found.iter().map(|field| field.place).collect();
        assert_eq!(found, places, "{turned}");
        assert_eq!(printed, texts, "{turned}");
    }
}
