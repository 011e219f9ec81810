//! Objects of which viewers that search the file find another state than its tables name.

use ports::PdfError;

use super::beginnings::beginning;
use super::states::{new_field, of_field, packed, updated};
use super::{Way, fields, fields_of_known, file, object, objects, value};

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
