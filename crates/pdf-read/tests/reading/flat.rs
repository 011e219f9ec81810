//! PDFs without fields.

use forms::FormContent;
use forms::form_content::PlacedText;
use lopdf::{Dictionary, Stream, dictionary};
use pdf_read::FileRole;
use ports::PdfError;

use crate::form::{Form, is_ambiguous, rectangle, text};

/// A page that draws these operators with Helvetica as `F` and a font without known characters as
/// `G`.
pub(crate) fn page(operators: &str) -> Form {
    let mut form = Form::new();
    let font = dictionary! {
        "Type" => "Font",
        "Subtype" => "Type1",
        "BaseFont" => "Helvetica",
        "Encoding" => "WinAnsiEncoding",
    };
    let descendant = dictionary! {
        "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "X", "DW" => 500,
        "CIDSystemInfo" => dictionary! {
            "Registry" => text("Adobe"),
            "Ordering" => text("Identity"),
            "Supplement" => 0,
        },
        "FontDescriptor" => dictionary! {
            "Type" => "FontDescriptor",
            "FontName" => "X",
            "Flags" => 4,
        },
    };
    let unmapped = dictionary! {
        "Type" => "Font",
        "Subtype" => "Type0",
        "BaseFont" => "X",
        "Encoding" => "Identity-H",
        "DescendantFonts" => vec![descendant.into()],
    };
    let fonts = dictionary! { "F" => font, "G" => unmapped };
    let inner = dictionary! {
        "Type" => "XObject", "Subtype" => "Form", "BBox" => rectangle(0, 0, 595, 842),
        "Resources" => dictionary! { "Font" => fonts.clone() },
    };
    let inner = form.add(Stream::new(
        inner,
        b"BT /F 12 Tf 1 0 0 1 200 700 Tm (im XObject) Tj ET".to_vec(),
    ));
    form.page.set(
        "Resources",
        dictionary! { "Font" => fonts, "XObject" => dictionary! { "X" => inner } },
    );
    form.content = operators.as_bytes().to_vec();
    form
}

pub(crate) fn runs(form: Form) -> Vec<PlacedText> {
    match form.read() {
        Ok(FormContent::Text(pages)) => pages.texts,
        other => panic!("not text: {other:?}"),
    }
}

pub(crate) fn texts(form: Form) -> Vec<String> {
    runs(form).into_iter().map(|run| run.text).collect()
}

#[test]
fn a_page_whose_text_runs_another_way_is_read_as_if_it_were_upright() {
    // The same page as it is, and drawn or shown in every quarter turn.
    let drawn = |matrix: &str| {
        format!(
            "q {matrix} cm BT /F 12 Tf 1 0 0 1 50 700 Tm (Name) Tj 1 0 0 1 200 700 Tm (Anna) Tj \
                1 0 0 1 50 600 Tm (Ort) Tj ET Q"
        )
    };
    let upright = texts(page(&drawn("1 0 0 1 0 0")));
    assert_eq!(upright, ["Name", "Anna", "Ort"]);
    for matrix in ["0 1 -1 0 842 0", "-1 0 0 -1 595 842", "0 -1 1 0 0 595"] {
        for rotation in [0, 90, 180, 270] {
            let mut turned = page(&drawn(matrix));
            turned.page.set("Rotate", rotation);
            let runs = runs(turned);
            let found: Vec<&str> = runs.iter().map(|run| run.text.as_str()).collect();
            assert_eq!(found, upright, "{matrix} {rotation}");
            let places: Vec<_> = runs.iter().map(|run| run.place).collect();
            let apart = (
                (places[1].left - places[0].left).round(),
                (places[2].top - places[0].top).round(),
            );
            assert_eq!(apart, (150.0, 100.0), "{matrix} {rotation}");
        }
    }
}

#[test]
fn text_is_read_in_reading_order_with_cells_apart() {
    let page = page(
        "BT /F 12 Tf 1 0 0 1 50 600 Tm (unten) Tj 1 0 0 1 300 700 Tm (50,00 \\200) Tj 1 0 0 1 50 \
            700 Tm (Saal mieten f\\374r) Tj ET",
    );
    assert_eq!(texts(page), ["Saal mieten für", "50,00 €", "unten"]);
}

/// As PDFium, poppler, MuPDF and pdf.js do.
#[test]
fn of_too_many_operands_the_last_ones_count() {
    let page = page(
        "BT 7 /F 12 Tf 9 1 0 0 1 300 700 Tm (alt) (50,00 \\200) Tj 9 1 0 0 1 50 700 Tm \
            [(falsch)] [(Saal)] TJ ET",
    );
    assert_eq!(texts(page), ["Saal", "50,00 €"]);
}

#[test]
fn text_beside_fields_is_read_with_places_and_marked_where_it_cannot_be_decoded() {
    let mut form = page(
        "BT /F 12 Tf 1 0 0 1 50 700 Tm (Name) Tj /X Do /G 12 Tf 1 0 0 1 50 600 Tm <0001> Tj ET",
    );
    let look = form.add(Stream::new(
        dictionary! { "Subtype" => "Form", "BBox" => rectangle(0, 0, 100, 20) },
        b"BT /F 12 Tf (im Feld) Tj ET".to_vec(),
    ));
    let look = dictionary! { "N" => look };
    form.field(
        "x",
        "Tx",
        dictionary! { "V" => text("im Feld"), "AP" => look },
    );
    let Ok(FormContent::Fields(fields, printed)) = form.read() else {
        panic!("no fields")
    };
    assert_eq!(fields[0].values, ["im Feld"]);
    let texts: Vec<&str> = printed.iter().map(|run| run.text.as_str()).collect();
    assert_eq!(texts, ["\u{fffd}", "Name", "im XObject"]);
    assert_eq!((printed[1].place.left, printed[1].place.top), (50.0, 130.0));
}

#[test]
fn places_are_those_of_the_page_as_it_is_shown() {
    let run = runs(page("BT /F 12 Tf 1 0 0 1 50 700 Tm (Name) Tj ET")).remove(0);
    let place = run.place;
    assert_eq!(
        (
            place.page,
            place.left,
            place.top + place.height,
            place.height
        ),
        (0, 50.0, 142.0, 12.0)
    );
    assert!((place.width - 32.0).abs() < 2.0, "{}", place.width);
    let mut turned = page("BT /F 12 Tf 0 1 -1 0 142 50 Tm (Name) Tj ET");
    turned.page.set("Rotate", 90);
    let place = runs(turned).remove(0).place;
    assert_eq!(
        (place.left, place.top + place.height, place.height),
        (50.0, 142.0, 12.0)
    );
}

#[test]
fn text_in_form_objects_is_found() {
    assert_eq!(
        texts(page("BT /F 12 Tf 1 0 0 1 50 700 Tm (Name) Tj ET q /X Do Q")),
        ["Name", "im XObject"]
    );
}

#[test]
fn read_as_leaves_the_text_of_a_file_without_fields_where_it_is_not_wanted() {
    let form = page("BT /G 12 Tf 1 0 0 1 50 700 Tm <00240025> Tj ET");
    let read = pdf_read::read_as(&form.bytes(), FileRole::Template, None);
    assert_eq!(read, Ok(FormContent::printed(Vec::new())));
}

#[test]
fn check_marks_are_read_whatever_encoding_their_font_claims() {
    for encoding in [None, Some("WinAnsiEncoding"), Some("PDFDocEncoding")] {
        let mut form = page("BT /Z 12 Tf 1 0 0 1 50 700 Tm (48) Tj ET");
        let mut font =
            dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "ZapfDingbats" };
        if let Some(encoding) = encoding {
            font.set("Encoding", encoding);
        }
        form.page.set(
            "Resources",
            dictionary! { "Font" => dictionary! { "Z" => font } },
        );
        assert_eq!(texts(form), ["✔✘"], "{encoding:?}");
    }
}

#[test]
fn a_font_that_breaks_the_font_library_is_damage() {
    let mut form = page("BT /B 12 Tf 1 0 0 1 50 700 Tm (x) Tj ET");
    let broken = dictionary! { "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "X" };
    form.page.set(
        "Resources",
        dictionary! { "Font" => dictionary! { "B" => broken } },
    );
    let read = form.read();
    assert!(matches!(read, Err(PdfError::Damaged(_))), "{read:?}");
}

#[test]
fn every_way_to_show_and_move_text_is_followed() {
    let page = page(
        "q 2 0 0 2 0 0 cm BT /F 6 Tf 12 TL 25 350 Td (eins) Tj (zwei) ' 5 1 (drei) \" 100 -12 TD \
            [(vi) -20 (er)] TJ T* (f\\374nf) Tj ET Q \
         BT /F 12 Tf 50 400 Td (sechs) Tj ET",
    );
    let found: Vec<(String, f32, f32)> = runs(page)
        .into_iter()
        .map(|run| (run.text, run.place.left, run.place.top + run.place.height))
        .collect();
    let expected = [
        ("eins", 50.0, 142.0),
        ("zwei", 50.0, 166.0),
        ("drei", 50.0, 190.0),
        ("vier", 250.0, 214.0),
        ("fünf", 250.0, 238.0),
        ("sechs", 50.0, 442.0),
    ];
    for (text, left, bottom) in expected {
        let is_there = found
            .iter()
            .any(|run| run.0.contains(text) && run.2 == bottom && (run.1 - left).abs() < 1.0);
        assert!(is_there, "{text}: {found:?}");
    }
}

#[test]
fn form_objects_stand_where_they_are_drawn() {
    let mut form = page("q 1 0 0 1 100 -50 cm /X Do Q");
    form.annotations.clear();
    let run = runs(form).remove(0);
    assert_eq!(
        (
            run.text.as_str(),
            run.place.left,
            run.place.top + run.place.height
        ),
        ("im XObject", 300.0, 192.0)
    );
}

#[test]
fn notes_typed_onto_the_page_are_read() {
    let mut form = page("BT /F 12 Tf 1 0 0 1 50 700 Tm (Name) Tj ET");
    let note = |contents, hidden: bool| {
        dictionary! {
            "Type" => "Annot",
            "Subtype" => "FreeText",
            "Rect" => rectangle(120, 696, 300, 714),
            "DA" => text("/Helv 10 Tf 0 g"),
            "Contents" => contents, "F" => if hidden { 2 } else { 4 },
        }
    };
    form.annotations
        .push(note(text("Anna Müller"), false).into());
    form.annotations.push(note(text("verborgen"), true).into());
    assert_eq!(texts(form), ["Name", "Anna Müller"]);
}

#[test]
fn a_page_without_text_has_none_and_push_buttons_are_no_form() {
    assert_eq!(texts(Form::new()), Vec::<String>::new());
    let mut form = page("BT /F 12 Tf 1 0 0 1 50 700 Tm (Name) Tj ET");
    form.field("drucken", "Btn", dictionary! { "Ff" => 1 << 16 });
    form.field("unterschrift", "Sig", Dictionary::new());
    assert_eq!(texts(form), ["Name"]);
}

#[test]
fn text_behind_something_that_is_no_operator_is_not_left_out() {
    for junk in [")", ">", "}", "(a", "<4", "[ 1 2", "<< /A"] {
        let read = page(&format!("BT /F 12 Tf (vorher) Tj {junk} (nachher) Tj ET")).read();
        let all = matches!(
            &read,
            Ok(content) if content.texts().iter().any(|run| run.text.contains("nachher")),
        );
        assert!(all || read.is_err(), "{junk}: {read:?}");
    }
}

/// Programs that recognise letters in scans lay them unseen over the picture, right or wrong.
#[test]
fn a_page_of_which_nobody_sees_the_text_is_a_scan() {
    let hidden = "BT 3 Tr /F 12 Tf 1 0 0 1 50 700 Tm (111,11) Tj ET";
    let seen = "BT 0 Tr /F 12 Tf 1 0 0 1 50 600 Tm (gesehen) Tj ET";
    assert!(runs(page(hidden)).is_empty());
    assert!(runs(page(&hidden.replace("3 Tr", "7 Tr"))).is_empty());
    let sign = "BT 3 Tr /F 12 Tf 1 0 0 1 50 700 Tm (x) Tj ET";
    assert_eq!(runs(page(sign)).len(), 1, "the sign of a box");
    let both = runs(page(&format!("q {hidden} Q {seen}")));
    assert_eq!(both.len(), 2, "as much is seen");
    let stamped = runs(page(&format!("q {hidden} {hidden} Q {seen}")));
    assert!(stamped.is_empty(), "a scan on which somebody has written");
    let mut two = page(hidden);
    let font = two.page.get(b"Resources").unwrap().clone();
    let content = two.add(Stream::new(Dictionary::new(), seen.into()));
    let other = dictionary! {
        "Type" => "Page", "MediaBox" => rectangle(0, 0, 595, 842), "Resources" => font,
        "Contents" => content,
    };
    let other = two.add(other);
    two.other_pages.push(other.into());
    let Ok(FormContent::Text(pages)) = two.read() else {
        panic!("no flat form");
    };
    assert_eq!(pages.texts.len(), 1);
    assert_eq!(
        pages.undecodable.len(),
        1,
        "the scanned page is not left out without a word"
    );
}

/// Some viewers then show nothing, others what two lenient parsers find.
#[test]
fn a_page_that_draws_an_object_in_a_generation_that_it_does_not_have_is_refused() {
    let drawn = page("BT /F 12 Tf 1 0 0 1 50 700 Tm (150,00) Tj ET").bytes();
    let written = String::from_utf8_lossy(&drawn).into_owned();
    let contents = written.split("/Contents ").nth(1).unwrap();
    let number = contents.split(' ').next().unwrap();
    let (own, other) = [0, 5]
        .map(|generation| format!("/Contents {number} {generation} R"))
        .into();
    let mut places = drawn.windows(own.len());
    let place = places.position(|bytes| bytes == own.as_bytes()).unwrap();
    let mut moved = drawn.clone();
    moved[place..place + other.len()].copy_from_slice(other.as_bytes());
    assert!(pdf_read::read(&drawn).is_ok());
    let read = pdf_read::read(&moved);
    assert!(is_ambiguous(&read, "in a generation"), "{read:?}");
}
