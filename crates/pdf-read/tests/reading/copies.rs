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
        (filled("Datum"), blank(), &[]),
        (filled("Datum"), filled("Datum"), &["Datum"]),
    ] {
        assert_eq!(read("Tx", copy, shown).unwrap().values, expected);
    }
    for (copy, shown) in [("Off", "Ja"), ("Ja", "Ja")] {
        let field = read("Btn", box_entries(copy), box_entries(shown)).unwrap();
        assert_eq!(field.values, ["Ja"], "{copy} {shown}");
    }
    let mut untouched = box_entries("Off");
    untouched.remove(b"V");
    untouched.remove(b"AS");
    let field = read("Btn", box_entries("Ja"), untouched).unwrap();
    assert_eq!(field.values, ["Ja"]);
    let field = read("Btn", box_entries("Off"), box_entries("Off")).unwrap();
    assert_eq!(field.values, [""; 0]);
}

fn differing() -> Result<FormField, PdfError> {
    Err(PdfError::CopiesDiffer(vec!["x".to_owned()]))
}

#[test]
fn two_values_are_ambiguous() {
    let filled = |value: &str| dictionary! { "V" => text(value) };
    assert_eq!(read("Tx", filled("a"), filled("b")), differing());
    let boxes = |state: &str| {
        let mut entries = box_entries(state);
        entries.set("Ff", 1 << 15);
        let looks = dictionary! { "a" => Dictionary::new(), "b" => Dictionary::new() };
        entries.set("AP", dictionary! { "N" => looks });
        entries
    };
    assert_eq!(read("Btn", boxes("a"), boxes("b")), differing());
}

#[test]
fn a_box_that_is_off_on_the_page_and_on_in_its_copy_is_ambiguous() {
    // The state of a widget without one of its own is what it stores.
    let only = |state: &str, left_out: &[u8]| {
        let mut entries = box_entries(state);
        entries.remove(left_out);
        entries
    };
    for copy in [box_entries("Ja"), only("Ja", b"V"), only("Ja", b"AS")] {
        for shown in [box_entries("Off"), only("Off", b"V"), only("Off", b"AS")] {
            let refused = read("Btn", copy.clone(), shown.clone());
            assert_eq!(refused, differing(), "{copy:?} {shown:?}");
        }
    }
}

/// Programs that go by the tree fill in the copy of a form that was saved blank; those that go by
/// the pages empty what was saved filled in.
#[test]
fn a_text_that_only_its_copy_shows_is_ambiguous() {
    const BLANK: &str = "/Tx BMC EMC";
    const EMPTIED: &str = "/Tx BMC q Q EMC";
    const FILLED: &str = "BT (Summe) Tj ET";
    for (copy, shown, is_shared, made_anew, counts) in [
        (None, None, false, false, true),
        (None, Some(BLANK), false, false, true),
        (Some(BLANK), Some(BLANK), true, true, true),
        (Some(BLANK), Some(BLANK), false, true, true),
        (Some(FILLED), Some(FILLED), true, false, true),
        // As Firefox, MuPDF and a program that writes into the shared look leave it.
        (Some(FILLED), None, false, true, false),
        (Some(BLANK), None, false, true, false),
        (Some(FILLED), Some(EMPTIED), false, true, false),
        (Some(BLANK), Some(EMPTIED), false, true, false),
        (Some(EMPTIED), Some(EMPTIED), true, false, false),
    ] {
        let mut form = Form::new();
        let mut looks = |drawing: Option<&str>| {
            let drawing = drawing?.as_bytes().to_vec();
            let look = form.add(Stream::new(Dictionary::new(), drawing));
            Some(dictionary! { "N" => look })
        };
        let looks_of_copy = looks(copy);
        let looks_on_page = match is_shared {
            true => looks_of_copy.clone(),
            false => looks(shown),
        };
        let entries = |value: &str, looks: Option<Dictionary>| {
            let mut entries = dictionary! { "V" => text(value) };
            if let Some(looks) = looks {
                entries.set("AP", looks);
            }
            entries
        };
        fill_in(
            &mut form,
            "Tx",
            entries("Summe", looks_of_copy),
            entries("", looks_on_page),
        );
        form.acro_form.set("NeedAppearances", made_anew);
        let values = form
            .read()
            .map(|content| content.fields()[0].values.clone());
        let expected = match counts {
            true => Ok(vec!["Summe".to_owned()]),
            false => differing().map(|field| field.values),
        };
        assert_eq!(values, expected, "{copy:?} {shown:?} {is_shared}");
    }
}

#[test]
fn a_default_that_people_see_is_a_value_beside_what_its_copy_stores() {
    let stored = |value: &str, began: Option<&str>| {
        let mut entries = dictionary! { "V" => text(value) };
        if let Some(began) = began {
            entries.set("DV", text(began));
        }
        entries
    };
    // Whether the copy was filled in later or the page was reset, nobody can tell.
    for began in [None, Some("999"), Some("100")] {
        let copy = stored("999", began);
        let refused = read("Tx", copy, stored("100", Some("100")));
        assert_eq!(refused, differing(), "{began:?}");
    }
    // Nobody sees what the copy began with.
    let copy = stored("Datum", Some("Datum"));
    let field = read("Tx", copy, stored("1.2.2026", None)).unwrap();
    assert_eq!(field.values, ["1.2.2026"]);
}

#[test]
fn what_is_seen_in_the_place_of_the_value_of_a_copy_is_told_with_it() {
    for (drawn, is_shared, count) in [
        ("(100) Tj", false, 1),
        ("", false, 0),
        ("(999) Tj", true, 0),
    ] {
        let mut form = Form::new();
        let drawing = format!("BT {drawn} ET").into_bytes();
        let look = form.add(Stream::new(Dictionary::new(), drawing));
        let looks = dictionary! { "N" => look };
        let value = |value: &str| dictionary! { "V" => text(value), "DV" => text("Datum") };
        let mut copy = value("999");
        let shown = dictionary! { "AP" => looks.clone() };
        if is_shared {
            copy.set("AP", looks);
        }
        fill_in(&mut form, "Tx", copy, shown);
        let fields = form.read_fields();
        let told = (fields.len(), fields[0].unstored_looks.len());
        assert_eq!(told, (1, count), "{drawn}");
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
