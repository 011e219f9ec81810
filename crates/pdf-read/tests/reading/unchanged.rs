//! Pages of a filled form that are still those of the blank one, and what changes them.

use form_reading::expected_form::BlankTexts;
use forms::FormContent;
use forms::form_content::{FormField, PagePlace, PlacedText};
use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

use pdf_read::FileRole;

use crate::form::{Form, rectangle, text};

/// Stands for the text of the blank form: who reads a page cannot find it there.
const FROM_BLANK: &str = "von der Vorlage";

/// A form with a page that prints with a font, an embedded file of it, and a form object.
struct Printed {
    form: Form,
    font_file: ObjectId,
    font: ObjectId,
    object: ObjectId,
}

fn printed(value: &str) -> Printed {
    let mut form = Form::with_text(dictionary! { "V" => text(value) });
    let font_file = form.add(Stream::new(Dictionary::new(), b"a font".to_vec()));
    let descriptor = dictionary! {
        "Type" => "FontDescriptor", "FontName" => "X", "Flags" => 32, "FontFile2" => font_file,
    };
    let descriptor = form.add(descriptor);
    let font = form.add(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
        "Encoding" => "WinAnsiEncoding",
    });
    let embedded = form.add(dictionary! {
        "Type" => "Font", "Subtype" => "TrueType", "BaseFont" => "X",
        "Encoding" => "WinAnsiEncoding", "FontDescriptor" => descriptor,
    });
    let fonts = dictionary! { "F" => font, "G" => embedded };
    let object = dictionary! {
        "Type" => "XObject", "Subtype" => "Form", "BBox" => rectangle(0, 0, 595, 842),
        "Resources" => dictionary! { "Font" => fonts.clone() },
    };
    let object = form.add(Stream::new(
        object,
        b"BT /F 12 Tf 1 0 0 1 200 700 Tm (im XObject) Tj ET".to_vec(),
    ));
    form.page.set(
        "Resources",
        dictionary! { "Font" => fonts, "XObject" => dictionary! { "X" => object } },
    );
    form.content = b"BT /F 12 Tf 1 0 0 1 50 700 Tm (Name) Tj ET /X Do".to_vec();
    Printed {
        form,
        font_file,
        font,
        object,
    }
}

fn run(text: &str) -> PlacedText {
    let place = PagePlace {
        page: 0,
        left: 0.0,
        top: 0.0,
        width: 1.0,
        height: 1.0,
    };
    PlacedText {
        text: text.to_owned(),
        place,
        words: Vec::new(),
        clipped_by: None,
        line_end: None,
        field: None,
        is_ordered: false,
    }
}

fn blank() -> BlankTexts {
    let file = pdf_read::blank_file(&printed("").form.bytes()).unwrap();
    BlankTexts {
        beside_fields: vec![run(FROM_BLANK)],
        pages: file.pages,
        beginnings: vec![file.beginning],
        ..BlankTexts::default()
    }
}

fn read(pdf: &[u8]) -> (Vec<FormField>, Vec<String>) {
    match pdf_read::read_as(pdf, FileRole::FilledForm, Some(&blank())) {
        Ok(FormContent::Fields(fields, runs)) => {
            (fields, runs.into_iter().map(|run| run.text).collect())
        }
        other => panic!("not fields: {other:?}"),
    }
}

/// What is printed on a page of which one thing is another.
fn printed_after(change: impl FnOnce(&mut Printed)) -> Vec<String> {
    let mut changed = printed("Anna");
    change(&mut changed);
    read(&changed.form.bytes()).1
}

fn set_content(form: &mut Form, stream: ObjectId, content: &[u8]) {
    let object = form.document.get_object_mut(stream).unwrap();
    object
        .as_stream_mut()
        .unwrap()
        .set_content(content.to_vec());
}

fn saved(mut document: Document) -> Vec<u8> {
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

#[test]
fn read_as_does_not_read_a_page_that_is_still_that_of_the_blank_form() {
    let (fields, texts) = read(&printed("Anna").form.bytes());
    assert_eq!(fields[0].values, ["Anna"]);
    assert_eq!(texts, [FROM_BLANK]);
}

#[test]
fn read_as_knows_pages_of_a_program_that_numbers_objects_anew() {
    let mut document = printed("Anna").form.document();
    document.renumber_objects_with(100);
    let (fields, texts) = read(&saved(document));
    assert_eq!(fields[0].values, ["Anna"]);
    assert_eq!(texts, [FROM_BLANK]);
}

#[test]
fn read_as_reads_a_page_of_which_anything_is_another() {
    let own = ["Name", "im XObject"];
    assert_eq!(
        printed_after(|printed| printed.form.content.extend(b" BT /F 9 Tf (mehr) Tj ET")),
        ["Name", "im XObject", "mehr"]
    );
    let other = b"BT /F 12 Tf 1 0 0 1 50 700 Tm (Nahe) Tj ET /X Do";
    assert_eq!(
        printed_after(|printed| printed.form.content = other.to_vec()),
        ["Nahe", "im XObject"]
    );
    let other = b"BT /F 12 Tf 1 0 0 1 200 700 Tm (IM XOBJECT) Tj ET";
    let in_object = |printed: &mut Printed| {
        set_content(&mut printed.form, printed.object, other);
    };
    assert_eq!(printed_after(in_object), ["Name", "IM XOBJECT"]);
    let differences = dictionary! { "Differences" => vec![Object::from(78), "M".into()] };
    let other_letters = |printed: &mut Printed| {
        let font = printed.form.document.get_dictionary_mut(printed.font);
        font.unwrap().set("Encoding", differences);
    };
    assert_eq!(printed_after(other_letters), ["Mame", "im XObject"]);
    let font_file = |printed: &mut Printed| {
        set_content(&mut printed.form, printed.font_file, b"another font");
    };
    assert_eq!(printed_after(font_file), own);
    let area = |printed: &mut Printed| {
        printed.form.page.set("CropBox", rectangle(0, 0, 500, 800));
    };
    assert_eq!(printed_after(area), own);
    let turned = |printed: &mut Printed| printed.form.page.set("Rotate", 180);
    assert_eq!(printed_after(turned).len(), 2);
    let packed = |printed: &mut Printed| {
        let object = printed.form.document.get_object_mut(printed.object);
        let stream = object.unwrap().as_stream_mut().unwrap();
        let hexadecimal: String = stream
            .content
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        stream.dict.set("Filter", "ASCIIHexDecode");
        stream.set_content(format!("{hexadecimal}>").into_bytes());
    };
    assert_eq!(printed_after(packed), own);
}

#[test]
fn read_as_reads_an_added_content_stream() {
    let mut document = printed("Anna").form.document();
    let page = document.get_pages()[&1];
    let added = Stream::new(Dictionary::new(), b"BT /F 9 Tf (mehr) Tj ET".to_vec());
    let added = document.add_object(added);
    let page = document.get_dictionary_mut(page).unwrap();
    let first = page.get(b"Contents").unwrap().clone();
    page.set("Contents", vec![first, added.into()]);
    assert_eq!(read(&saved(document)).1, ["Name", "im XObject", "mehr"]);
}

#[test]
fn read_as_reads_notes_on_a_page_that_is_otherwise_unchanged() {
    let mut form = printed("Anna").form;
    let note = dictionary! {
        "Type" => "Annot", "Subtype" => "FreeText", "Rect" => rectangle(10, 20, 110, 40),
        "Contents" => text("am Rand"),
    };
    form.widget(note);
    let (fields, texts) = read(&form.bytes());
    assert_eq!(fields[1].values, ["am Rand"]);
    assert_eq!(texts, [FROM_BLANK]);
}

/// A copy of the page in front of it or behind it, with other text.
fn with_second_page(is_first: bool) -> Vec<u8> {
    let mut document = printed("Anna").form.document();
    let page = document.get_pages()[&1];
    let mut second = document.get_dictionary(page).unwrap().clone();
    let content = Stream::new(Dictionary::new(), b"BT /F 9 Tf (Seite) Tj ET".to_vec());
    second.set("Contents", document.add_object(content));
    second.remove(b"Annots");
    let tree = second.get(b"Parent").unwrap().as_reference().unwrap();
    let mut kids = vec![page.into(), document.add_object(second).into()];
    if is_first {
        kids.reverse();
    }
    let tree = document.get_dictionary_mut(tree).unwrap();
    tree.set("Kids", kids);
    tree.set("Count", 2);
    saved(document)
}

#[test]
fn read_as_reads_an_added_page_and_only_that() {
    assert_eq!(read(&with_second_page(false)).1, [FROM_BLANK, "Seite"]);
}

#[test]
fn read_as_reads_a_page_that_stands_elsewhere() {
    let texts = read(&with_second_page(true)).1;
    assert_eq!(texts, ["Seite", "Name", "im XObject"]);
}

#[test]
fn read_as_reads_a_page_whose_fields_stand_on_another_one_of_the_blank_form() {
    let pdf = printed("Anna").form.bytes();
    let (mut fields, texts) = read(&pdf);
    assert_eq!(texts, [FROM_BLANK]);
    fields[0].widgets[0].place.page = 1;
    let blank = BlankTexts { fields, ..blank() };
    let content = pdf_read::read_as(&pdf, FileRole::FilledForm, Some(&blank));
    let Ok(FormContent::Fields(_, runs)) = content else {
        panic!("not fields: {content:?}");
    };
    let texts: Vec<&str> = runs.iter().map(|run| run.text.as_str()).collect();
    assert_eq!(texts, ["Name", "im XObject"]);
}

#[test]
fn a_file_whose_fields_are_all_of_another_kind_than_the_blank_form_s_is_not_flat() {
    let mut form = Form::new();
    form.field("name", "Sig", Dictionary::new());
    let pdf = form.bytes();
    for (name, is_flat) in [("name", false), ("other", true)] {
        let own = FormField {
            name: name.to_owned(),
            ..FormField::default()
        };
        let blank = BlankTexts {
            fields: vec![own],
            ..blank()
        };
        let read = pdf_read::read_as(&pdf, FileRole::FilledForm, Some(&blank)).unwrap();
        assert_eq!(matches!(read, FormContent::Text(_)), is_flat, "{name}");
    }
}
