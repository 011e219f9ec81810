//! Lines that say their text, as our own flat forms do, in files of strangers: nobody reads what is
//! said but not seen.

use crate::flat::{page, runs, texts};

/// Digits of one line that is marked as what they are drawn as, each at a place.
fn marked(digits: &[(&str, [f32; 2])]) -> Vec<String> {
    let said: String = digits.iter().map(|(digit, _)| *digit).collect();
    let said: String = said
        .encode_utf16()
        .map(|unit| format!("{unit:04X}"))
        .collect();
    let shown: String = digits
        .iter()
        .map(|(digit, [left, base])| format!("1 0 0 1 {left} {base} Tm ({digit}) Tj "))
        .collect();
    texts(page(&format!(
        "BT /F 12 Tf 1 0 0 1 50 700 Tm (Betrag:) Tj \
            /FormserviceLine <</Text <FEFF{said}>>> BDC {shown} EMC ET"
    )))
}

/// Where the digits of a number stand: each is 6.67 points wide.
fn place(index: u8) -> [f32; 2] {
    [200.0 + 6.67 * f32::from(index), 700.0]
}

#[test]
fn a_marked_line_that_stands_as_it_is_drawn_is_read() {
    let digits = [
        ("1", place(0)),
        ("0", place(1)),
        ("0", place(2)),
        ("9", place(3)),
    ];
    assert_eq!(marked(&digits), ["Betrag:", "1009"]);
}

#[test]
fn a_marked_line_whose_digits_are_shuffled_is_read_as_it_is_seen() {
    let digits = [
        ("1", place(3)),
        ("0", place(1)),
        ("0", place(2)),
        ("9", place(0)),
    ];
    assert_eq!(marked(&digits), ["Betrag:", "9001"]);
}

#[test]
fn a_marked_line_whose_digits_are_scattered_is_read_as_it_is_seen() {
    let far = [("9", place(0)), ("1", [400.0, 700.0])];
    assert_eq!(marked(&far), ["Betrag:", "9", "1"]);
    let rows = [
        ("9", [200.0, 700.0]),
        ("0", [207.0, 650.0]),
        ("1", [214.0, 600.0]),
    ];
    assert_eq!(marked(&rows), ["Betrag:", "9", "0", "1"]);
}

#[test]
fn a_marked_line_says_nothing_with_controls_of_its_direction() {
    let forced = "/FormserviceLine <</Text <FEFF202E0039003000300031202C>>> BDC";
    let content = format!("BT /F 12 Tf 1 0 0 1 50 700 Tm {forced} (1009) Tj EMC ET");
    assert_eq!(texts(page(&content)), ["1009"]);
}

/// What the runs of a line are said to end with, where it is marked with a text.
fn line_ends(text: &str, shown: &str) -> Vec<Option<String>> {
    let text: String = text
        .encode_utf16()
        .map(|unit| format!("{unit:04X}"))
        .collect();
    let mark = format!("/FormserviceLineEnd <</Text <FEFF{text}>>>");
    let ends = |marked: String| -> Vec<_> {
        let next = "1 0 0 1 50 600 Tm (danach) Tj ET";
        let runs = runs(page(&format!("{marked} {next}"))).into_iter();
        runs.map(|run| run.line_end).collect()
    };
    let at = "BT /F 12 Tf 1 0 0 1 50 700 Tm";
    let by_point = ends(format!("{mark} DP {at} {shown} ET BT /F 12 Tf"));
    let by_content = ends(format!("{at} {mark} BDC {shown} EMC"));
    assert_eq!(by_point, by_content, "{text:?}");
    by_point
}

#[test]
fn a_line_says_the_white_space_between_it_and_the_next() {
    let said = |text: &str| Some(text.to_owned());
    assert_eq!(line_ends("\n\n  ", "(eins) Tj"), [said("\n\n  "), None]);
    assert_eq!(line_ends("", "(E-) Tj"), [said(""), None]);
    let cells = "(eins) Tj 1 0 0 1 300 700 Tm (zwei) Tj";
    assert_eq!(line_ends(" ", cells), [None, said(" "), None]);
    let inner = "/FormserviceLine <</Text <FEFF0031>>> BDC (1) Tj EMC";
    assert_eq!(line_ends(" ", inner), [said(" "), None]);
}

#[test]
fn a_line_says_nothing_but_white_space() {
    assert_eq!(line_ends("000", "(1) Tj"), [None, None]);
    assert_eq!(line_ends(&" ".repeat(1_001), "(1) Tj"), [None, None]);
    assert_eq!(line_ends(" ", ""), [None]);
}

#[test]
fn a_text_says_of_which_field_it_is() {
    let begin = |name: &str| {
        let name: String = name
            .encode_utf16()
            .map(|unit| format!("{unit:04X}"))
            .collect();
        format!("/FormserviceField <</Text <FEFF{name}>>> BDC")
    };
    let (one, other, long) = (begin("Größe"), begin("b"), begin(&"x".repeat(501)));
    let runs = runs(page(&format!(
        "BT /F 12 Tf 1 0 0 1 50 700 Tm (Vor) Tj {one} (eins) Tj EMC {other} (zwei) Tj EMC \
         1 0 0 1 50 600 Tm {long} (danach) Tj EMC ET"
    )));
    let told: Vec<_> = runs
        .iter()
        .map(|run| (run.text.as_str(), run.field.as_deref()))
        .collect();
    let expected = [
        ("Vor", None),
        ("eins", Some("Größe")),
        ("zwei", Some("b")),
        ("danach", None),
    ];
    assert_eq!(told, expected);
}

#[test]
fn the_strings_of_a_line_upside_down_that_are_of_one_field_are_read_as_they_were_drawn() {
    let upside_down = "1 0 0 1 50 750 Tm (oben) Tj 1 0 0 1 50 730 Tm (darunter) Tj \
        /FormserviceField <</Text <FEFF0061>>> BDC -1 0 0 -1 300 700 Tm (Seite) Tj ( 2) Tj EMC";
    let runs = runs(page(&format!("BT /F 12 Tf {upside_down} ET")));
    let texts: Vec<&str> = runs.iter().map(|run| run.text.as_str()).collect();
    assert_eq!(texts, ["oben", "darunter", "Seite 2"]);
}

/// A line in each of the four ways in which it can run, with what turns it so.
const TURNS: [&str; 4] = ["1 0 0 1", "0 1 -1 0", "-1 0 0 -1", "0 -1 1 0"];

#[test]
fn the_strings_of_a_line_that_is_turned_are_one_where_they_are_of_one_field() {
    for turn in TURNS {
        let content = format!(
            "BT /F 12 Tf 1 0 0 1 50 790 Tm (oben) Tj 1 0 0 1 50 50 Tm (darunter) Tj \
             /FormserviceField <</Text <FEFF0061>>> BDC {turn} 300 400 Tm (Seite) Tj ( 2) Tj EMC ET"
        );
        let runs = runs(page(&content));
        let texts: Vec<&str> = runs.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(texts, ["oben", "Seite 2", "darunter"], "{turn}");
    }
}

#[test]
fn a_marked_line_that_is_turned_is_read_as_it_is_said_if_it_stands_so() {
    for turn in TURNS {
        let line = |text: &str, shown: &str| {
            let said: String = text
                .encode_utf16()
                .map(|unit| format!("{unit:04X}"))
                .collect();
            let all = texts(page(&format!(
                "BT /F 12 Tf 1 0 0 1 50 790 Tm (was steht) Tj {turn} 300 400 Tm \
                 /FormserviceLine <</Text <FEFF{said}>>> BDC {shown} EMC ET"
            )));
            assert_eq!(all[0], "was steht");
            all[1..].concat()
        };
        assert_eq!(line("a\u{200E}b", "(a) Tj (b) Tj"), "a\u{200E}b", "{turn}");
        for (text, shown) in [
            ("b\u{200E}a", "(a) Tj (b) Tj"),
            // The second stands where the first would be.
            ("a\u{200E}b", "(a) Tj -30 0 Td (b) Tj"),
        ] {
            assert!(!line(text, shown).contains('\u{200E}'), "{turn} {shown}");
        }
    }
}

#[test]
fn what_is_marked_as_the_value_of_a_field_does_not_say_how_its_page_lies() {
    let content = "BT /F 12 Tf 1 0 0 1 50 750 Tm (oben) Tj \
        /FormserviceField <</Text <FEFF0061>>> BDC \
        0 1 -1 0 300 400 Tm (eine lange Angabe) Tj EMC ET";
    let first = runs(page(content)).remove(0);
    let place = first.place;
    assert_eq!(
        (first.text.as_str(), place.left, place.top + place.height),
        ("oben", 50.0, 92.0)
    );
}

#[test]
fn the_lines_of_a_field_that_is_turned_are_one_text_where_they_stand_as_they_are_said_to() {
    for turn in &TURNS[1..] {
        let of_words = |[first, second]: [&str; 2], end: &str, down: u8| {
            let end: String = end.bytes().map(|byte| format!("00{byte:02X}")).collect();
            let mut all = texts(page(&format!(
                "BT /F 12 Tf 1 0 0 1 50 790 Tm (was ganz oben steht) Tj \
                 /FormserviceField <</Text <FEFF0061>>> BDC {turn} 300 400 Tm \
                 /FormserviceLineEnd <</Text <FEFF{end}>>> BDC ({first}) Tj EMC \
                 0 -{down} Td ({second}) Tj EMC ET"
            )));
            all.remove(0);
            all
        };
        let lines = |end, down| of_words(["eins", "zwei"], end, down);
        assert_eq!(lines(" ", 15), ["eins zwei"], "{turn}");
        assert_eq!(lines("", 15), ["einszwei"], "{turn}");
        assert_eq!(lines("\n", 15), ["eins\nzwei"], "{turn}");
        assert_eq!(lines("\n\n", 30), ["eins\n\nzwei"], "{turn}");
        for (end, down) in [(" ", 45), ("\n\n", 15), ("", 30), ("x", 15)] {
            assert_eq!(lines(end, down).len(), 2, "{turn} {end:?}");
        }
        // Nobody can see that two numbers are one.
        assert_eq!(of_words(["12", "34"], "", 15).len(), 2, "{turn}");
    }
}
