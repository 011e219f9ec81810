//! Files that lack fields of the blank form: what their pages paint may be marks.

use form_reading::expected_form::BlankTexts;
use forms::FormContent;
use forms::form_content::FormField;
use lopdf::{Dictionary, Object, dictionary};
use pdf_read::FileRole;

use crate::flat::page;
use crate::form::{Form, rectangle, text};

/// A form with the field `name`, and with what a program left of `agreed` when it printed that: a
/// cross in the place of its box.
fn printed() -> Form {
    let mut form = Form::new();
    form.field(
        "name",
        "Tx",
        dictionary! { "V" => text("Fest"), "Rect" => rectangle(50, 700, 200, 720) },
    );
    form.content = b"50 600 m 60 610 l 50 610 m 60 600 l S".to_vec();
    form
}

fn read(form: Form, blank: &BlankTexts) -> FormContent {
    pdf_read::read_as(&form.bytes(), FileRole::FilledForm, Some(blank)).unwrap()
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
    let FormContent::PartlyFlat(fields, pages) = read(printed(), &blank(&["name", "agreed"]))
    else {
        panic!("all fields are there");
    };
    assert_eq!(fields.len(), 1);
    let strokes = pages.shapes.len();
    assert_eq!(strokes, 2);
}

#[test]
fn shapes_are_left_out_where_all_fields_are_there() {
    let content = read(printed(), &blank(&["name"]));
    assert!(matches!(content, FormContent::Fields(..)), "{content:?}");
}

#[test]
fn what_a_pen_drew_over_fields_is_told_without_what_the_page_paints() {
    let stroke = [50, 600, 60, 612].map(Object::Integer).to_vec();
    for (flags, is_seen) in [(4, true), (2, false)] {
        let mut form = printed();
        let ink = dictionary! {
            "Type" => "Annot", "Subtype" => "Ink", "F" => flags,
            "Rect" => rectangle(48, 598, 62, 614),
            "InkList" => vec![Object::Array(stroke.clone())],
        };
        let ink = form.add(ink);
        form.annotations.push(ink.into());
        match read(form, &blank(&["name"])) {
            FormContent::PartlyFlat(fields, pages) if is_seen => {
                let heights: Vec<f32> = pages.shapes.iter().map(|one| one.place.height).collect();
                assert_eq!((fields.len(), heights), (1, vec![12.0]));
            }
            FormContent::Fields(..) if !is_seen => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn what_is_signed_on_a_flat_form_stands_beside_its_text() {
    let mut form = page("BT /F 12 Tf 1 0 0 1 50 700 Tm (Name) Tj ET");
    form.field("leer", "Sig", Dictionary::new());
    form.field("drucken", "Btn", dictionary! { "Ff" => 1 << 16 });
    let signature = dictionary! { "Type" => "Sig", "Name" => text("Anna Müller") };
    form.field("unterschrift", "Sig", dictionary! { "V" => signature });
    let FormContent::Text(pages) = read(form, &BlankTexts::default()) else {
        panic!("nothing of it can be filled in");
    };
    assert_eq!(pages.texts.len(), 1);
    let [signed] = &pages.comments[..] else {
        panic!("{:?}", pages.comments);
    };
    assert_eq!(
        (signed.name.as_str(), &signed.values[..]),
        ("unterschrift", &["Anna Müller".to_owned()][..])
    );
}
