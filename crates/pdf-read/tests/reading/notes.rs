//! What people type onto a page with a viewer, beside the fields of a form.

use forms::form_content::FormFieldKind;
use lopdf::{Dictionary, Object, dictionary};
use ports::PdfError;

use crate::form::{Form, bytes, overlay, rectangle, text};

/// A form with a blank field and notes.
fn form(notes: &[Dictionary]) -> Form {
    let mut form = Form::with_text(Dictionary::new());
    for entries in notes {
        let mut note =
            dictionary! { "Subtype" => "FreeText", "Rect" => rectangle(50, 700, 250, 720) };
        overlay(&mut note, entries);
        let id = form.add(note);
        form.annotations.push(id.into());
    }
    form
}

#[test]
fn what_was_typed_beside_the_fields_of_a_form_is_kept() {
    let fields = form(&[
        dictionary! { "Contents" => text("Anna Müller") },
        dictionary! { "Contents" => text("Sommerfest\rim Juni") },
        dictionary! { "Contents" => text(" ") },
    ])
    .read_fields();
    assert_eq!(fields.len(), 2, "{fields:?}");
    assert_eq!(
        (fields[1].kind, fields[1].name.as_str()),
        (FormFieldKind::Note, "Notizen auf Seite 1")
    );
    assert_eq!(fields[1].values, ["Anna Müller\nSommerfest\rim Juni"]);
}

#[test]
fn formatted_notes_count_where_there_is_no_plain_text() {
    let rich = || text("<body><p>Eins</p></body>");
    let values = |entries| form(&[entries]).read_fields().remove(1).values;
    assert_eq!(values(dictionary! { "RC" => rich() }), ["Eins"]);
    assert_eq!(
        values(dictionary! { "RC" => rich(), "Contents" => text("Zwei") }),
        ["Zwei"]
    );
}

#[test]
fn other_annotations_and_hidden_notes_are_no_notes() {
    for entries in [
        dictionary! { "Contents" => text("x"), "F" => 2 },
        dictionary! { "Contents" => text("x"), "Subtype" => "Highlight" },
        Dictionary::new(),
    ] {
        assert_eq!(form(&[entries]).read_fields().len(), 1);
    }
}

#[test]
fn notes_that_cannot_be_read_are_not_left_out() {
    for entries in [
        dictionary! { "Contents" => bytes(b"a\x9f") },
        dictionary! { "Contents" => 5 },
        dictionary! { "RC" => text("<p>a & b") },
        dictionary! { "Contents" => text("x"), "Rect" => Object::Null },
    ] {
        let refused = PdfError::Undecodable(vec!["page 1".to_owned()]);
        assert_eq!(form(&[entries]).read(), Err(refused));
    }
}
