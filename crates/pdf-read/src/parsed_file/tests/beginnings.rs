//! Files that begin like a blank form.

use std::cell::Cell;

use form_reading::expected_form::{
    BlankFile, KnownBeginning, KnownObject, KnownPlace, ObjectRange,
};

use super::states::{new_field, of_field, packed, updated};
use super::{CHANGES, ParsedFile, Way, fields, fields_of_known, file, object, objects, parse_and};
use crate::ParserOutput;
use crate::parsed_file::agreed;

fn blank_file(pdf: &[u8]) -> BlankFile {
    crate::blank_file(pdf).unwrap()
}

pub(super) fn beginning(pdf: &[u8]) -> KnownBeginning {
    blank_file(pdf).beginning
}

/// Whether the page is known to be that of the blank form.
fn has_known_page(pdf: &[u8], beginning: &KnownBeginning) -> bool {
    let is_known = Cell::new(false);
    let look = |parsed: &ParsedFile<'_>, reading: ParserOutput| {
        is_known.set(parsed.known_pages(&reading.pages) == [true]);
        Ok(())
    };
    parse_and(
        pdf,
        std::slice::from_ref(beginning),
        |parsed| drop(parsed),
        look,
    )
    .unwrap();
    is_known.into_inner()
}

/// A blank form, whose field is packed in a stream or stands by itself.
fn blanks() -> [Vec<u8>; 2] {
    [file(&objects("(alt)")), packed()]
}

fn filled(blank: &[u8]) -> Vec<u8> {
    updated(blank.to_vec(), &new_field("4 0 obj"), of_field)
}

#[test]
fn a_form_that_was_filled_in_behind_its_blank_one_has_its_pages() {
    for blank in blanks() {
        let BlankFile { beginning, .. } = blank_file(&blank);
        let end = beginning.pieces.last().map(|piece| piece.end);
        assert_eq!(end, u32::try_from(blank.len()).ok());
        assert!(beginning.objects.len() >= 4 && beginning.pages.len() == 1);
        let filled = filled(&blank);
        let (way, found) = fields_of_known(&filled, std::slice::from_ref(&beginning));
        assert_eq!((way, super::value(found).as_str()), (Way::Once, "neu"));
        assert!(has_known_page(&filled, &beginning));
        assert!(has_known_page(&blank, &beginning));
        assert!(!has_known_page(&filled, &KnownBeginning::default()));
    }
}

#[test]
fn a_page_of_which_an_update_changes_something_is_not_known() {
    let blank = file(&objects("(alt)"));
    let BlankFile { beginning, .. } = blank_file(&blank);
    let text = String::from_utf8(blank.clone()).unwrap();
    let update = |number: usize, from: &str, to: &str| {
        let written = object(&text, number).replacen(from, to, 1);
        let written = format!("{number} 0 obj\n{written}\nendobj\n");
        updated(blank.clone(), &written, |place| {
            format!("{number} 1\n{place:010} 00000 n \n")
        })
    };
    assert!(has_known_page(&update(4, "(alt)", "(neu)"), &beginning));
    for (number, from, to, what) in [
        (5, "BT E", "ET B", "what draws it"),
        (2, "/Count 1", "/Count 1/Rotate 90", "what it inherits"),
        (3, "595 842", "842 595", "its area"),
        (3, "/Contents 5", "/Contents 6", "which object draws it"),
    ] {
        let changed = update(number, from, to);
        assert!(!has_known_page(&changed, &beginning), "{what}");
    }
}

/// The table may say that an object of the page is where another one is known to be.
#[test]
fn a_page_is_not_known_whose_objects_are_not_where_the_table_says() {
    for blank in blanks() {
        let beginnings = [beginning(&blank)];
        for other in ["2 0 obj", "4 0 obj", "6 0 obj"] {
            let place = memchr::memmem::find(&blank, other.as_bytes());
            let place = place.unwrap_or(blank.len());
            let swapped = updated(blank.clone(), "\n", |_| {
                format!("5 1\n{place:010} 00000 n \n")
            });
            let look = |parsed: &ParsedFile<'_>, reading: ParserOutput| {
                Ok(parsed.known_pages(&reading.pages))
            };
            let known = parse_and(&swapped, &beginnings, |parsed| drop(parsed), look);
            assert_ne!(known, Ok(vec![true]), "{other}");
        }
    }
}

/// What is known of a page is not read; but a viewer may find it written again.
#[test]
fn what_a_known_page_is_made_of_is_not_written_again_behind_it() {
    let blank = file(&objects("(alt)"));
    let beginnings = [beginning(&blank)];
    let again = format!(
        "5 0 obj\n{}\nendobj\n",
        object(&String::from_utf8_lossy(&blank), 5)
    );
    for (written, is_known) in [
        (String::new(), true),
        (again.clone(), true),
        (again.replace("BT E", "ET B"), false),
    ] {
        let filled = updated(blank.clone(), &(new_field("4 0 obj") + &written), of_field);
        let known = Cell::new(Vec::new());
        let look = |parsed: &ParsedFile<'_>, reading: ParserOutput| {
            known.set(parsed.known_pages(&reading.pages));
            Ok(())
        };
        // Where parsers are asked apart, nothing is known.
        let _ = parse_and(&filled, &beginnings, |parsed| drop(parsed), look);
        assert_eq!(known.into_inner() == [true], is_known, "{written}");
    }
}

#[test]
fn an_object_is_known_at_the_place_alone_that_the_blank_form_has_it() {
    let [unpacked, packed] = blanks();
    for (blank, container) in [(unpacked, None), (packed, Some(6))] {
        let beginnings = [beginning(&blank)];
        let parsed = agreed(&blank, &beginnings).unwrap();
        let id = (4, 0);
        let place = parsed.known_place(id).unwrap();
        assert_eq!(place.packed, container.map(|container| (container, 0)));
        assert!(parsed.has_known(&KnownObject {
            id,
            place: Some(place)
        }));
        let begin = place.begin + 1;
        let other_places = [
            Some(KnownPlace { begin, ..place }),
            Some(KnownPlace {
                packed: Some((6, 1)),
                ..place
            }),
            Some(KnownPlace {
                packed: Some((7, 0)),
                ..place
            }),
            None,
        ];
        for place in other_places {
            assert!(!parsed.has_known(&KnownObject { id, place }), "{place:?}");
        }
        let nowhere = KnownObject {
            id: (99, 0),
            place: None,
        };
        assert!(!parsed.has_known(&nowhere));
    }
}

#[test]
fn a_file_is_known_as_far_as_it_is_like_the_blank_one() {
    let long = "%".repeat(9_000);
    let mut objects = objects("(alt)");
    objects[5] = format!("(M)\n{long}");
    let blank = file(&objects);
    let BlankFile { beginning, .. } = blank_file(&blank);
    assert!(beginning.pieces.len() > 2);
    let mut changed = blank.clone();
    assert!(has_known_page(&blank, &beginning));
    let comment = memchr::memmem::rfind(&blank, b"%%%%").unwrap();
    changed[comment] = b'#';
    assert!(has_known_page(&changed, &beginning));
    let first = blank.iter().position(|byte| *byte == b'1').unwrap();
    changed[first] = b'2';
    assert!(!has_known_page(&changed, &beginning));
}

#[test]
fn no_object_is_known_whose_bytes_another_one_decides() {
    let mut objects = objects("(alt)");
    objects[4] = objects[4].replace("/Length 4", "/Length 6 0 R");
    objects[5] = "4".to_owned();
    let pdf = file(&objects);
    let BlankFile { beginning, .. } = blank_file(&pdf);
    let start = memchr::memmem::find(&pdf, b"5 0 obj").unwrap();
    let begins = |range: &ObjectRange| usize::try_from(range.0) == Ok(start);
    assert!(!beginning.objects.iter().any(begins));
    assert!(!has_known_page(&pdf, &beginning));
}

#[test]
fn a_blank_form_that_parsers_read_apart_is_not_known() {
    let odd = String::from_utf8(file(&objects("(alt)"))).unwrap();
    let odd = odd.replace("trailer\n<<", "trailer\n<</XRefStm 9");
    let BlankFile {
        pages, beginning, ..
    } = blank_file(odd.as_bytes());
    assert_eq!((pages.len(), beginning), (1, KnownBeginning::default()));
}

/// An update may name an older state that the blank form itself has replaced.
#[test]
fn a_state_that_the_blank_form_has_replaced_is_not_known() {
    let older = packed();
    let place = memchr::memmem::find(&older, b"6 0 obj").unwrap();
    let blank = filled(&older);
    let BlankFile { beginning, .. } = blank_file(&blank);
    assert_eq!(beginning.replaced, [(6, 4)]);
    assert!(
        beginning
            .objects
            .iter()
            .any(|range| range.0 as usize == place)
    );
}

#[test]
fn every_changed_byte_is_read_alike_whether_the_beginning_is_known_or_not() {
    for blank in blanks() {
        let beginnings = [blank_file(&blank).beginning];
        let filled = filled(&blank);
        let mut read_once = 0;
        for position in 0..filled.len() {
            for change in CHANGES {
                let mut pdf = filled.clone();
                pdf[position] = *change;
                let (way, found) = fields_of_known(&pdf, &beginnings);
                read_once += usize::from(way == Way::Once);
                assert_eq!(found, fields(&pdf).1, "{}", String::from_utf8_lossy(&pdf));
            }
        }
        assert!(read_once > 100, "{read_once}");
    }
}
