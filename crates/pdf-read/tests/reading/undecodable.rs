//! Printed text in fonts that do not tell their characters.

use forms::FormContent;
use forms::form_content::{PrintedPages, UndecodableText};
use lopdf::{Object, Stream, dictionary};

use crate::flat::page;
use crate::form::Form;

/// What a page shows with this in the font `G`, whose characters nobody knows.
fn drawn(operators: &str) -> PrintedPages {
    shown(page(operators))
}

fn shown(form: Form) -> PrintedPages {
    match form.read() {
        Ok(FormContent::Text(pages)) => pages,
        other => panic!("not text: {other:?}"),
    }
}

/// The only text that cannot be decoded.
fn only(pages: &PrintedPages) -> UndecodableText {
    let [text] = pages.undecodable.as_slice() else {
        panic!("{:?}", pages.undecodable);
    };
    *text
}

/// A page with a font of one byte for each character, whose glyphs have these names from `a` on.
fn named_glyphs(names: Vec<Object>, shown: &str) -> Form {
    let mut form = page(&format!("BT /B 12 Tf 1 0 0 1 50 700 Tm ({shown}) Tj ET"));
    let names = [97.into()].into_iter().chain(names).collect::<Vec<_>>();
    let font = dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
        "Encoding" => dictionary! { "BaseEncoding" => "WinAnsiEncoding", "Differences" => names },
    };
    let fonts = dictionary! { "Font" => dictionary! { "B" => font } };
    form.page.set("Resources", fonts);
    form
}

#[test]
fn a_font_that_does_not_tell_its_characters_is_undecodable() {
    let pages = drawn("BT /G 12 Tf 1 0 0 1 50 700 Tm <00240025> Tj /F 12 Tf ( lesbar) Tj ET");
    assert!(only(&pages).glyphs.is_some());
    let texts = pages.texts.iter().map(|run| run.text.trim());
    assert_eq!(texts.collect::<Vec<_>>(), ["lesbar"]);
}

#[test]
fn each_string_counts_once_and_as_often_as_it_is_drawn() {
    let once = "BT /G 12 Tf 1 0 0 1 50 700 Tm <002400250026> Tj ET ";
    let pages = drawn(&once.repeat(3));
    assert_eq!(pages.undecodable, vec![only(&drawn(once)); 3]);
}

#[test]
fn what_looks_the_same_is_the_same_wherever_it_stands() {
    let of = |operators: &str| only(&drawn(operators));
    let own = of("BT /G 12 Tf 1 0 0 1 50 700 Tm <00240025> Tj ET");
    assert_eq!(
        of("0.5 0 0 0.5 9 9 cm BT /G 12 Tf 50 70 Td [3 <00240025>] TJ ET"),
        own
    );
    assert_ne!(of("BT /G 12 Tf 1 0 0 1 50 700 Tm <00240026> Tj ET"), own);
}

#[test]
fn the_same_codes_in_another_font_look_otherwise() {
    let text = |form: &mut Form, glyphs: &[u8]| {
        let file = form.add(Stream::new(
            dictionary! { "Subtype" => "OpenType" },
            glyphs.to_vec(),
        ));
        let descendant = dictionary! {
            "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "X",
            "FontDescriptor" => dictionary! {
                "Type" => "FontDescriptor", "FontName" => "X", "Flags" => 4, "FontFile2" => file,
            },
        };
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "X", "Encoding" => "Identity-H",
            "DescendantFonts" => vec![descendant.into()],
        };
        form.page.set(
            "Resources",
            dictionary! { "Font" => dictionary! { "G" => font } },
        );
    };
    let of = |glyphs: &[u8]| {
        let mut form = page("BT /G 12 Tf 1 0 0 1 50 700 Tm <00240025> Tj ET");
        text(&mut form, glyphs);
        only(&shown(form))
    };
    assert_eq!(of(b"one"), of(b"one"));
    assert_ne!(of(b"one"), of(b"two"));
}

#[test]
fn text_in_a_font_that_the_file_does_not_have_is_like_no_other() {
    let pages = drawn("BT /Missing 12 Tf (x) Tj ET");
    let text = UndecodableText {
        page: 0,
        glyphs: None,
    };
    assert_eq!(only(&pages), text);
}

#[test]
fn glyphs_whose_names_say_nothing_are_undecodable_where_they_are_used() {
    let read = |text: &str| {
        let names = ["g1", "adieresis", "Euro", "a.alt", "Qaa"];
        shown(named_glyphs(names.map(Object::from).to_vec(), text))
    };
    let pages = read("xbcx");
    assert_eq!(
        (pages.texts[0].text.as_str(), pages.undecodable.len()),
        ("xä€x", 0)
    );
    for text in ["xax", "d", "e"] {
        let pages = read(text);
        assert!(only(&pages).glyphs.is_some());
        assert_eq!(
            pages.texts,
            [],
            "{text}: none of its characters can be trusted"
        );
    }
}

/// A page that shows two codes in a composite font, and a line in another one.
fn composite(encoding: &str, map: Option<&str>) -> PrintedPages {
    let mut form = page(
        "BT /C 12 Tf 1 0 0 1 50 700 Tm <00240025> Tj ET \
         BT /F 12 Tf 1 0 0 1 50 600 Tm (lesbar) Tj ET",
    );
    let descriptor = dictionary! { "Type" => "FontDescriptor", "FontName" => "X", "Flags" => 4 };
    let descendant = dictionary! {
        "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "X",
        "FontDescriptor" => descriptor,
    };
    let mut font = dictionary! {
        "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "X", "Encoding" => encoding,
        "DescendantFonts" => vec![descendant.into()],
    };
    if let Some(map) = map {
        let map = format!(
            "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange {map} endcmap"
        );
        let map = Stream::new(dictionary! {}, map.into_bytes());
        font.set("ToUnicode", form.add(map));
    }
    let plain = dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
        "Encoding" => "WinAnsiEncoding",
    };
    let fonts = dictionary! { "C" => font, "F" => plain };
    form.page.set("Resources", dictionary! { "Font" => fonts });
    shown(form)
}

#[test]
fn a_font_that_cannot_be_understood_leaves_the_text_of_others_readable() {
    let lines = |pages: &PrintedPages| {
        let lines = pages.texts.iter().map(|run| run.text.clone());
        lines.collect::<Vec<_>>()
    };
    let map = "2 beginbfchar <0024> <004A> <0025> <0061> endbfchar";
    let known = composite("Identity-H", Some(map));
    assert_eq!(
        (lines(&known), known.undecodable.len()),
        (vec!["Ja".to_owned(), "lesbar".to_owned()], 0)
    );
    let empty_section = format!("{map} 1 beginbfchar\nendbfchar");
    for (encoding, map) in [
        ("UniGB-UTF16-H", None),
        ("90ms-RKSJ-H", Some(map)),
        ("Identity-H", Some(&*empty_section)),
    ] {
        let pages = composite(encoding, map);
        assert!(only(&pages).glyphs.is_some(), "{encoding}");
        assert_eq!(lines(&pages), ["lesbar"], "{encoding}");
    }
}

#[test]
fn a_code_that_the_map_of_an_embedded_font_lacks_is_undecodable_where_it_has_no_encoding() {
    let map = b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap \
        /CMapName /X def /CMapType 2 def \
        1 begincodespacerange <00> <FF> endcodespacerange \
        1 beginbfchar <41> <0041> endbfchar \
        endcmap CMapName currentdict /CMap defineresource pop end end";
    let read = |operators: &str| {
        let mut form = page(&format!("BT /M 12 Tf 1 0 0 1 50 700 Tm {operators} ET"));
        let map = form.add(Stream::new(dictionary! {}, map.to_vec()));
        let file = form.add(Stream::new(
            dictionary! { "Subtype" => "OpenType" },
            b"".to_vec(),
        ));
        let widths: Vec<Object> = (32..256).map(|_| 500.into()).collect();
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "M", "ToUnicode" => map,
            "FirstChar" => 32, "LastChar" => 255, "Widths" => widths,
            "FontDescriptor" => dictionary! {
                "Type" => "FontDescriptor", "FontName" => "M", "Flags" => 4, "FontFile3" => file,
            },
        };
        let fonts = dictionary! { "Font" => dictionary! { "M" => font } };
        form.page.set("Resources", fonts);
        shown(form)
    };
    let pages = read("(A A) Tj");
    assert_eq!(pages.undecodable, []);
    assert_eq!(pages.texts[0].text, "A A");
    for lacking in ["(AB) Tj", "(A) Tj (\\344) Tj"] {
        assert_eq!(read(lacking).undecodable.len(), 1, "{lacking}");
    }
}

#[test]
fn dingbats_are_known_by_their_names_where_those_are_the_usual_ones() {
    let read = |named: Vec<Object>, shown: &str| {
        let mut form = page(&format!("BT /Z 12 Tf 1 0 0 1 50 700 Tm ({shown}) Tj ET"));
        let encoding = dictionary! {
            "BaseEncoding" => "WinAnsiEncoding", "Differences" => named,
        };
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "ZapfDingbats",
            "Encoding" => encoding,
        };
        let fonts = dictionary! { "Font" => dictionary! { "Z" => font } };
        form.page.set("Resources", fonts);
        let pages = self::shown(form);
        let texts = pages.texts.into_iter().map(|run| run.text);
        (texts.collect::<Vec<_>>(), pages.undecodable.len())
    };
    let usual = || vec![52.into(), "a20".into(), 108.into(), "a71".into()];
    assert_eq!(read(usual(), "4l"), (vec!["✔●".to_owned()], 0));
    assert_eq!(read(usual(), "8").1, 1, "no name");
    assert_eq!(
        read(vec![52.into(), "a24".into()], "4").1,
        1,
        "another name"
    );
}
