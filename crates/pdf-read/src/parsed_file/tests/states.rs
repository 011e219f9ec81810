//! Files whose objects have several states, or none that a table knows.

use ports::PdfError;

use super::{CHANGES, Way, fields, object, objects, offsets, value};
use crate::document::agreed::NewestStates;
use crate::document::primary::PrimaryDocument;
use crate::growth::file;

/// A file with an update: these bytes, and a table with these lines of its own.
pub(super) fn updated(whole: Vec<u8>, written: &str, lines: impl Fn(usize) -> String) -> Vec<u8> {
    let text = String::from_utf8_lossy(&whole);
    let (_, previous) = text.rsplit_once("startxref\n").unwrap();
    let previous = previous.split('\n').next().unwrap().to_owned();
    let (place, start) = (whole.len(), whole.len() + written.len());
    let lines = lines(place);
    let table = format!(
        "xref\n{lines}trailer\n<</Size 9/Root 1 0 R/Prev {previous}>>\nstartxref\n{start}\n%%EOF\n"
    );
    [whole, written.as_bytes().to_vec(), table.into_bytes()].concat()
}

/// The lines of an update of object 4.
pub(super) fn of_field(place: usize) -> String {
    format!("4 1\n{place:010} 00000 n \n")
}

/// A file whose field is packed in a stream, as its table says.
pub(super) fn packed() -> Vec<u8> {
    let mut objects = objects("(alt)");
    let packed = format!("4 0 {}", objects[3]);
    let length = packed.len();
    objects[5] = format!("<</Type/ObjStm/N 1/First 4/Length {length}>>stream\n{packed}\nendstream");
    objects[3] = "null".to_owned();
    let pdf = file(&objects);
    let pdf = String::from_utf8(pdf).unwrap();
    let (body, _) = pdf.split_once("xref\n").unwrap();
    let body = body.as_bytes().to_vec();
    let (start, offsets) = (body.len(), offsets(&body));
    let row = |number: usize| match number {
        0 => [0; 4],
        4 => [2, 0, 6, 0],
        7 => [1, (start >> 8) as u8, start as u8, 0],
        _ => [
            1,
            (offsets[number - 1] >> 8) as u8,
            offsets[number - 1] as u8,
            0,
        ],
    };
    let rows: Vec<u8> = (0..8).flat_map(row).collect();
    let head = "7 0 obj\n<</Type/XRef/Size 8/Root 1 0 R/W[1 2 1]/Length 32>>stream\n";
    let tail = format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n");
    [body, head.as_bytes().to_vec(), rows, tail.into_bytes()].concat()
}

fn is_damaged(pdf: &[u8]) -> bool {
    matches!(fields(pdf).1, Err(PdfError::Damaged(_)))
}

pub(super) fn new_field(first: &str) -> String {
    let field = objects("(neu)")[3].clone();
    format!("{first}\n{field}\nendobj\n")
}

#[test]
fn a_newest_state_that_cannot_be_read_is_not_passed_over_for_an_older_one() {
    for older in [file(&objects("(alt)")), packed()] {
        assert_eq!(value(fields(&older).1), "alt");
        let read = |written: &str| fields(&updated(older.clone(), written, of_field)).1;
        assert_eq!(value(read(&new_field("4 0 obj"))), "neu");
        for first in ["4 0 objj", "4 0 ob", "5 0 obj", "4 1 obj", "%"] {
            let refused = read(&new_field(first));
            assert!(refused.is_err(), "{first}: {refused:?}");
        }
        for broken in ["/V(neu", "/V)neu(", "/V<zz>", "/V(neu)>>>>", "/V(neu)]"] {
            let refused = read(&new_field("4 0 obj").replace("/V(neu)", broken));
            let is_older = |fields: &Vec<_>| format!("{fields:?}").contains("alt");
            assert!(
                !refused.as_ref().is_ok_and(is_older),
                "{broken}: {refused:?}"
            );
        }
    }
}

#[test]
fn no_changed_byte_of_an_update_brings_the_older_state_back() {
    let written = new_field("4 0 obj");
    for older in [file(&objects("(alt)")), packed()] {
        for position in 0..written.len() {
            for change in CHANGES {
                let mut changed = written.clone().into_bytes();
                changed[position] = *change;
                let changed = String::from_utf8(changed).unwrap();
                let found = fields(&updated(older.clone(), &changed, of_field)).1;
                let is_older = found.is_ok_and(|fields| format!("{fields:?}").contains("alt"));
                assert!(!is_older, "{changed}");
            }
        }
    }
}

/// The stream that the newest state of the field is packed in, as it is written.
fn written_stream() -> String {
    let whole = packed();
    let stream = object(&String::from_utf8_lossy(&whole), 6);
    format!("6 0 obj\n{stream}\nendobj\n")
}

/// A file with this stream, in which the field is packed, as its last table says. The older state
/// stands by itself.
pub(super) fn packed_anew(written: &str) -> Vec<u8> {
    packed_in(6, written)
}

/// The same, where the last table names another stream.
pub(super) fn packed_in(container: u8, written: &str) -> Vec<u8> {
    let mut objects = objects("(uralt)");
    objects.truncate(5);
    let row = |place: usize| format!("6 1\n{place:010} 00000 n \n");
    let pdf = updated(file(&objects), written, row);
    let text = String::from_utf8_lossy(&pdf).into_owned();
    let (_, previous) = text.rsplit_once("startxref\n").unwrap();
    let (previous, start) = (previous.split('\n').next().unwrap(), pdf.len());
    let table = format!(
        "7 0 obj\n<</Type/XRef/Size 9/Root 1 0 R/W[1 1 1]/Index[4 1]/Prev {previous}\
         /Length 7/Filter/ASCIIHexDecode>>stream\n02{container:02}00>\nendstream\nendobj\n\
         startxref\n{start}\n%%EOF\n"
    );
    [pdf, table.into_bytes()].concat()
}

#[test]
fn a_newest_state_in_a_stream_that_cannot_be_unpacked_is_not_passed_over() {
    let written = written_stream();
    assert_eq!(value(fields(&packed_anew(&written)).1), "alt");
    for (from, to) in [
        ("6 0 obj\n", "8 0 obj\n"),
        ("6 0 obj\n", "6 0 objj\n"),
        ("/First 4", "/First 999"),
        ("4 0 <<", "9 0 <<"),
        (">>\nendstream", "\nendstream"),
    ] {
        let found = fields(&packed_anew(&written.replacen(from, to, 1))).1;
        assert!(found.is_err(), "{to}: {found:?}");
    }
    for position in 0..written.len() {
        for change in CHANGES {
            let mut changed = written.clone().into_bytes();
            changed[position] = *change;
            let changed = String::from_utf8(changed).unwrap();
            let found = fields(&packed_anew(&changed)).1;
            let is_older = found.is_ok_and(|fields| format!("{fields:?}").contains("uralt"));
            assert!(!is_older, "{changed}");
        }
    }
}

#[test]
fn an_object_that_is_packed_in_itself_is_lost() {
    let whole = packed_in(4, &written_stream());
    let primary = PrimaryDocument::open(&whole).unwrap();
    let newest = NewestStates::read(&whole).unwrap();
    let checked = newest.check(vec![(4, 0)], &primary);
    assert!(matches!(checked, Err(PdfError::Damaged(_))), "{checked:?}");
    assert!(fields(&whole).1.is_err());
}

#[test]
fn wrong_offsets_of_an_update_are_mended() {
    let older = file(&objects("(alt)"));
    let shifted = |place: usize| of_field(place + 3);
    let (way, found) = fields(&updated(older, &new_field("4 0 obj"), shifted));
    assert_eq!((way, value(found).as_str()), (Way::Apart, "neu"));
}

/// A form that refers to object 8 as well, which is written but stands in no table.
fn with_unlisted(from: &str, to: &str, written: &str) -> Vec<u8> {
    let mut objects = objects("(x)");
    for object in &mut objects[..4] {
        *object = object.replace(from, to);
    }
    let pdf = String::from_utf8(file(&objects)).unwrap();
    let (body, _) = pdf.split_once("xref\n").unwrap();
    let length = body.len();
    let pdf = pdf.replacen("xref\n", &format!("{written}xref\n"), 1);
    let start = length + written.len();
    let pdf = pdf.replace(
        &format!("startxref\n{length}"),
        &format!("startxref\n{start}"),
    );
    pdf.into_bytes()
}

#[test]
fn a_field_that_stands_in_no_table_is_not_left_out() {
    let field = "8 0 obj\n<</FT/Tx/T(b)/V(y)/Subtype/Widget/Rect[9 40 99 60]>>\nendobj\n";
    for (from, to) in [
        ("/Annots[4 0 R]", "/Annots[4 0 R 8 0 R]"),
        ("/Fields[4 0 R]", "/Fields[4 0 R 8 0 R]"),
        ("/FT/Tx/T(name)", "/FT/Tx/T(name)/Kids[8 0 R]"),
        ("/Kids[3 0 R]", "/Kids[3 0 R 8 0 R]"),
    ] {
        assert!(is_damaged(&with_unlisted(from, to, field)), "{to}");
        // References to nothing are as many as there are forms.
        for nothing in ["", "9 0 obj\nnull\nendobj\n", "% 8 0 objects\n"] {
            let (way, found) = fields(&with_unlisted(from, to, nothing));
            assert_eq!((way, value(found).as_str()), (Way::Once, "x"), "{to}");
        }
    }
}

#[test]
fn a_table_that_names_an_object_twice_is_refused_unless_both_are_alike() {
    let field = new_field("4 0 obj");
    let twice = |other: &str, generation: &str| {
        let written = format!("{field}{other}");
        let lines = |place: usize| {
            let second = place + field.len();
            format!("4 1\n{place:010} 00000 n \n4 1\n{second:010} {generation} n \n")
        };
        fields(&updated(file(&objects("(alt)")), &written, lines)).1
    };
    assert_eq!(value(twice(&field, "00000")), "neu");
    let other = field.replace("neu", "neuer");
    for refused in [twice(&other, "00000"), twice(&field, "00001")] {
        let is_named = |what: &String| what.contains("names one of them twice");
        assert!(
            matches!(&refused, Err(PdfError::Ambiguous(what)) if is_named(what)),
            "{refused:?}"
        );
    }
}

#[test]
fn lines_are_judged_also_where_the_rest_of_their_section_is_out_of_the_ordinary() {
    let (field, other) = (
        new_field("4 0 obj"),
        new_field("4 0 obj").replace("neu", "x"),
    );
    let twice = updated(
        file(&objects("(alt)")),
        &format!("{field}{other}"),
        |place| {
            let second = place + field.len();
            format!("4 1\n{place:010} 00000 n \n4 1\n{second:010} 00000 n \n")
        },
    );
    let hybrid = |whole: &[u8]| changed_at_end(whole, "/Root 1 0 R", "/Root 1 0 R/XRefStm 9");
    for refused in [
        hybrid(&twice),
        changed_at_end(&twice, "/Root 1 0 R", "/Root 1 0 R/Root 1 0 R"),
        changed_at_end(&twice, "trailer", "4 x\ntrailer"),
        hybrid(&updated(twice, "\n", |_| String::new())),
    ] {
        let refused = NewestStates::read(&refused).map(|_| ());
        assert!(
            matches!(refused, Err(PdfError::Ambiguous(_))),
            "{refused:?}"
        );
    }
    let once = hybrid(&updated(file(&objects("(alt)")), &field, of_field));
    assert!(NewestStates::read(&once).is_ok());
}

/// A file with another end, where something stands in it for the last time.
fn changed_at_end(whole: &[u8], from: &str, to: &str) -> Vec<u8> {
    let whole = String::from_utf8_lossy(whole);
    let (before, behind) = whole.rsplit_once(from).unwrap();
    format!("{before}{to}{behind}").into_bytes()
}

#[test]
fn an_update_that_goes_back_to_an_older_generation_is_refused() {
    let first = file(&objects("(alt)"));
    let second = updated(first.clone(), &new_field("4 1 obj"), |place| {
        format!("4 1\n{place:010} 00001 n \n")
    });
    let third = updated(second, &new_field("4 0 obj"), of_field);
    let refused = fields(&third).1;
    let is_named = |what: &String| what.contains("older generation");
    assert!(
        matches!(&refused, Err(PdfError::Ambiguous(what)) if is_named(what)),
        "{refused:?}"
    );
    // A number that was free is used again by many programs with its old generation.
    let freed = updated(first, "\n", |_| "4 1\n0000000000 00001 f \n".to_owned());
    let again = updated(freed, &new_field("4 0 obj"), of_field);
    assert_eq!(value(fields(&again).1), "neu");
}
