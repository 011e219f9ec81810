//! Files that are refused, each with its own reason.

use lopdf::{Dictionary, Object, dictionary};
use ports::PdfError;

use crate::form::{Form, is_ambiguous, text};

#[test]
fn what_is_no_pdf_is_called_so() {
    for bytes in [&b""[..], b"<html>", b"PK\x03\x04", &[0; 5000]] {
        assert_eq!(pdf_read::read(bytes), Err(PdfError::NotAPdf));
    }
}

#[test]
fn a_header_with_nothing_behind_it_is_damaged() {
    for rest in [
        "",
        "\nstartxref\n0\n%%EOF",
        "\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF",
    ] {
        let read = pdf_read::read(format!("%PDF-1.7{rest}").as_bytes());
        assert!(
            matches!(read, Err(PdfError::Damaged(_))),
            "{rest}: {read:?}"
        );
    }
}

/// The file with one text replaced by another of the same length, so that all offsets stay right.
fn replaced(form: Form, from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut bytes = form.bytes();
    let position = bytes
        .windows(from.len())
        .position(|window| window == from)
        .unwrap();
    bytes[position..position + to.len()].copy_from_slice(to);
    bytes
}

#[test]
fn a_repeated_key_is_ambiguous() {
    let form = Form::with_text(dictionary! { "V" => text("a"), "W" => text("b") });
    let read = pdf_read::read(&replaced(form, b"/W(b)", b"/V(b)"));
    assert!(is_ambiguous(&read, "V twice"), "{read:?}");
}

#[test]
fn a_key_repeated_in_another_spelling_is_ambiguous() {
    let form = Form::with_text(dictionary! { "V" => text("a"), "VXX" => text("b") });
    let read = pdf_read::read(&replaced(form, b"/VXX(b)", b"/#56(b)"));
    assert!(is_ambiguous(&read, "V twice"), "{read:?}");
}

#[test]
fn any_key_repeated_with_another_value_is_ambiguous_and_with_the_same_one_is_not() {
    let form = || {
        let font = |base: &str| dictionary! { "Type" => "Font", "BaseFont" => base };
        let fonts = dictionary! { "F1" => font("Arial"), "F2" => font("Times") };
        let mut form = Form::with_text(dictionary! { "V" => text("a"), "W" => text("a") });
        form.catalog.set("Pagez", 9);
        form.page.set("Resources", dictionary! { "Font" => fonts });
        form
    };
    for (from, to, key) in [
        ("/F2<<", "/F1<<", "F1"),
        ("/Pagez ", "/Pages ", "Pages"),
        ("/BaseFont/Arial", "/Type/Typefont ", "Type"),
    ] {
        let read = pdf_read::read(&replaced(form(), from.as_bytes(), to.as_bytes()));
        let what = format!("{key} twice, with different values");
        assert!(is_ambiguous(&read, &what), "{from}: {read:?}");
    }
    assert!(pdf_read::read(&replaced(form(), b"/W(a)", b"/V(a)")).is_ok());
}

#[test]
fn a_key_that_is_repeated_with_a_copy_of_the_object_that_it_refers_to_is_named_once() {
    for (other, is_read) in [("Arial", true), ("Times", false)] {
        let mut form = Form::with_text(dictionary! { "V" => text("a") });
        let fonts = [("F1", "Arial"), ("F2", other)].map(|(name, base)| {
            let font = form.add(dictionary! { "Type" => "Font", "BaseFont" => base });
            (name, Object::from(font))
        });
        form.page.set(
            "Resources",
            dictionary! { "Font" => Dictionary::from_iter(fonts) },
        );
        let read = pdf_read::read(&replaced(form, b"/F2 ", b"/F1 "));
        assert_eq!(read.is_ok(), is_read, "{other}: {read:?}");
    }
}

#[test]
fn a_trailer_that_begins_at_two_catalogs_is_ambiguous() {
    let form = Form::with_text(dictionary! { "V" => text("a") });
    let read = pdf_read::read(&replaced(form, b"/Size ", b"/Root "));
    assert!(is_ambiguous(&read, "Root twice"), "{read:?}");
}

#[test]
fn a_field_that_cannot_be_read_is_not_left_out() {
    for broken in [&b"/V(abcdefgh>"[..], b"/V<zzzzzzzz>"] {
        let mut form = Form::with_text(dictionary! { "V" => text("abcdefgh") });
        form.field("y", "Tx", dictionary! { "V" => text("noch da") });
        let read = pdf_read::read(&replaced(form, b"/V(abcdefgh)", broken));
        assert!(
            matches!(read, Err(PdfError::Damaged(_) | PdfError::Ambiguous(_))),
            "{read:?}"
        );
    }
}
