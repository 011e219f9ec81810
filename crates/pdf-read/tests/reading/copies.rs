//! Copies of fields that stand on no page, as Preview on macOS leaves them in the field tree.

use forms::form_content::FormField;
use lopdf::{Dictionary, Stream, dictionary};
use ports::PdfError;

use crate::form::{Form, is_ambiguous, overlay, rectangle, text};

/// A field of the tree on no page, and the same on the page in no tree; with more entries.
fn saved_by_preview(kind: &str, copy: Dictionary, shown: Dictionary) -> Form {
    let mut form = Form::new();
    fill_in(&mut form, kind, copy, shown);
    form
}

fn fill_in(form: &mut Form, kind: &str, copy: Dictionary, shown: Dictionary) {
    let field = dictionary! { "T" => text("x"), "FT" => kind };
    let mut listed = field.clone();
    overlay(&mut listed, &shown);
    form.widget(listed);
    let mut leaf = field;
    leaf.set("Subtype", "Widget");
    leaf.set("Rect", rectangle(10, 20, 110, 40));
    overlay(&mut leaf, &copy);
    let leaf = form.add(leaf);
    form.fields.push(leaf.into());
}

fn read(kind: &str, copy: Dictionary, shown: Dictionary) -> Result<FormField, PdfError> {
    let content = saved_by_preview(kind, copy, shown).read()?;
    let fields = content.fields();
    assert_eq!(fields.len(), 1, "{fields:?}");
    let field = &fields[0];
    assert_eq!((field.widgets.len(), field.place.is_some()), (1, true));
    Ok(field.clone())
}

fn box_entries(state: &str) -> Dictionary {
    let looks = dictionary! { "Ja" => Dictionary::new(), "Off" => Dictionary::new() };
    dictionary! { "V" => state, "AS" => state, "AP" => dictionary! { "N" => looks } }
}

#[test]
fn what_is_filled_in_in_one_of_both_counts() {
    let blank = || dictionary! { "V" => text("") };
    let filled = |value: &str| dictionary! { "V" => text(value), "DV" => text("Datum") };
    for (copy, shown, expected) in [
        (blank(), blank(), &[][..]),
        (filled("Größe"), blank(), &["Größe"]),
        (blank(), filled("Größe"), &["Größe"]),
        (filled("Größe"), filled("Größe"), &["Größe"]),
        // What it began with.
        (filled("Datum"), filled("1.2.2026"), &["1.2.2026"]),
        (filled("1.2.2026"), filled("Datum"), &["1.2.2026"]),
        (filled("Datum"), filled("Datum"), &["Datum"]),
    ] {
        assert_eq!(read("Tx", copy, shown).unwrap().values, expected);
    }
    for (copy, shown) in [("Ja", "Off"), ("Off", "Ja"), ("Ja", "Ja")] {
        let field = read("Btn", box_entries(copy), box_entries(shown)).unwrap();
        assert_eq!(field.values, ["Ja"], "{copy} {shown}");
    }
    let field = read("Btn", box_entries("Off"), box_entries("Off")).unwrap();
    assert_eq!(field.values, [""; 0]);
}

#[test]
fn two_values_are_ambiguous() {
    let filled = |value: &str| dictionary! { "V" => text(value) };
    let refused = saved_by_preview("Tx", filled("a"), filled("b")).read();
    assert!(is_ambiguous(&refused, "the field x"));
}

#[test]
fn a_default_that_people_see_is_blank_only_where_its_copy_began_with_it() {
    let stored = |value: &str, began: Option<&str>| {
        let mut entries = dictionary! { "V" => text(value) };
        if let Some(began) = began {
            entries.set("DV", text(began));
        }
        entries
    };
    for began in [None, Some("999")] {
        let copy = stored("999", began);
        let refused = saved_by_preview("Tx", copy, stored("100", Some("100"))).read();
        assert!(is_ambiguous(&refused, "the field x"), "{began:?}");
    }
    // Nobody sees what the copy began with.
    let copy = stored("Datum", Some("Datum"));
    let field = read("Tx", copy, stored("1.2.2026", None)).unwrap();
    assert_eq!(field.values, ["1.2.2026"]);
}

#[test]
fn what_is_seen_in_the_place_of_the_value_of_a_copy_is_told_with_it() {
    for (drawn, is_stored, is_shared, count) in [
        ("(100) Tj", false, false, 1),
        ("", false, false, 0),
        ("(999) Tj", false, true, 0),
        // Looks are not compared with what is stored.
        ("(100) Tj", true, false, 0),
    ] {
        let mut form = Form::new();
        let drawing = format!("BT {drawn} ET").into_bytes();
        let look = form.add(Stream::new(Dictionary::new(), drawing));
        let looks = dictionary! { "N" => look };
        let value = |value: &str| dictionary! { "V" => text(value), "DV" => text("Datum") };
        let mut copy = value("999");
        let mut shown = dictionary! { "AP" => looks.clone() };
        if is_stored {
            overlay(&mut shown, &value("Datum"));
        }
        if is_shared {
            copy.set("AP", looks);
        }
        fill_in(&mut form, "Tx", copy, shown);
        let fields = form.read_fields();
        let told = (fields.len(), fields[0].unstored_looks.len());
        assert_eq!(told, (1, count), "{drawn} {is_stored}");
        assert_eq!(fields[0].values, ["999"]);
    }
}

#[test]
fn fields_of_one_name_with_too_many_copies_are_refused_and_those_of_many_are_read() {
    let with = |names: i32| {
        let mut form = Form::new();
        for index in 0..1_100 {
            let name = format!("x{}", index % names);
            let entries = |row: i32| {
                let place = rectangle(10, row, 110, row + 5);
                dictionary! { "T" => text(&name), "Rect" => place }
            };
            fill_in(&mut form, "Tx", entries(index), entries(-1 - index));
        }
        form.read()
    };
    assert!(matches!(with(1), Err(PdfError::TooComplex(_))));
    assert!(with(100).is_ok());
}

#[test]
fn a_field_on_no_page_whose_place_is_another_is_no_copy() {
    let elsewhere = dictionary! { "V" => text("a"), "Rect" => rectangle(10, 60, 110, 80) };
    let blank = Dictionary::new();
    let refused = saved_by_preview("Tx", elsewhere, blank).read();
    assert!(is_ambiguous(&refused, "the field x"));
}
