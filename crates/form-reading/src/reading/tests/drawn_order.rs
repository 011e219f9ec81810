//! Arabic and Hebrew as programs draw them.

use forms::form_content::{FormField, PagePlace, PlacedText};

use crate::text_layout::drawn_order::{as_read, is_lost};
use crate::text_layout::text_in_place::joined;

fn read(drawn: &str) -> String {
    as_read(drawn).unwrap_or_else(|| format!("nobody can tell: {drawn}"))
}

/// The letters from left to right, as they are drawn in a line that runs to the left.
fn from_left(text: &str) -> String {
    text.chars().rev().collect()
}

#[test]
fn letters_that_run_to_the_left_are_read_from_the_right() {
    for text in ["מחמד", "דוד לוי, תל אביב", "محمد علي"] {
        assert_eq!(read(&from_left(text)), text);
    }
    assert_eq!(read("\u{FEAA}\u{FEE4}\u{FEA4}\u{FEE3}"), "محمد");
    assert_eq!(read("\u{FEFB}"), "لا", "a ligature");
    assert_eq!(as_read("Müller 12"), None);
}

#[test]
fn what_runs_to_the_right_stays_as_it_is() {
    assert_eq!(read("Name: יול דוד, Ulm"), "Name: דוד לוי, Ulm");
    assert_eq!(read("50% החנה"), "הנחה 50%");
    assert_eq!(read("רבחל 50% החנה"), "הנחה 50% לחבר");
    assert_eq!(read("1.234,50 םוכס"), "סכום 1.234,50");
    assert_eq!(read("€ 50 םוכס"), "סכום 50 €");
    assert_eq!(read("1+2 א"), "א 1+2");
    assert_eq!(read("27.11.2026 םוי"), "יום 27.11.2026");
    assert_eq!(read("לזנמ 06-1234 ןופלט"), "טלפון 06-1234 מנזל");
}

#[test]
fn the_numbers_of_arabic_are_put_in_order_by_its_own_rules() {
    let drawn = format!("{} 1234-06 {}", from_left("منزل"), from_left("هاتف"));
    assert_eq!(read(&drawn), "هاتف 06-1234 منزل");
}

#[test]
fn brackets_open_before_they_close() {
    for drawn in ["(ב) אג", ")ב( אג"] {
        assert_eq!(read(drawn), "גא (ב)");
    }
    assert_eq!(read("Name (בא) Ulm"), "Name (אב) Ulm");
}

#[test]
fn what_nobody_can_tell_is_lost() {
    assert!(is_lost("ם\u{05B8}ש"));
    assert!(is_lost("\u{202E}אב"));
    assert!(is_lost("אב\u{200F}"));
    assert!(is_lost("Ulm 12 אב"), "the number may be of either");
    assert!(is_lost("אב (ג"), "a bracket alone");
    assert!(is_lost("18 > ליג"));
    assert!(is_lost("אב\u{2029}גד"));
    assert!(!is_lost("אב"));
    assert!(!is_lost("12 \u{200F}14"));
    assert!(!is_lost("ℵ 18 > 12"));
    assert!(!is_lost("Zoë e\u{301}"));
}

#[test]
fn each_line_is_read_by_itself_and_what_is_said_stays() {
    let place = |top: f32| PagePlace {
        page: 0,
        left: 0.0,
        top,
        width: 40.0,
        height: 10.0,
    };
    let field = FormField {
        multiple: true,
        ..FormField::default()
    };
    let lines = [
        PlacedText::new(from_left("דוד לוי"), place(0.0)),
        PlacedText::new(from_left("תל אביב"), place(12.0)),
    ];
    let around = PagePlace {
        width: 200.0,
        ..place(0.0)
    };
    assert_eq!(joined(&lines, &field, around), "דוד לוי\nתל אביב");
    let said = PlacedText {
        is_ordered: true,
        ..PlacedText::new("דוד לוי", place(0.0))
    };
    assert_eq!(joined(&[said], &field, around), "דוד לוי");
}
