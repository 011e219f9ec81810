//! In which order and shape characters are set.

use unicode_bidi::Level;

use super::*;

fn shaped(text: &str) -> Rc<ShapedText> {
    let family = FontFamily::embedded().unwrap();
    super::shaped(&family, Weight::Regular, text.into()).unwrap()
}

fn drawn(text: &str) -> String {
    shaped(text)
        .glyphs
        .iter()
        .map(|glyph| &*glyph.text)
        .collect()
}

#[test]
fn arabic_letters_join_and_run_to_the_left() {
    let text = shaped("محمد");
    assert_eq!(drawn("محمد"), "دمحم");
    assert!(text.glyphs.iter().any(|glyph| !glyph.is_nominal));
    assert_eq!(text.text, "محمد");
}

#[test]
fn a_ligature_stands_for_its_letters_from_left_to_right() {
    let text = shaped("سلام");
    assert_eq!(text.glyphs.len(), 3);
    assert_eq!(drawn("سلام"), "مالس");
}

#[test]
fn numbers_and_latin_names_keep_their_direction() {
    assert_eq!(drawn("Müller (محمد) 12"), "Müller (دمحم) 12");
    assert_eq!(drawn("محمد (Müller) 12"), "12 )Müller( دمحم");
}

#[test]
fn a_line_runs_in_the_direction_of_its_paragraph_whatever_letter_it_begins_with() {
    let drawn = |text, level| {
        let family = FontFamily::embedded().unwrap();
        let shaped = super::shaped(&family, Weight::Regular, TextLine { text, level });
        let glyphs = shaped.iter().flat_map(|shaped| &shaped.glyphs);
        glyphs.map(|glyph| &*glyph.text).collect::<String>()
    };
    assert_eq!(drawn("Heidelberg גד.", Level::rtl()), ".דג Heidelberg");
    assert_eq!(drawn("Heidelberg 12.", Level::rtl()), ".Heidelberg 12");
    assert_eq!(drawn("גד Heidelberg.", Level::ltr()), "דג Heidelberg.");
    assert_eq!(drawn("Heidelberg 12.", Level::ltr()), "");
}

#[test]
fn more_glyphs_than_characters_are_one_cluster() {
    let text = shaped("กำ");
    assert_eq!(drawn("กำ"), "กำ");
    let clusters = text
        .glyphs
        .iter()
        .filter_map(|glyph| glyph.cluster.as_ref());
    assert_eq!(clusters.count(), 1);
}

#[test]
fn characters_that_no_face_has_together_are_drawn_from_those_that_have_them() {
    assert_eq!(drawn("\u{1EE7C}\u{1CF8}"), "\u{1CF8}\u{1EE7C}");
    assert_eq!(drawn("a \u{A837} ب"), "a \u{A837} ب");
}

#[test]
fn what_no_face_has_is_its_code_point_in_its_place() {
    let coded = shaped("א\u{10900}\t\u{FFFD}ב");
    assert_eq!(coded.text, "א\u{10900}    [U+FFFD]ב");
    // Brackets are mirrored when they are drawn.
    assert_eq!(drawn("א\u{0D05}"), "]U+0D05[א");
}

#[test]
fn without_shaping_each_character_stands_for_itself_in_its_place() {
    let family = FontFamily::embedded().unwrap().without_shaping();
    let text = "محمد (Müller) 12 हिन्दी \u{1B34}";
    let plain = super::shaped(&family, Weight::Regular, text.into()).unwrap();
    assert!(plain.glyphs.iter().all(|glyph| glyph.is_nominal));
    let drawn: String = plain.glyphs.iter().map(|glyph| &*glyph.text).collect();
    assert_eq!(drawn, "12 हिन्दी [U+1B34] )Müller( دمحم");
    assert_eq!(plain.text, text);
}
