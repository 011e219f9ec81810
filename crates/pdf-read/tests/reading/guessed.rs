//! Printed text in fonts that have lost their encoding, as Ghostscript leaves them behind, of a
//! form whose blank text is known.

use form_reading::expected_form::BlankTexts;
use forms::FormContent;
use forms::form_content::{PlacedText, PrintedPages};
use lopdf::{Stream, dictionary};
use pdf_read::FileRole;

use crate::flat::page;
use crate::form::Form;

/// What the form prints, and a value that stands beside it: umlauts as one byte each.
const OWN: &str = "1 0 0 1 50 700 Tm (Geb\\374hr\\200) Tj 1 0 0 1 50 600 Tm (Ort) Tj \
                   1 0 0 1 50 500 Tm (Anschrift) Tj";
const VALUE: &str = "1 0 0 1 250 600 Tm (K\\366ln) Tj";

/// A page that draws these with Helvetica as `F`, and with an embedded font without encoding as
/// `S`.
fn drawn(operators: &str) -> Form {
    let mut form = page(&format!("BT {operators} ET"));
    let file = form.add(Stream::new(dictionary! {}, b"true".to_vec()));
    let symbolic = dictionary! {
        "Type" => "Font", "Subtype" => "TrueType", "BaseFont" => "ABCDEF+X",
        "FirstChar" => 0, "LastChar" => 255, "Widths" => vec![500.into(); 256],
        "FontDescriptor" => dictionary! {
            "Type" => "FontDescriptor", "FontName" => "ABCDEF+X", "Flags" => 4, "FontFile2" => file,
        },
    };
    let plain = dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
        "Encoding" => "WinAnsiEncoding",
    };
    let fonts = dictionary! { "F" => plain, "S" => symbolic.clone(), "T" => symbolic };
    form.page.set("Resources", dictionary! { "Font" => fonts });
    form
}

fn read(operators: &str, blank: Vec<PlacedText>) -> PrintedPages {
    let blank = BlankTexts {
        flat: blank,
        ..BlankTexts::default()
    };
    let pdf = drawn(operators).bytes();
    match pdf_read::read_as(&pdf, FileRole::FilledForm, Some(&blank)) {
        Ok(FormContent::Text(pages)) => pages,
        other => panic!("not text: {other:?}"),
    }
}

fn blank() -> Vec<PlacedText> {
    read(&format!("/F 12 Tf {OWN}"), Vec::new()).texts
}

fn texts(pages: &PrintedPages) -> Vec<&str> {
    pages.texts.iter().map(|run| run.text.as_str()).collect()
}

#[test]
fn what_reads_as_the_blank_form_does_in_its_place_is_the_forms_own() {
    let pages = read(&format!("/S 12 Tf {OWN} /F 12 Tf {VALUE}"), blank());
    assert_eq!(pages.undecodable, []);
    let expected = ["Gebühr€", "Ort", "Köln", "Anschrift"];
    assert_eq!(texts(&pages), expected);
}

#[test]
fn what_the_blank_form_does_not_print_there_is_guessed_by_nobody() {
    for (operators, reason) in [
        (format!("/S 12 Tf {OWN} {VALUE}"), "a value in such a font"),
        (
            format!("/S 12 Tf {OWN} 1 0 0 1 50 400 Tm (Ort) Tj"),
            "a word of the form's own elsewhere",
        ),
        (
            "/S 12 Tf 1 0 0 1 50 700 Tm (Hfc\\375is\\201) Tj".to_owned(),
            "other codes for the same characters",
        ),
    ] {
        let pages = read(&format!("{operators} /F 12 Tf {VALUE}"), blank());
        assert!(!pages.undecodable.is_empty(), "{reason}");
        assert_eq!(texts(&pages), ["Köln"], "{reason}");
    }
}

#[test]
fn nothing_is_guessed_of_an_unknown_form() {
    let pages = read(&format!("/S 12 Tf {OWN}"), Vec::new());
    assert_eq!((pages.undecodable.len(), texts(&pages)), (3, Vec::new()));
}

#[test]
fn a_space_is_known_in_a_font_that_shows_letters_and_in_no_other() {
    let space = "1 0 0 1 250 600 Tm ( ) Tj";
    for (font, undecodable) in [("S", 0), ("T", 1), ("F", 0)] {
        let pages = read(&format!("/S 12 Tf {OWN} /{font} 12 Tf {space}"), blank());
        assert_eq!(pages.undecodable.len(), undecodable, "{font}");
        assert_eq!(texts(&pages), ["Gebühr€", "Ort", "Anschrift"], "{font}");
    }
}
