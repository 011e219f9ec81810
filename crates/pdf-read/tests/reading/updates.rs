//! How files are put together: object streams, updates, broken tables, ends that are missing.

use forms::FormContent;
use lopdf::{SaveOptions, dictionary};
use ports::PdfError;

use crate::form::{Form, fields, is_ambiguous, text};

fn form() -> Form {
    Form::with_text(dictionary! { "V" => text("alt") })
}

/// The file with an update that gives the field (object 1) another value.
fn updated(previous: &str, between: &str) -> Vec<u8> {
    let mut bytes = form().bytes();
    let written = String::from_utf8_lossy(&bytes).into_owned();
    let root = written
        .split("/Root ")
        .nth(1)
        .unwrap()
        .split(" R")
        .next()
        .unwrap()
        .to_owned();
    let start = written
        .rsplit("startxref")
        .next()
        .unwrap()
        .trim()
        .lines()
        .next()
        .unwrap()
        .to_owned();
    bytes.extend(between.bytes());
    let object = bytes.len();
    bytes.extend(
        b"1 0 obj\n<</Type/Annot/Subtype/Widget/Rect[10 20 110 40]/T(x)/FT/Tx/V(neu)>>\nendobj\n",
    );
    let table = bytes.len();
    let previous = previous.replace("START", &start);
    bytes.extend(
        format!(
            "xref\n1 1\n{object:010} 00000 n \ntrailer\n<</Size 20/Root {root} \
        R/Prev {previous}>>\nstartxref\n{table}\n%%EOF\n"
        )
        .bytes(),
    );
    bytes
}

#[test]
fn the_newest_value_counts() {
    assert_eq!(fields(&form().bytes())[0].values, ["alt"]);
    assert_eq!(fields(&updated("START", "\n"))[0].values, ["neu"]);
}

#[test]
fn an_update_may_repeat_the_header_but_a_second_document_may_not_follow() {
    for between in ["%PDF-1.7\n", "\n%PDF-1.7\n"] {
        assert_eq!(fields(&updated("START", between))[0].values, ["neu"]);
    }
    for previous in ["0", "9", "99999999", "-1"] {
        let read = pdf_read::read(&updated(previous, "\n%PDF-1.7\n"));
        assert!(
            !read.is_ok_and(|content| format!("{content:?}").contains("alt")),
            "{previous}"
        );
    }
    let two = [form().bytes(), form().bytes()].concat();
    assert!(is_ambiguous(&pdf_read::read(&two), "two documents"));
}

#[test]
fn a_wrong_reference_to_the_update_before_is_repaired_or_refused_but_never_read_as_the_old_value() {
    for previous in ["9", "99999999", "-1", "0"] {
        match pdf_read::read(&updated(previous, "\n")) {
            Ok(FormContent::Fields(fields, _)) => {
                assert_eq!(fields[0].values, ["neu"], "{previous}")
            }
            Ok(other) => panic!("{previous}: {other:?}"),
            Err(refused) => assert!(
                matches!(refused, PdfError::Damaged(_) | PdfError::Ambiguous(_)),
                "{refused}"
            ),
        }
    }
}

#[test]
fn an_update_that_only_its_table_shows_is_not_overlooked_where_that_is_broken() {
    assert_eq!(fields(&updated("START", ""))[0].values, ["neu"]);
    assert!(matches!(
        pdf_read::read(&updated("9", "")),
        Err(PdfError::Damaged(_))
    ));
}

#[test]
fn a_file_that_is_cut_anywhere_is_damaged() {
    let whole = updated("START", "\n");
    let end = whole.len() - "\n%%EOF\n".len();
    for length in (16..end - 12).step_by(7) {
        let cut = &whole[..length];
        let read = pdf_read::read(cut);
        // Cut right behind the first state it is a whole file with the old value.
        let is_first_state = length <= form().bytes().len() + 8 && read.is_ok();
        assert!(
            is_first_state || matches!(read, Err(PdfError::Damaged(_))),
            "{length}: {read:?}"
        );
    }
}

#[test]
fn object_streams_are_read() {
    let mut bytes = Vec::new();
    let options = SaveOptions::builder()
        .use_object_streams(true)
        .use_xref_streams(true)
        .build();
    form()
        .document()
        .save_with_options(&mut bytes, options)
        .unwrap();
    assert!(bytes.windows(6).any(|window| window == b"ObjStm"));
    assert_eq!(fields(&bytes)[0].values, ["alt"]);
}

#[test]
fn a_wrong_table_is_repaired() {
    let mut bytes = form().bytes();
    let position = bytes
        .windows(10)
        .position(|window| window == b"startxref\n")
        .unwrap();
    bytes.splice(position + 10..position + 10, *b"1");
    assert_eq!(fields(&bytes)[0].values, ["alt"]);
}

#[test]
fn junk_before_the_header_is_passed_over() {
    let bytes = [
        &b"\r\n\r\nContent-Type: application/pdf\r\n"[..],
        &form().bytes(),
    ]
    .concat();
    assert_eq!(fields(&bytes)[0].values, ["alt"]);
}

#[test]
fn two_documents_in_one_file_are_ambiguous() {
    let other = Form::with_text(dictionary! { "V" => text("anders") });
    assert!(is_ambiguous(
        &pdf_read::read(&[form().bytes(), other.bytes()].concat()),
        "two documents"
    ));
}
