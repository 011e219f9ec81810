//! Files that are made to break readers.

use std::fmt::Write;

use lopdf::{Dictionary, Object, Stream, dictionary};
use ports::PdfError;

use crate::form::{Form, is_ambiguous, text};

#[test]
fn fields_that_are_their_own_kids_are_refused() {
    let mut form = Form::new();
    let field = form.add(dictionary! { "T" => text("x"), "FT" => "Tx" });
    let kid = form.parent(dictionary! { "T" => text("y") }, &[field]);
    form.document
        .get_dictionary_mut(field)
        .unwrap()
        .set("Kids", vec![kid.into()]);
    form.fields.push(field.into());
    form.annotations.push(kid.into());
    assert!(is_ambiguous(&form.read(), "two places"));
}

#[test]
fn a_field_that_lists_itself_is_read_once() {
    let mut form = Form::new();
    let field = form.field("x", "Tx", dictionary! { "V" => text("a") });
    let itself = vec![Object::from(field)];
    let entries = form.document.get_dictionary_mut(field).unwrap();
    entries.set("Kids", itself);
    let fields = form.read_fields();
    assert_eq!(fields.len(), 1);
    assert_eq!(fields[0].values, ["a"]);
}

#[test]
fn a_deep_field_tree_is_refused() {
    let deep = |depth: usize| {
        let mut form = Form::new();
        let mut field =
            form.widget(dictionary! { "T" => text("x"), "FT" => "Tx", "V" => text("a") });
        for _ in 0..depth {
            field = form.parent(dictionary! { "T" => text("y") }, &[field]);
        }
        form.fields.push(field.into());
        form.read()
    };
    assert!(deep(40).is_ok());
    assert!(matches!(deep(70), Err(PdfError::TooComplex(_))));
    assert!(matches!(deep(3000), Err(PdfError::TooComplex(_))));
}

#[test]
fn a_name_that_is_too_long_is_refused() {
    let named = |length: usize| {
        let mut form = Form::new();
        form.field(&"a".repeat(length), "Tx", Dictionary::new());
        form.read()
    };
    assert!(named(10_000).is_ok());
    assert!(matches!(named(10_001), Err(PdfError::TooComplex(_))));
}

#[test]
fn a_font_that_names_too_many_characters_is_refused() {
    let named = |count: usize| {
        let differences = vec![Object::Name(b"a".to_vec()); count];
        let encoding = dictionary! { "Type" => "Encoding", "Differences" => differences };
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
            "Encoding" => encoding,
        };
        let mut form = Form::new();
        let fonts = dictionary! { "Font" => dictionary! { "F" => font } };
        form.page.set("Resources", fonts);
        form.content = b"BT /F 12 Tf ET".to_vec();
        form.read()
    };
    assert!(named(1_024).is_ok());
    assert!(matches!(named(1_025), Err(PdfError::TooComplex(_))));
}

#[test]
fn resources_that_are_too_many_for_all_pages_that_share_them_are_refused() {
    let shared = |pages: i64, fonts: usize| {
        let mut form = Form::with_text(dictionary! { "V" => text("a") });
        let names = (0..fonts).map(|index| (format!("F{index:08}"), Object::Integer(0)));
        let fonts: Dictionary = names.collect();
        let fonts = form.add(fonts);
        let resources = form.add(dictionary! { "Font" => fonts });
        form.page.set("Resources", resources);
        let others = (1..pages).map(|_| {
            dictionary! {
                "Type" => "Page", "Resources" => resources,
            }
        });
        form.other_pages = others.map(Object::from).collect();
        form.read()
    };
    // Ten bytes for each font, on as many pages.
    assert!(shared(1_000, 300).is_ok());
    let refused = shared(1_000, 500);
    let is_named = |what: &String| what.contains("resources");
    assert!(
        matches!(&refused, Err(PdfError::TooComplex(what)) if is_named(what)),
        "{refused:?}"
    );
}

#[test]
fn a_long_list_that_too_many_comments_share_is_refused() {
    let shared = |count: usize| {
        let mut form = Form::with_text(dictionary! { "V" => text("a") });
        let place = form.add(vec![Object::Integer(0); 1 << 20]);
        for _ in 0..count {
            let comment = form.add(dictionary! {
                "Type" => "Annot", "Subtype" => "Text", "Contents" => text("b"), "Rect" => place,
            });
            form.annotations.push(comment.into());
        }
        form.read()
    };
    assert!(shared(100).is_ok());
    assert!(matches!(shared(128), Err(PdfError::TooComplex(_))));
}

#[test]
fn a_form_object_that_is_drawn_too_often_is_refused_however_short_it_is() {
    let drawn = |count: usize| {
        let mut form = Form::with_text(dictionary! { "V" => text("a") });
        let nothing = dictionary! { "Type" => "XObject", "Subtype" => "Form" };
        let nothing = form.add(Stream::new(nothing, Vec::new()));
        let objects = dictionary! { "X" => nothing };
        form.page
            .set("Resources", dictionary! { "XObject" => objects });
        form.content = "/X Do ".repeat(count).into_bytes();
        form.read()
    };
    assert!(drawn(10_000).is_ok());
    assert!(matches!(drawn(131_072), Err(PdfError::TooComplex(_))));
}

#[test]
fn a_long_map_to_unicode_that_many_fonts_share_is_refused() {
    let shared = |bytes: usize| {
        let mut form = Form::with_text(dictionary! { "V" => text("a") });
        let map = b"1 beginbfchar <41> <0042> endbfchar ".to_vec();
        let map = [map, vec![b' '; bytes]].concat();
        let map = form.add(Stream::new(Dictionary::new(), map));
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "ToUnicode" => map,
        };
        let fonts = (0..9).map(|number| (format!("F{number}"), Object::from(font.clone())));
        let fonts: Dictionary = fonts.collect();
        form.page.set("Resources", dictionary! { "Font" => fonts });
        let chosen = (0..9).map(|number| format!("/F{number} 9 Tf (A) Tj "));
        form.content = format!("BT {} ET", chosen.collect::<String>()).into_bytes();
        form.read()
    };
    assert!(shared(0).is_ok());
    assert!(matches!(shared(1 << 20), Err(PdfError::TooComplex(_))));
}

#[test]
fn a_character_that_stands_for_a_long_text_is_drawn_only_a_few_times() {
    let drawn = |count: usize| {
        let mut form = Form::new();
        let long = "0041".repeat(1 << 17);
        let map = format!("1 beginbfchar <41> <{long}> endbfchar").into_bytes();
        let map = form.add(Stream::new(Dictionary::new(), map));
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica", "ToUnicode" => map,
        };
        let fonts = dictionary! { "F" => font };
        form.page.set("Resources", dictionary! { "Font" => fonts });
        let shown = "(A) Tj ".repeat(count);
        form.content = format!("BT /F 9 Tf 50 700 Td {shown} ET").into_bytes();
        form.read()
    };
    assert!(drawn(1).is_ok());
    assert!(matches!(drawn(1_000), Err(PdfError::TooComplex(_))));
}

#[test]
fn scripts_that_are_too_long_together_are_refused() {
    let scripts = |count: usize| {
        let mut form = Form::new();
        let mut script = Stream::new(Dictionary::new(), vec![b' '; 1 << 20]);
        script.compress().unwrap();
        for index in 0..count {
            let script = form.add(script.clone());
            let action = dictionary! { "S" => "JavaScript", "JS" => script };
            let actions = dictionary! { "AA" => dictionary! { "F" => action } };
            form.field(&index.to_string(), "Tx", actions);
        }
        form.read()
    };
    assert!(scripts(64).is_ok());
    assert!(matches!(scripts(65), Err(PdfError::TooComplex(_))));
}

#[test]
fn too_many_fields_are_refused() {
    let many = |count: usize| {
        let mut form = Form::new();
        for index in 0..count {
            form.fields
                .push(dictionary! { "T" => text(&index.to_string()), "FT" => "Tx" }.into());
        }
        form.read()
    };
    assert!(many(10_000).is_ok());
    assert!(matches!(many(10_001), Err(PdfError::TooComplex(_))));
}

#[test]
fn too_much_text_is_refused() {
    let long = "a".repeat((1 << 20) + 1);
    assert!(matches!(
        Form::with_text(dictionary! { "V" => text(&long) }).read(),
        Err(PdfError::TooComplex(_))
    ));
    assert!(
        Form::with_text(dictionary! { "V" => text(&long[1..]) })
            .read()
            .is_ok()
    );
}

#[test]
fn a_stream_that_inflates_without_end_is_refused() {
    let mut bomb = Stream::new(Dictionary::new(), vec![b' '; 40 << 20]);
    bomb.compress().unwrap();
    let mut form = Form::new();
    let value = form.add(bomb);
    form.field("x", "Tx", dictionary! { "V" => value });
    assert_eq!(form.read(), Err(PdfError::TooLargeDecompressed));
}

#[test]
fn deeply_nested_objects_are_refused() {
    for depth in [100, 400, 5000] {
        let mut nested = String::new();
        write!(nested, "{}{}", "[".repeat(depth), "]".repeat(depth)).unwrap();
        let mut form =
            Form::with_text(dictionary! { "V" => text("a"), "X" => Object::string_literal("#") });
        form.field("y", "Tx", Dictionary::new());
        let written = form.bytes();
        let position = written
            .windows(5)
            .position(|window| window == b"/X(#)")
            .unwrap();
        let bytes = [
            &written[..position + 2],
            nested.as_bytes(),
            &written[position + 5..],
        ]
        .concat();
        let read = pdf_read::read(&bytes);
        assert!(
            matches!(read, Err(PdfError::TooComplex(_) | PdfError::Damaged(_))),
            "{depth}: {read:?}"
        );
    }
}

#[test]
fn references_that_lead_to_themselves_are_refused() {
    let mut form = Form::new();
    let value = form.document.new_object_id();
    form.document.set_object(value, Object::Reference(value));
    form.field("x", "Tx", dictionary! { "V" => value });
    let read = form.read();
    assert!(
        matches!(read, Err(PdfError::Damaged(_) | PdfError::Ambiguous(_))),
        "{read:?}"
    );
}

#[test]
fn flipped_bytes_end_in_a_reading_or_a_refusal() {
    let mut form = Form::with_text(dictionary! { "V" => text("Wert") });
    form.field("y", "Tx", dictionary! { "V" => text("anderer") });
    let whole = form.bytes();
    for position in (0..whole.len()).step_by(5) {
        let mut bytes = whole.clone();
        bytes[position] ^= 0x15;
        // Only that it does not panic: a changed letter of a value is a value.
        let _ = pdf_read::read(&bytes);
    }
}
