//! Printed hyphens that programs call soft ones, since fonts have one glyph for both.

use forms::FormContent;
use lopdf::{Object, Stream, dictionary};

use crate::flat::page;

/// The codes 1 to 3 are `A`, a soft hyphen and a hyphen; 4 is a soft hyphen that takes no room.
const MAP: &[u8] = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap \
    /CMapName /X def /CMapType 2 def \
    1 begincodespacerange <0000> <FFFF> endcodespacerange \
    4 beginbfchar <0001> <0041> <0002> <00AD> <0003> <002D> <0004> <00AD> endbfchar \
    endcmap CMapName currentdict /CMap defineresource pop end end";

/// The text of a page that draws this, `M` being a font with the map and `F` one with the usual
/// encoding.
fn text(shown: &str) -> String {
    let mut form = page(&format!("BT 1 0 0 1 50 700 Tm {shown} ET"));
    let map = form.add(Stream::new(dictionary! {}, MAP.to_vec()));
    let widths: Vec<Object> = vec![4.into(), vec![Object::Integer(0)].into()];
    let descendant = dictionary! {
        "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "M", "DW" => 500,
        "W" => widths,
        "FontDescriptor" => dictionary! {
            "Type" => "FontDescriptor", "FontName" => "M", "Flags" => 4,
        },
    };
    let descendants: Vec<Object> = vec![descendant.into()];
    let mapped = dictionary! {
        "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "M", "Encoding" => "Identity-H",
        "DescendantFonts" => descendants, "ToUnicode" => map,
    };
    let usual = dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
        "Encoding" => "WinAnsiEncoding",
    };
    let fonts = dictionary! { "M" => mapped, "F" => usual };
    form.page.set("Resources", dictionary! { "Font" => fonts });
    match form.read() {
        Ok(FormContent::Text(pages)) => pages.texts.into_iter().map(|run| run.text).collect(),
        other => panic!("not text: {other:?}"),
    }
}

#[test]
fn a_soft_hyphen_that_is_drawn_is_read_as_the_hyphen_that_people_see() {
    assert_eq!(text("/M 12 Tf <0001000200010003> Tj"), "A-A-");
    assert_eq!(text("/F 12 Tf (A\\255A) Tj"), "A-A");
}

#[test]
fn a_soft_hyphen_that_takes_no_room_stays_one() {
    assert_eq!(text("/M 12 Tf <000100040001> Tj"), "A\u{AD}A");
}
