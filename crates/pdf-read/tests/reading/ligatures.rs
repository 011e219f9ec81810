//! Printed ligatures, and what files say of their letters.

use forms::FormContent;
use forms::form_content::{MISWRITTEN, PrintedPages};
use lopdf::{Object, Stream, dictionary};

use crate::flat::page;

/// The codes 1 to 4 are `A`, `ﬂ`, `ﬃ` and `e`; 5 to 7 are `ti`, `ffi` and `tti` as Ghostscript 10
/// writes them; 8 is an emoji as MuPDF writes it; 9 is a glyph that is no character.
const MAP: &[u8] = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap \
    /CMapName /X def /CMapType 2 def \
    1 begincodespacerange <0000> <FFFF> endcodespacerange \
    8 beginbfchar <0001> <0041> <0002> <FB02> <0003> <FB03> <0004> <0065> \
    <0005> <74006900> <0006> <6600CF00> <0007> <7400DD00> <0008> <1f600> endbfchar \
    endcmap CMapName currentdict /CMap defineresource pop end end";

/// What a page shows that draws this.
fn drawn(shown: &str) -> PrintedPages {
    let mut form = page(&format!("BT /L 12 Tf 1 0 0 1 50 700 Tm {shown} ET"));
    let map = form.add(Stream::new(dictionary! {}, MAP.to_vec()));
    let descendant = dictionary! {
        "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "L", "DW" => 500,
        "FontDescriptor" => dictionary! {
            "Type" => "FontDescriptor", "FontName" => "L", "Flags" => 4,
        },
    };
    let descendants: Vec<Object> = vec![descendant.into()];
    let font = dictionary! {
        "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "L", "Encoding" => "Identity-H",
        "DescendantFonts" => descendants, "ToUnicode" => map,
    };
    let fonts = dictionary! { "L" => font };
    form.page.set("Resources", dictionary! { "Font" => fonts });
    match form.read() {
        Ok(FormContent::Text(pages)) => pages,
        other => panic!("not text: {other:?}"),
    }
}

fn text(shown: &str) -> String {
    let texts = drawn(shown).texts;
    texts.into_iter().map(|run| run.text).collect()
}

#[test]
fn a_ligature_that_is_marked_with_its_letters_is_read_as_these() {
    let marked = "<0001> Tj /Span <</ActualText (fl) >> BDC <0002> Tj EMC <0001> Tj";
    assert_eq!(text(marked), "AflA");
    let as_utf_16 = "/Span <</MCID 3 /ActualText <FEFF006600660069>>> BDC [<0003>] TJ EMC";
    assert_eq!(text(as_utf_16), "ffi");
}

#[test]
fn a_ligature_that_nothing_is_said_of_is_read_as_it_stands() {
    assert_eq!(text("<0001000200010003> Tj"), "A\u{FB02}A\u{FB03}");
    assert_eq!(text("/Span <</MCID 3>> BDC <0002> Tj EMC"), "\u{FB02}");
}

#[test]
fn letters_that_say_something_else_than_is_drawn_count_for_nothing() {
    for said in ["fi", "12", "f", "ffl", "hunderteins"] {
        let marked = format!("/Span <</ActualText ({said}) >> BDC <0002> Tj EMC");
        assert_eq!(text(&marked), "\u{FB02}", "{said}");
    }
    let several = "/Span <</ActualText (fl) >> BDC <00020001> Tj EMC";
    assert_eq!(text(several), "\u{FB02}A");
    let letter = "/Span <</ActualText (fl) >> BDC <0001> Tj EMC";
    assert_eq!(text(letter), "A");
}

#[test]
fn a_ligature_that_is_no_character_is_known_by_its_letters_alone() {
    let pages = drawn("<0001> Tj /Span <</ActualText (tt) >> BDC <0009> Tj EMC <0004> Tj");
    assert_eq!(pages.undecodable, []);
    assert_eq!(pages.texts[0].text, "Atte");
    for marked in [
        "<0009> Tj",
        "/Span <</ActualText (12) >> BDC <0009> Tj EMC",
        "/Span <</ActualText (tt) >> BDC <00090009> Tj EMC",
        "/Span <</ActualText (tt) >> BDC <0009> Tj EMC <0009> Tj",
    ] {
        assert_eq!(drawn(marked).undecodable.len(), 1, "{marked}");
    }
}

#[test]
fn letters_that_a_program_has_written_the_other_way_round_are_put_right() {
    assert_eq!(text("<000100050004> Tj"), "Atie");
}

#[test]
fn letters_that_a_program_has_lost_are_told_apart_from_what_is_there() {
    for code in ["0006", "0007"] {
        let pages = drawn(&format!("<0001{code}0004> Tj"));
        assert_eq!(pages.undecodable, []);
        assert_eq!(pages.texts[0].text, format!("A{MISWRITTEN}e"));
    }
    let said = "<0001> Tj /Span <</ActualText (ffi) >> BDC <0006> Tj EMC <0004> Tj";
    assert_eq!(text(said), "Affie");
}

#[test]
fn a_character_that_a_program_has_written_as_its_number_is_read_as_this() {
    assert_eq!(text("<000100080004> Tj"), "A\u{1F600}e");
}
