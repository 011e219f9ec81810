//! What characters become runs, and which words those have.

use std::rc::Rc;

use forms::form_content::{PagePlace, PlacedText};

use super::{PageGlyph, runs, sort};

fn glyphs(text: &str, left: f32, baseline: f32) -> Vec<PageGlyph> {
    PageGlyph::line(text, left, baseline, 0)
}

fn texts(glyphs: Vec<PageGlyph>) -> Vec<String> {
    let mut runs = runs(glyphs);
    sort(&mut runs);
    runs.into_iter().map(|run: PlacedText| run.text).collect()
}

#[test]
fn cells_are_apart_and_words_are_together() {
    let mut line = glyphs("Saal  mieten", 0.0, 100.0);
    line.extend(glyphs("50,00 €", 70.0, 100.5));
    assert_eq!(texts(line), ["Saal  mieten", "50,00 €"]);
}

#[test]
fn a_gap_without_a_space_is_a_space() {
    let mut line = glyphs("eins", 0.0, 100.0);
    line.extend(glyphs("zwei", 23.0, 100.0));
    assert_eq!(texts(line), ["eins zwei"]);
}

#[test]
fn reading_order_is_not_the_order_of_drawing() {
    let mut page = glyphs("unten", 0.0, 200.0);
    page.extend(glyphs("rechts", 200.0, 99.5));
    page.extend(glyphs("links", 0.0, 100.0));
    assert_eq!(texts(page), ["links", "rechts", "unten"]);
}

/// The characters as they are seen from `left` to `right` of the page alone.
fn clipped(glyphs: Vec<PageGlyph>, left: f32, right: f32) -> Vec<PageGlyph> {
    let area = PagePlace {
        page: 0,
        left,
        top: 80.0,
        width: right - left,
        height: 30.0,
    };
    let clip = Some(Rc::new(area));
    let clipped = glyphs.into_iter().map(|glyph| PageGlyph {
        clip: clip.clone(),
        ..glyph
    });
    clipped.collect()
}

#[test]
fn what_is_seen_in_two_areas_side_by_side_is_two_texts_and_in_one_of_a_larger_one_is_one() {
    let mut line = clipped(glyphs("Rhein", 2.0, 100.0), 0.0, 28.0);
    // Too long for its field and centred there, it begins where the other one ends.
    line.extend(clipped(glyphs("Neckar", 28.0, 100.0), 30.0, 56.0));
    assert_eq!(texts(line), ["Rhein", "Neckar"]);
    let mut line = clipped(glyphs("Nec", 2.0, 100.0), 0.0, 60.0);
    line.extend(clipped(glyphs("kar", 17.0, 100.0), 17.0, 32.0));
    assert_eq!(texts(line), ["Neckar"]);
}

#[test]
fn double_letters_of_a_font_without_widths_are_two() {
    let mut line = glyphs("Sommer", 0.0, 100.0);
    for glyph in &mut line {
        (glyph.left, glyph.right) = (10.0, 10.0);
    }
    assert_eq!(texts(line), ["Sommer"]);
}

#[test]
fn what_is_drawn_twice_to_look_bold_is_there_once() {
    let mut line = glyphs("Summe", 0.0, 100.0);
    line.extend(glyphs("Summe", 0.4, 100.0));
    assert_eq!(texts(line), ["Summe"]);
    assert_eq!(texts(glyphs("lll", 0.0, 100.0)), ["lll"]);
}

#[test]
fn a_value_on_a_dotted_line_is_not_mixed_with_the_dots() {
    let mut line = glyphs("Name: ........... ab", 0.0, 100.0);
    line.extend(glyphs("Anna", 36.0, 99.0));
    assert_eq!(texts(line), ["Name: ........... ab", "Anna"]);
}

#[test]
fn a_run_says_where_its_words_stand_and_which_were_drawn_by_themselves() {
    let mut line = glyphs(" Ort: ", 0.0, 100.0);
    line.extend(PageGlyph::line("Ulm am", 30.0, 100.0, 7));
    line.extend(PageGlyph::line("7", 63.0, 100.0, 8));
    let run = runs(line).remove(0);
    assert_eq!(run.text, "Ort: Ulm am 7");
    let words = run.words.iter();
    let words: Vec<_> = words
        .map(|word| (word.start, word.left, word.right, word.is_apart))
        .collect();
    assert_eq!(
        words,
        [
            (0, 5.0, 25.0, false),
            (5, 30.0, 45.0, true),
            (9, 50.0, 60.0, false),
            (12, 63.0, 68.0, true),
        ]
    );
}

#[test]
fn the_bottom_of_a_run_is_its_baseline() {
    let run = runs(glyphs(" ab ", 0.0, 100.0)).remove(0);
    assert_eq!(
        (run.text.as_str(), run.place.left, run.place.width),
        ("ab", 5.0, 10.0)
    );
    assert_eq!(run.place.top + run.place.height, 100.0);
}

#[test]
fn a_value_on_a_long_line_is_joined_and_its_bold_copy_is_left_out() {
    let text = "lang ".repeat(60);
    let mut line = glyphs(&text, 0.0, 100.0);
    line.extend(glyphs("Ende", 300.0 * 5.0, 100.0));
    // The copy is drawn character by character, in no order.
    for (index, glyph) in glyphs(&text, 0.4, 100.0).into_iter().enumerate().rev() {
        if index % 2 == 0 {
            line.push(glyph);
        }
    }
    assert_eq!(texts(line), [format!("{text}Ende")]);
}

#[test]
fn a_mark_before_wide_white_space_is_a_word_of_its_own() {
    let mut line = PageGlyph::line("\u{2002}Nein", 10.0, 100.0, 0);
    line.extend(PageGlyph::line("✓", 5.0, 100.0, 9));
    let run = runs(line).remove(0);
    assert_eq!(run.text, "✓\u{2002}Nein");
    let words: Vec<&str> = run
        .words
        .iter()
        .map(|word| &run.text[word.start..])
        .collect();
    assert_eq!(words, ["✓\u{2002}Nein", "Nein"]);
}
