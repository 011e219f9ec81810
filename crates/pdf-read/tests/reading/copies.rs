//! Copies of fields that stand on no page, as Preview on macOS leaves them in the field tree.

use forms::form_content::FormField;
use lopdf::{Dictionary, dictionary};
use ports::PdfError;

use crate::form::{Form, is_ambiguous, overlay, rectangle, text};

/// A field of the tree on no page, and the same on the page in no tree; with more entries.
fn saved_by_preview(kind: &str, copy: Dictionary, shown: Dictionary) -> Form {
    let mut form = Form::new();
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
    form
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
fn a_field_on_no_page_whose_place_is_another_is_no_copy() {
    let elsewhere = dictionary! { "V" => text("a"), "Rect" => rectangle(10, 60, 110, 80) };
    let blank = Dictionary::new();
    let refused = saved_by_preview("Tx", elsewhere, blank).read();
    assert!(is_ambiguous(&refused, "the field x"));
}
