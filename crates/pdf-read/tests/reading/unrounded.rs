//! Numbers that scripts of viewers compute, and what the looks of their fields show.

use forms::form_content::UnroundedNumber;
use lopdf::{Dictionary, Object, Stream, dictionary};

use crate::form::{Form, overlay, rectangle, text};

const LOOK: &[u8] = b"/Tx BMC q BT /F 9 Tf 2 5 Td (3,71 \x80) Tj ET Q EMC";

fn script(script: &str) -> Object {
    dictionary! { "S" => "JavaScript", "JS" => text(script) }.into()
}

fn formatted() -> Dictionary {
    dictionary! { "F" => script("AFNumber_Format(2, 2, 0, 0, \" \\u20ac\", false);") }
}

fn calculated() -> Dictionary {
    dictionary! { "C" => script("AFSimple_Calculate(\"PRD\", new Array (\"km\", \"satz\"));") }
}

fn unrounded(value: &str, actions: Dictionary, looks: &[&[u8]]) -> Option<UnroundedNumber> {
    let mut form = Form::new();
    let widgets: Vec<_> = looks
        .iter()
        .map(|content| {
            let entries = dictionary! {
                "Type" => "XObject", "Subtype" => "Form", "BBox" => rectangle(0, 0, 99, 19)
            };
            let look = form.add(Stream::new(entries, content.to_vec()));
            form.widget(dictionary! { "AP" => dictionary! { "N" => look } })
        })
        .collect();
    let mut field = dictionary! { "T" => text("x"), "FT" => "Tx", "V" => text(value) };
    overlay(&mut field, &dictionary! { "AA" => actions });
    let field = form.parent(field, &widgets);
    form.fields.push(field.into());
    form.read_fields().remove(0).unrounded
}

fn number(is_calculated: bool, shown: Option<&str>) -> Option<UnroundedNumber> {
    Some(UnroundedNumber {
        is_calculated,
        shown: shown.map(str::to_owned),
    })
}

#[test]
fn a_number_of_a_script_is_told_with_what_its_looks_show() {
    let found = unrounded("3.705", formatted(), &[LOOK]);
    assert_eq!(found, number(false, Some("3,71")));
    let found = unrounded("3.705", calculated(), &[LOOK, LOOK]);
    assert_eq!(found, number(true, Some("3,71")));
    assert_eq!(
        unrounded("3.705", Dictionary::new(), &[LOOK]),
        None,
        "without scripts"
    );
    for rounded in ["3.70", "3,705", "1.234.567"] {
        assert_eq!(unrounded(rounded, formatted(), &[LOOK]), None, "{rounded}");
    }
}

#[test]
fn looks_that_show_no_number_or_different_ones_tell_none() {
    for looks in [
        &[][..],
        &[LOOK, b"BT /F 9 Tf (3,70) Tj ET"],
        &[LOOK, b"BT /F 9 Tf (Summe) Tj ET"],
        &[b"q /Picture Do Q BT /F 9 Tf (3,70) Tj ET"],
        &[b"BT /F 9 Tf (3,71 4,00) Tj ET"],
        &[b"BT /F 9 Tf (3,71"],
    ] {
        let found = unrounded("3.705", formatted(), looks);
        assert_eq!(found, number(false, None), "{looks:?}");
    }
}
