//! Templates that Preview on macOS has saved: the field tree holds copies of the fields that stand
//! on the pages.

use forms::{FormContent, Value};
use lopdf::{Document, Object, dictionary};

use crate::form::{Template, data, field, fill, flat, package, read, shown, text};

/// A template with a field `x`, and a field `y` of a group; the tree has copies of both.
fn saved_by_preview() -> Vec<u8> {
    let mut template = Template::new();
    let single = template.text("x", [50, 700, 300, 718]);
    let member = template.text("y", [50, 660, 300, 678]);
    let group = dictionary! { "T" => Object::string_literal("group") };
    template.parent(group.clone(), &[member]);
    let mut copy = |id| {
        let mut copy = template.document.get_dictionary(id).unwrap().clone();
        for key in [&b"P"[..], b"Parent"] {
            copy.remove(key);
        }
        template.document.add_object(copy)
    };
    let (single, member) = (copy(single), copy(member));
    let group = template.parent(group, &[member]);
    template.list(&[single, group]);
    template.bytes()
}

#[test]
fn a_field_whose_copy_stands_on_no_page_is_filled_once() {
    let fields = vec![field("x", text(false)), field("group.y", text(false))];
    let package = package(saved_by_preview(), fields);
    let group = [("y".to_owned(), Value::text("Größe"))];
    let data = data([
        ("x", Value::text("Łódź")),
        ("group", Value::Object(group.into())),
    ]);
    let filled = fill(&package, &data);
    assert_eq!(read(&package, &filled), data);
    let FormContent::Fields(fields, _) = pdf_read::read(&filled).unwrap() else {
        panic!("no fields");
    };
    assert!(
        fields.iter().all(|field| field.widgets.len() == 1),
        "{fields:?}"
    );
    let document = Document::load_mem(&filled).unwrap();
    assert_eq!(document.get_pages().len(), 1);
    // Whoever changes the filled form, changes the only field of its name.
    let holders = document.objects.values();
    let values = holders.filter(|object| object.as_dict().is_ok_and(|field| field.has(b"V")));
    assert_eq!(values.count(), 2);
    assert_eq!(shown(&flat(&package, &data)), "Łódź Größe");
}
