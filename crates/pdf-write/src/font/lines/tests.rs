//! Where lines end.

use proptest::prelude::*;

use super::*;

fn lines(text: &str, width: f32) -> Vec<&str> {
    let family = FontFamily::embedded().unwrap();
    let lines = family.lines(Weight::Regular, text, 10.0, width);
    lines.map(|line| line.text).collect()
}

#[test]
fn lines_break_after_words_and_at_line_ends() {
    assert_eq!(
        lines("Hochschule für Musik\n\nund Theater ", 60.0),
        ["Hochschule ", "für Musik\n", "\n", "und Theater "]
    );
}

#[test]
fn an_overlong_word_breaks_between_characters() {
    let broken = lines("Donaudampfschifffahrt", 40.0);
    assert!(broken.len() > 2);
    assert_eq!(broken.concat(), "Donaudampfschifffahrt");
}

#[test]
fn an_empty_text_and_a_line_end_at_the_end_give_an_empty_line() {
    assert_eq!(lines("", 50.0), [""]);
    assert_eq!(lines("a\n", 50.0), ["a\n", ""]);
}

#[test]
fn a_letter_keeps_its_marks() {
    let text = "e\u{301}".repeat(40);
    assert!(lines(&text, 30.0).iter().all(|line| line.starts_with('e')));
}

#[test]
fn the_first_lines_of_a_long_shaped_text_do_not_take_the_time_of_all() {
    let text = "محمد ".repeat(400_000);
    let family = FontFamily::embedded().unwrap();
    let begun = family.lines(Weight::Regular, &text, 10.0, 200.0);
    let first: Vec<&str> = begun.take(3).map(|line| line.text).collect();
    assert!(first.iter().all(|line| line.starts_with("محمد ")));
    // Shaping all of it would take minutes in a build like this.
    assert!(first.concat().len() < 1_000);
}

#[test]
fn the_lines_of_a_paragraph_run_in_its_direction_and_those_of_the_next_in_its_own() {
    let family = FontFamily::embedded().unwrap();
    let text = "אבג דהו Studierendenwerk זחט\nHeidelberg דהו 12\nאבג";
    let broken = family.lines(Weight::Regular, text, 10.0, 70.0);
    let levels: Vec<(&str, bool)> = broken
        .map(|line| (line.text, line.level.is_rtl()))
        .collect();
    let expected = [
        ("אבג דהו ", true),
        ("Studierenden", true),
        ("werk זחט\n", true),
        ("Heidelberg דהו ", false),
        ("12\n", false),
        ("אבג", true),
    ];
    assert_eq!(levels, expected);
}

#[test]
fn ideographs_are_parted_without_a_space() {
    assert_eq!(lines("Ort 李小龙李小龙", 45.0), ["Ort 李小", "龙李小龙"]);
}

/// The code that is shown in the place of the second sign is measured as that of the first while
/// both are one character to a person.
#[test]
fn a_sign_that_no_face_has_and_that_is_wider_than_the_column_is_alone_on_its_line() {
    assert_eq!(
        lines("\u{1cd5}\u{11d97}a", 12.64),
        ["\u{1cd5}", "\u{11d97}", "a"]
    );
}

proptest! {
    #[test]
    fn no_character_is_lost_and_every_line_fits(
        text in "(\\PC|[a-z ]|\n){0,300}",
        width in 5.0_f32..300.0,
    ) {
        let family = FontFamily::embedded().unwrap();
        prop_assert_eq!(lines(&text, width).concat(), &text[..]);
        for line in family.lines(Weight::Regular, &text, 10.0, width) {
            let shown = line.trim_end();
            let fits = family.width(Weight::Regular, shown, 10.0) <= width + 0.01;
            prop_assert!(fits || shown.text.chars().count() == 1, "{:?}", line);
        }
    }
}
