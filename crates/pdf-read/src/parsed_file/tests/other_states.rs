//! Objects of which viewers that search the file find another state than its tables name.

use ports::PdfError;

use super::beginnings::beginning;
use super::states::{new_field, of_field, packed, updated};
use super::{Way, fields, fields_of_known, file, object, objects, offsets, value};

/// An update that writes object 6 anew, and behind it something that its table does not name.
fn with_unnamed(older: &[u8], unnamed: &str) -> Vec<u8> {
    let text = String::from_utf8_lossy(older);
    let written = format!("6 0 obj\n{}\nendobj\n{unnamed}", object(&text, 6));
    updated(older.to_vec(), &written, |place| {
        format!("6 1\n{place:010} 00000 n \n")
    })
}

#[test]
fn a_state_that_is_written_behind_the_one_that_the_table_names_is_not_passed_over() {
    let older = file(&objects("(alt)"));
    let text = String::from_utf8_lossy(&older);
    let again = format!("4 0 obj\n{}\nendobj\n", object(&text, 4));
    for blank in [Vec::new(), vec![beginning(&older)]] {
        let read = |unnamed: &str| fields_of_known(&with_unnamed(&older, unnamed), &blank);
        for alike in ["", &again, "% 4 0 objects\n"] {
            let (way, found) = read(alike);
            assert_eq!((way, value(found).as_str()), (Way::Once, "alt"), "{alike}");
        }
        let refused = read(&new_field("4 0 obj")).1;
        assert!(matches!(refused, Err(PdfError::Damaged(_))), "{refused:?}");
    }
}

#[test]
fn a_state_that_is_written_behind_a_packed_one_is_not_passed_over() {
    let whole = with_unnamed(&packed(), "");
    assert_eq!(value(fields(&whole).1), "alt");
    let refused = fields(&updated(packed(), &new_field("4 0 obj"), |_| String::new())).1;
    assert!(refused.is_err(), "{refused:?}");
}

#[test]
fn an_object_of_another_generation_is_not_left_out() {
    for (from, to) in [
        ("/Annots[4 0 R]", "/Annots[4 0 R 5 7 R]"),
        ("/Fields[4 0 R]", "/Fields[4 7 R]"),
        ("/FT/Tx", "/FT/Tx/Metadata 6 1 R"),
    ] {
        let mut objects = objects("(x)");
        for object in &mut objects {
            *object = object.replace(from, to);
        }
        let refused = fields(&file(&objects)).1;
        let is_asked_for = !to.contains("/Metadata");
        assert_eq!(
            matches!(refused, Err(PdfError::Ambiguous(_))),
            is_asked_for,
            "{to}: {refused:?}"
        );
    }
}

#[test]
fn an_object_that_is_written_twice_is_compared_behind_the_word_in_its_strings() {
    let field = new_field("4 0 obj").replace("/T(name)", "/TM(endobj)/T(name)");
    let other = field.replace("neu", "neuer");
    let twice = |other: &str| {
        let lines = |place: usize| {
            let second = place + field.len();
            format!("4 1\n{place:010} 00000 n \n4 1\n{second:010} 00000 n \n")
        };
        let older = file(&objects("(alt)"));
        fields(&updated(older, &format!("{field}{other}"), lines)).1
    };
    assert_eq!(value(twice(&field)), "neu");
    let refused = twice(&other);
    assert!(
        matches!(refused, Err(PdfError::Ambiguous(_))),
        "{refused:?}"
    );
}

#[test]
fn an_update_that_is_named_by_its_table_is_read() {
    let newer = updated(file(&objects("(alt)")), &new_field("4 0 obj"), of_field);
    assert_eq!(value(fields(&newer).1), "neu");
}

/// A hybrid file: its table says this of object 6, the value of the field, and its stream that the
/// object is there. More entries may stand in the trailer.
fn hybrid(line_of_value: impl Fn(usize) -> String, entries: &str) -> Vec<u8> {
    let whole = String::from_utf8(file(&objects(" 6 0 R"))).unwrap();
    let (body, table) = whole.split_once("xref\n").unwrap();
    let (start, place) = (body.len(), offsets(body.as_bytes())[5]);
    let line = format!("{place:010} 00000 n \n");
    let (table, _) = table.split_once("startxref\n").unwrap();
    let table = table.replace(&line, &line_of_value(place));
    let trailer = format!("/Root 1 0 R/XRefStm {start}{entries}");
    let table = table.replace("/Root 1 0 R", &trailer);
    let (stream, last) = with_stream(start, place);
    let table = format!("xref\n{table}startxref\n{last}\n%%EOF\n");
    [body.as_bytes(), &stream, table.as_bytes()].concat()
}

/// A stream that says where object 6 is, at this offset, and the offset behind it.
fn with_stream(start: usize, place: usize) -> (Vec<u8>, usize) {
    let head = "7 0 obj\n<</Type/XRef/Size 8/Root 1 0 R/Index[6 1]/W[1 2 1]/Length 4>>stream\n";
    let row = [1, (place >> 8) as u8, place as u8, 0];
    let stream = [head.as_bytes(), &row, b"\nendstream\nendobj\n"].concat();
    let last = start + stream.len();
    (stream, last)
}

/// A hybrid file that is written as a linearized one: what its newer section names in its stream
/// alone is free in the table of the older one, whose trailer names no root (annex F).
fn linearized_hybrid() -> Vec<u8> {
    let whole = String::from_utf8(file(&objects(" 6 0 R"))).unwrap();
    let (body, table) = whole.split_once("xref\n").unwrap();
    let (start, place) = (body.len(), offsets(body.as_bytes())[5]);
    let (table, _) = table.split_once("startxref\n").unwrap();
    let line = format!("{place:010} 00000 n \n");
    let table = table
        .replace(&line, "0000000000 00000 f \n")
        .replace("/Root 1 0 R", "");
    let (stream, older) = with_stream(start, place);
    let older_table = format!("xref\n{table}");
    let newer = older + older_table.len();
    let trailer = format!("<</Size 8/Root 1 0 R/XRefStm {start}/Prev {older}>>");
    let table = format!("xref\n0 0\ntrailer\n{trailer}\nstartxref\n{newer}\n%%EOF\n");
    [
        body.as_bytes(),
        &stream,
        older_table.as_bytes(),
        table.as_bytes(),
    ]
    .concat()
}

#[test]
fn an_object_that_an_older_table_calls_free_is_read_from_the_stream_of_a_newer_one() {
    assert_eq!(value(fields(&linearized_hybrid()).1), "Müller");
}

#[test]
fn an_object_that_the_table_of_a_hybrid_file_calls_free_is_not_read_from_its_stream() {
    for entries in ["", "/Odd 1/Odd 1"] {
        let named = hybrid(|place| format!("{place:010} 00000 n \n"), entries);
        assert_eq!(value(fields(&named).1), "Müller");
        let freed = hybrid(|_| "0000000000 00000 f \n".to_owned(), entries);
        let refused = fields(&freed).1;
        assert!(
            matches!(refused, Err(PdfError::Ambiguous(_))),
            "{refused:?}"
        );
    }
}
