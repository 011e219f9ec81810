//! Text that pages show through tiling patterns and soft masks.

use forms::FormContent;
use forms::form_content::{PrintedPages, UndecodableText};
use lopdf::{Dictionary, Object, ObjectId, Stream, dictionary};

use crate::flat::page;
use crate::form::{Form, rectangle, text};

const TEXT: &str = "BT /F 12 Tf 5 5 Td (1.234,50) Tj ET";

/// The font that the pages of these tests have.
fn font(form: &Form) -> Object {
    let resources = form.page.get(b"Resources").unwrap().as_dict().unwrap();
    resources.get(b"Font").unwrap().clone()
}

fn set_resource(form: &mut Form, kind: &str, name: &str, value: impl Into<Object>) {
    let resources = form.page.get_mut(b"Resources").unwrap();
    let resources = resources.as_dict_mut().unwrap();
    resources.set(kind, dictionary! { name => value });
}

/// A pattern that draws these operators in tiles.
fn pattern(form: &mut Form, operators: &str, others: Dictionary) -> ObjectId {
    let mut resources = dictionary! { "Font" => font(form) };
    resources.extend(&others);
    let entries = dictionary! {
        "Type" => "Pattern", "PatternType" => 1, "PaintType" => 1, "TilingType" => 1,
        "BBox" => rectangle(0, 0, 200, 30), "XStep" => 200, "YStep" => 30,
        "Resources" => resources,
    };
    form.add(Stream::new(entries, operators.as_bytes().to_vec()))
}

/// A page that fills an area with a pattern of these operators.
fn filled(operators: &str) -> Form {
    let mut form = page("/Pattern cs /P scn 50 700 200 30 re f");
    let pattern = pattern(&mut form, operators, Dictionary::new());
    set_resource(&mut form, "Pattern", "P", pattern);
    form
}

/// A page that fills an area through a mask of these operators.
fn masked(operators: &str) -> Form {
    let mut form = page("/M gs 50 700 200 30 re f");
    let group = dictionary! {
        "Type" => "XObject", "Subtype" => "Form", "BBox" => rectangle(0, 0, 595, 842),
        "Group" => dictionary! { "S" => "Transparency", "CS" => "DeviceGray" },
        "Resources" => dictionary! { "Font" => font(&form) },
    };
    let group = form.add(Stream::new(group, operators.as_bytes().to_vec()));
    let mask = dictionary! { "Type" => "Mask", "S" => "Luminosity", "G" => group };
    set_resource(&mut form, "ExtGState", "M", dictionary! { "SMask" => mask });
    form
}

fn read(form: Form) -> PrintedPages {
    match form.read() {
        Ok(FormContent::Text(pages)) => pages,
        other => panic!("not text: {other:?}"),
    }
}

fn undecodable(form: Form) -> Vec<UndecodableText> {
    let pages = read(form);
    assert_eq!(
        pages.texts,
        [],
        "none of it is read where it does not stand"
    );
    pages.undecodable
}

#[test]
fn text_of_patterns_and_masks_is_known_by_what_they_draw() {
    for made in [filled, masked] {
        let [own] = undecodable(made(TEXT))[..] else {
            panic!("told once");
        };
        assert!(own.glyphs.is_some());
        assert_eq!(undecodable(made(TEXT)), [own]);
        assert_ne!(undecodable(made(&TEXT.replace('1', "9"))), [own]);
    }
}

#[test]
fn patterns_and_masks_without_text_are_nothing() {
    for made in [filled, masked] {
        for operators in ["0 0 10 10 re f", "BT /F 12 Tf () Tj ET", ""] {
            assert_eq!(undecodable(made(operators)), [], "{operators}");
        }
    }
}

#[test]
fn a_page_tells_of_each_of_them_once_however_often_it_paints_with_it() {
    let mut form = filled(TEXT);
    form.content = form.content.repeat(3);
    assert_eq!(undecodable(form).len(), 1);
}

#[test]
fn text_is_found_within_patterns_of_patterns_that_areas_and_lines_are_painted_with() {
    for operators in [
        "/Pattern cs /P scn 0 0 9 9 re f",
        "/Pattern CS 0.5 /P SCN 0 0 9 9 re S",
    ] {
        let mut form = page(operators);
        let inner = pattern(&mut form, TEXT, Dictionary::new());
        let others = dictionary! { "Pattern" => dictionary! { "P" => inner } };
        let outer = pattern(&mut form, operators, others);
        set_resource(&mut form, "Pattern", "P", outer);
        assert_eq!(undecodable(form).len(), 1, "{operators}");
    }
}

#[test]
fn a_pattern_that_is_painted_with_itself_counts_as_one_with_text() {
    let mut form = page("/Pattern cs /P scn 0 0 9 9 re f");
    let own = form.document.new_object_id();
    let others = dictionary! { "Pattern" => dictionary! { "P" => own } };
    let made = pattern(&mut form, "/Pattern cs /P scn 0 0 9 9 re f", others);
    let made = form.document.objects.remove(&made).unwrap();
    form.document.set_object(own, made);
    set_resource(&mut form, "Pattern", "P", own);
    assert_eq!(undecodable(form).len(), 1);
}

#[test]
fn beside_fields_it_is_told_that_a_page_shows_such_a_text() {
    for (operators, texts) in [(TEXT, &["\u{FFFD}"][..]), ("0 0 9 9 re f", &[])] {
        let mut form = filled(operators);
        form.field("x", "Tx", dictionary! { "V" => text("Anna") });
        let Ok(FormContent::Fields(_, printed)) = form.read() else {
            panic!("no fields");
        };
        let found: Vec<_> = printed.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(found, texts, "{operators}");
    }
}
