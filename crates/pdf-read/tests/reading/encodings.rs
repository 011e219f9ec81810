//! Printed text in fonts whose bytes mean something else inside of them than in the PDF.

use forms::FormContent;
use forms::form_content::PrintedPages;
use lopdf::{Dictionary, Object, Stream, dictionary};

use crate::filters::deflated;
use crate::flat::page;
use crate::form::{Form, overlay};

/// A font in the Compact Font Format with the standard encoding, and the glyphs `A`, `Oslash`,
/// which is its byte E9, and `eacute`, which has none.
const COMPACT: &[u8] = b"\x01\0\x04\x01\0\x01\x01\x01\x02M\0\x01\x01\x01\x08\xa5\x0f\x8b\xc0\x12\
    \xac\x11\0\0\0\0\0\0\"\0\x8d\0\xcf\0\x04\x01\x01\x04\x07\n\r\xf8\x88\x0e\xf8\x88\x0e\xf8\x88\
    \x0e\xf8\x88\x0e";

/// The readable part of a Type 1 font.
const TYPE_1: &[u8] =
    b"%!PS-AdobeFont-1.0: M\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef \
    put} for\ndup 97 /g1 put\ndup 98 /eacute put\ndup 99/germandbls put\nreadonly \
    def\ncurrentfile eexec\n";

/// What a page shows with this string in a font with these entries. `file`: the key and the bytes
/// of what is embedded.
fn shown(string: &str, entries: Dictionary, file: Option<(&str, Stream)>) -> PrintedPages {
    let mut form = page(&format!("BT /M 12 Tf 1 0 0 1 50 700 Tm ({string}) Tj ET"));
    let mut font = dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "M",
        "FirstChar" => 0, "LastChar" => 255, "Widths" => vec![500.into(); 256],
    };
    overlay(&mut font, &entries);
    if let Some((key, file)) = file {
        let flags = if key == "FontFile2" { 4 } else { 32 };
        let mut descriptor =
            dictionary! { "Type" => "FontDescriptor", "FontName" => "M", "Flags" => flags };
        descriptor.set(key, form.add(file));
        font.set("FontDescriptor", descriptor);
    }
    read_in(font, form)
}

fn read_in(font: Dictionary, mut form: Form) -> PrintedPages {
    let fonts = dictionary! { "Font" => dictionary! { "M" => font } };
    form.page.set("Resources", fonts);
    match form.read() {
        Ok(FormContent::Text(pages)) => pages,
        other => panic!("not text: {other:?}"),
    }
}

/// The text of a page all of which can be decoded.
fn text(pages: &PrintedPages) -> Option<&str> {
    let is_known = pages.undecodable.is_empty();
    pages
        .texts
        .first()
        .filter(|_| is_known)
        .map(|run| run.text.as_str())
}

fn encoding(base: Option<&str>, differences: Vec<Object>) -> Dictionary {
    let mut encoding = dictionary! { "Differences" => differences };
    if let Some(base) = base {
        encoding.set("BaseEncoding", base);
    }
    dictionary! { "Encoding" => encoding }
}

#[test]
fn the_encoding_of_the_pdf_counts_more_than_that_inside_of_an_embedded_font() {
    let named = || vec![233.into(), "eacute".into()];
    for (entries, read) in [
        (dictionary! { "Encoding" => "WinAnsiEncoding" }, "A\u{e9}"),
        (
            encoding(Some("WinAnsiEncoding"), vec![128.into(), "Euro".into()]),
            "A\u{e9}",
        ),
        (encoding(Some("WinAnsiEncoding"), named()), "A\u{e9}"),
        (dictionary! { "Encoding" => "MacRomanEncoding" }, "A\u{c8}"),
        (encoding(None, named()), "A\u{e9}"),
        // What it leaves out the font says.
        (encoding(None, vec![128.into(), "Euro".into()]), "A\u{d8}"),
        (
            encoding(None, vec![65.into(), "eacute".into()]),
            "\u{e9}\u{d8}",
        ),
        (Dictionary::new(), "A\u{d8}"),
    ] {
        let file = Stream::new(dictionary! { "Subtype" => "Type1C" }, COMPACT.to_vec());
        let pages = shown("A\\351", entries.clone(), Some(("FontFile3", file)));
        assert_eq!(text(&pages), Some(read), "{entries:?}");
    }
}

#[test]
fn an_encoding_without_a_base_is_the_standard_one() {
    let euro = || encoding(None, vec![128.into(), "Euro".into()]);
    let pages = shown("A\\200\\351'", euro(), None);
    assert_eq!(text(&pages), Some("A\u{20ac}\u{d8}\u{2019}"));
    // What another name means each viewer guesses.
    let unusual = || dictionary! { "Encoding" => "PDFDocEncoding" };
    assert_eq!(text(&shown("A", unusual(), None)), Some("A"));
    assert_eq!(text(&shown("\\351", unusual(), None)), None);
}

#[test]
fn the_encoding_inside_of_a_type_1_font_stands_for_what_the_pdf_leaves_out() {
    let standard = b"%!PS-AdobeFont-1.0: M\n/Encoding StandardEncoding def\ncurrentfile eexec\n";
    let read = |program: &[u8], string: &str, entries: Dictionary| {
        let file = Stream::new(dictionary! {}, program.to_vec());
        let pages = shown(string, entries, Some(("FontFile", file)));
        text(&pages).map(str::to_owned)
    };
    let euro = || encoding(None, vec![128.into(), "Euro".into()]);
    for (program, string, entries, found) in [
        (TYPE_1, "bc", Dictionary::new(), Some("\u{e9}\u{df}")),
        (TYPE_1, "ab", Dictionary::new(), None),
        (TYPE_1, "bA", Dictionary::new(), None),
        (TYPE_1, "b\\200", euro(), Some("\u{e9}\u{20ac}")),
        (TYPE_1, "A", euro(), None),
        (
            standard,
            "\\373\\351'",
            Dictionary::new(),
            Some("\u{df}\u{d8}\u{2019}"),
        ),
        (standard, "\\373\\200", euro(), Some("\u{df}\u{20ac}")),
        (
            standard,
            "\\373",
            dictionary! { "Encoding" => "WinAnsiEncoding" },
            Some("\u{fb}"),
        ),
    ] {
        assert_eq!(read(program, string, entries).as_deref(), found, "{string}");
    }
}

#[test]
fn bytes_that_the_map_of_a_symbolic_font_lacks_are_undecodable() {
    let map = |gap: &str| {
        format!(
            "begincmap 1 begincodespacerange <00> <FF> endcodespacerange \
             1 beginbfchar <41> <0041> endbfchar {gap} 1 beginbfchar <42> <0042> endbfchar endcmap"
        )
    };
    let read = |gap: &str, string: &str| {
        let mut form = page(&format!("BT /M 12 Tf 1 0 0 1 50 700 Tm ({string}) Tj ET"));
        let file = form.add(Stream::new(dictionary! {}, b"true".to_vec()));
        let map = form.add(Stream::new(dictionary! {}, map(gap).into_bytes()));
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "TrueType", "BaseFont" => "M", "ToUnicode" => map,
            "FirstChar" => 0, "LastChar" => 255, "Widths" => vec![500.into(); 256],
            "FontDescriptor" => dictionary! {
                "Type" => "FontDescriptor", "FontName" => "M", "Flags" => 4, "FontFile2" => file,
            },
        };
        let pages = read_in(font, form);
        text(&pages).map(str::to_owned)
    };
    assert_eq!(read("", "A B").as_deref(), Some("A B"));
    assert_eq!(read("", "ABC"), None);
    // White space of any kind parts sections; at anything else the library stops.
    assert_eq!(read("\x0c", "AB").as_deref(), Some("AB"));
    assert_eq!(read("{}", "A").as_deref(), Some("A"));
    assert_eq!(read("{}", "AB"), None);
}

#[test]
fn more_or_fewer_widths_than_bytes_are_said_to_have_one_are_taken() {
    for last in [99, 300] {
        let entries = dictionary! { "Encoding" => "WinAnsiEncoding", "LastChar" => last };
        assert_eq!(text(&shown("Abc", entries, None)), Some("Abc"), "{last}");
    }
}

/// The stream with its bytes as hexadecimal digits, as runs of other bytes, and behind a predictor
/// whose parameters stand in a list.
fn packed(entries: &Dictionary, bytes: &[u8]) -> [Stream; 3] {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let runs = bytes.iter().flat_map(|byte| [0, *byte]).chain([128]);
    let rows = bytes.iter().flat_map(|byte| [0, *byte]).collect::<Vec<_>>();
    let predictor = dictionary! { "Predictor" => 12, "Columns" => 1 };
    let stream = |filter: Dictionary, bytes: Vec<u8>| {
        let mut entries = entries.clone();
        overlay(&mut entries, &filter);
        Stream::new(entries, bytes)
    };
    [
        stream(
            dictionary! { "Filter" => "ASCIIHexDecode" },
            format!("{digits}>").into_bytes(),
        ),
        stream(
            dictionary! { "Filter" => vec!["RunLengthDecode".into()] },
            runs.collect(),
        ),
        stream(
            dictionary! { "Filter" => "FlateDecode", "DecodeParms" => vec![predictor.into()] },
            deflated(&rows),
        ),
    ]
}

#[test]
fn what_a_font_leads_to_is_unpacked_whatever_it_is_packed_with() {
    let map = b"begincmap 1 begincodespacerange <00> <FF> endcodespacerange \
        2 beginbfchar <41> <0058> <42> <00E9> endbfchar endcmap";
    for map in packed(&Dictionary::new(), map) {
        let named = format!("{:?}", map.dict);
        let mut form = page("BT /M 12 Tf 1 0 0 1 50 700 Tm (AB) Tj ET");
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
            "ToUnicode" => form.add(map),
        };
        assert_eq!(text(&read_in(font, form)), Some("X\u{e9}"), "{named}");
    }
    for file in packed(&dictionary! { "Subtype" => "Type1C" }, COMPACT) {
        let named = format!("{:?}", file.dict);
        let pages = shown("A\\351", Dictionary::new(), Some(("FontFile3", file)));
        assert_eq!(text(&pages), Some("A\u{d8}"), "{named}");
    }
}
