mod beginnings;
mod other_states;
mod states;

use std::cell::Cell;

use form_reading::expected_form::KnownBeginning;
use forms::form_content::FormField;
use lopdf::SaveOptions;
use ports::PdfError;

use super::{ParsedFile, parse_and};
use crate::ParserOutput;
use crate::growth::file;

#[derive(Debug, PartialEq)]
enum Way {
    /// Once, for both parsers.
    Once,
    /// By each of two parsers.
    Apart,
    Refused,
}

fn fields(pdf: &[u8]) -> (Way, Result<Vec<FormField>, PdfError>) {
    fields_of_known(pdf, &[])
}

fn fields_of_known(
    pdf: &[u8],
    beginnings: &[KnownBeginning],
) -> (Way, Result<Vec<FormField>, PdfError>) {
    let way = Cell::new(Way::Refused);
    let done = |parsed: ParsedFile<'_>| {
        way.set(match parsed {
            ParsedFile::Agreed(_) => Way::Once,
            ParsedFile::Apart(..) => Way::Apart,
        });
    };
    let found = parse_and(pdf, beginnings, done, |_, reading: ParserOutput| {
        Ok(reading.fields)
    });
    (way.into_inner(), found)
}

/// The objects of a form with one text field, which has this value.
fn objects(value: &str) -> Vec<String> {
    let field = format!("<</FT/Tx/T(name)/V{value}/Subtype/Widget/Rect[9 9 99.5 29]>>");
    let script = "<</Length 4>>stream\nBT E\nendstream";
    [
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[4 0 R]/Contents 5 0 R>>",
        &field,
        script,
        "(M\\374ller)",
    ]
    .map(str::to_owned)
    .to_vec()
}

fn value(found: Result<Vec<FormField>, PdfError>) -> String {
    found.unwrap().remove(0).values.remove(0)
}

#[test]
fn a_file_that_is_written_to_the_letter_is_read_once() {
    for (written, said) in [
        ("(Sommerfest)", "Sommerfest"),
        ("<FEFF00FC>", "ü"),
        (" 6 0 R", "Müller"),
        ("(a) % and a comment\n", "a"),
        ("(a\\\nb)", "ab"),
    ] {
        let (way, found) = fields(&file(&objects(written)));
        assert_eq!((way, value(found).as_str()), (Way::Once, said), "{written}");
    }
}

#[test]
fn packed_objects_and_tables_are_read_once() {
    let mut document = lopdf::Document::load_mem(&file(&objects(" 6 0 R"))).unwrap();
    let mut pdf = Vec::new();
    let options = SaveOptions::builder().use_object_streams(true);
    let options = options.use_xref_streams(true).build();
    document.save_with_options(&mut pdf, options).unwrap();
    assert!(memchr::memmem::find(&pdf, b"/ObjStm").is_some());
    let (way, found) = fields(&pdf);
    assert_eq!((way, value(found).as_str()), (Way::Once, "Müller"));
}

#[test]
fn what_is_out_of_the_ordinary_is_read_by_each_parser() {
    let whole = file(&objects("(x)"));
    for (from, to) in [
        ("/Type/Page/Parent", "/Type/Page/Type/Page/Parent"),
        ("(x)", "(\\x)"),
        ("(x)", "(x)/Q 1.0000000000000000"),
        ("trailer\n<<", "trailer\n<</XRefStm 9"),
    ] {
        let text = String::from_utf8(whole.clone()).unwrap();
        let start = text.find("xref\n").unwrap();
        let changed = text.replacen(from, to, 1);
        // Where objects have moved, the table is made anew.
        let objects: Vec<String> = (1..=6).map(|number| object(&changed, number)).collect();
        let changed = match text[start..].contains(from) {
            true => changed.into_bytes(),
            false => file(&objects),
        };
        let (way, found) = fields(&changed);
        assert_eq!((way, value(found).as_str()), (Way::Apart, "x"), "{to}");
    }
}

#[test]
fn a_stream_that_goes_on_behind_its_length_is_not_read_once() {
    let mut objects = objects(" 5 0 R");
    let (way, found) = fields(&file(&objects));
    assert_eq!((way, value(found).as_str()), (Way::Once, "BT E"));
    objects[4] = objects[4].replace("/Length 4", "/Length 3");
    assert_ne!(fields(&file(&objects)).0, Way::Once);
}

/// What is written of an object.
fn object(file: &str, number: usize) -> String {
    let (_, rest) = file.split_once(&format!("\n{number} 0 obj\n")).unwrap();
    rest.split_once("\nendobj").unwrap().0.to_owned()
}

#[test]
fn an_object_that_one_parser_knows_and_another_does_not_is_not_read_once() {
    let whole = file(&objects(" 6 0 R"));
    let previous = memchr::memmem::find(&whole, b"\nxref\n").unwrap() + 1;
    // An update deletes the value.
    let start = whole.len();
    let update = format!(
        "xref\n6 1\n0000000000 00001 f \ntrailer\n<</Size 7/Root 1 0 R/Prev {previous}>>\n\
         startxref\n{start}\n%%EOF\n"
    );
    let (way, found) = fields(&[whole, update.into_bytes()].concat());
    assert_ne!(way, Way::Once, "{found:?}");
}

#[test]
fn sections_that_lead_back_to_themselves_are_not_followed_for_ever() {
    let whole = String::from_utf8(file(&objects("(x)"))).unwrap();
    let start = whole.find("\nxref\n").unwrap() + 1;
    let looped = whole.replace("trailer\n<<", &format!("trailer\n<</Prev {start}"));
    assert_ne!(fields(looped.as_bytes()).0, Way::Once);
    let many = whole.replace("xref\n0 7\n", "xref\n0 4000000000\n");
    assert_ne!(fields(many.as_bytes()).0, Way::Once);
}

/// A file whose last table says that object 6 is `(7)`, and another object 6 that no table knows.
fn with_unlisted_object() -> String {
    let mut objects = objects(" 6 0 R");
    objects[5] = "(7)\nendobj\n6 0 obj\n(7000)".to_owned();
    String::from_utf8(file(&objects)).unwrap()
}

#[test]
fn a_file_whose_table_viewers_might_mend_is_not_read_once() {
    let whole = String::from_utf8(file(&objects(" 6 0 R"))).unwrap();
    assert_eq!(fields(whole.as_bytes()).0, Way::Once);
    let unlisted = with_unlisted_object();
    let end = unlisted.rfind("startxref").unwrap();
    for (odd, what) in [
        (
            format!("{unlisted}{}", "%".repeat(5_000)),
            "bytes behind the end",
        ),
        (unlisted.replace("%%EOF", ""), "no end"),
        (
            format!("{}% see {}", &unlisted[..end], &unlisted[end..]),
            "no line of its own",
        ),
        (
            whole.replace("/Size 7", "/Size 6"),
            "more objects than the size",
        ),
        (
            whole.replace("65535 f ", "65535 n "),
            "a first object in use",
        ),
        (
            whole.replace("startxref\n", "startxref%\n"),
            "a comment in the last lines",
        ),
    ] {
        let (way, found) = fields(odd.as_bytes());
        assert_ne!(way, Way::Once, "{what}: {found:?}");
    }
}

#[test]
fn an_object_stream_that_has_a_number_twice_is_refused_if_it_is_needed() {
    let streamed = |numbers: &str, index: u8| {
        let packed = format!("{numbers} (7) (8)");
        let first = numbers.len() + 1;
        let count = numbers.split(' ').count() / 2;
        let mut objects = objects(" 7 0 R");
        objects[5] = format!(
            "<</Type/ObjStm/N {count}/First {first}/Length {}>>stream\n{packed}\nendstream",
            packed.len()
        );
        let pdf = file(&objects);
        let (start, offsets) = (pdf.len(), offsets(&pdf));
        let rows: Vec<u8> = (0..9_u16)
            .flat_map(|number| row(number, start, &offsets, index))
            .collect();
        let dictionary = "<</Type/XRef/Size 9/Root 1 0 R/W[1 2 1]";
        let length = rows.len();
        let head = format!("8 0 obj\n{dictionary}/Length {length}>>stream\n");
        let tail = format!("\nendstream\nendobj\nstartxref\n{start}\n%%EOF\n");
        [pdf, head.into_bytes(), rows, tail.into_bytes()].concat()
    };
    let (way, found) = fields(&streamed("7 0 9 4", 0));
    assert_eq!((way, value(found).as_str()), (Way::Once, "7"));
    for index in [0, 1] {
        let refused = fields(&streamed("7 0 7 4", index)).1;
        let is_named = |what: &String| what.contains("twice under one number");
        assert!(
            matches!(&refused, Err(PdfError::Ambiguous(what)) if is_named(what)),
            "{refused:?}"
        );
    }
    // Neither of them is asked for.
    assert_eq!(value(fields(&streamed("7 0 9 4 9 4", 0)).1), "7");
}

/// Where the objects from 1 on begin.
fn offsets(pdf: &[u8]) -> Vec<usize> {
    let begin = |number: usize| memchr::memmem::find(pdf, format!("\n{number} 0 obj").as_bytes());
    (1..=6).map(|number| begin(number).unwrap() + 1).collect()
}

/// The line of a number: 7 is at this index of the stream 6, 8 the table itself.
fn row(number: u16, start: usize, offsets: &[usize], index: u8) -> [u8; 4] {
    let place = match number {
        8 => start,
        number => offsets
            .get(usize::from(number).wrapping_sub(1))
            .copied()
            .unwrap_or(0),
    };
    let [high, low] = u16::try_from(place).unwrap().to_be_bytes();
    match number {
        0 => [0, 0, 0, 0],
        7 => [2, 0, 6, index],
        _ => [1, high, low, 0],
    }
}

/// Every byte of a file becomes every one of these.
const CHANGES: &[u8] = b" /(0";

#[test]
fn no_changed_file_is_read_once_that_each_parser_reads_otherwise_or_not_at_all() {
    let whole = file(&objects(" 6 0 R"));
    let mut read_once = 0;
    for position in 0..whole.len() {
        for change in CHANGES {
            let mut pdf = whole.clone();
            pdf[position] = *change;
            let (Way::Once, Ok(found)) = fields(&pdf) else {
                continue;
            };
            read_once += 1;
            let apart = super::apart(&pdf).map(|(_, reading, _)| reading.fields);
            assert_eq!(Ok(found), apart, "{}", String::from_utf8_lossy(&pdf));
        }
    }
    assert!(read_once > 100, "{read_once}");
}
