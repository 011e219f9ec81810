//! How the work of setting a text grows with its length: counted in what is put in order and
//! shaped, so that no machine is too busy for it.

use crate::fit::{Division, TextBox, fit};
use crate::font::{FontFamily, Weight, take};

/// A text with so many of something.
type Shape = fn(usize) -> String;

/// Characters of these, in no order: what is repeated is shaped once.
fn mixed(count: usize, characters: &str) -> String {
    let characters: Vec<char> = characters.chars().collect();
    let mut state = 1_u32;
    let draw = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        characters[(state >> 16) as usize % characters.len()]
    };
    (0..count).map(draw).collect()
}

const SHAPES: &[(&str, Shape)] = &[
    ("marks that no face has", |count| {
        format!("a{}", mixed(count, "\u{1B34}\u{1B35}\u{1BF2}"))
    }),
    (
        "marks that are composed and marks that no face has",
        |count| format!("a{}", mixed(count, "\u{1B34}\u{301}\u{308}\u{323}")),
    ),
    ("marks on one letter", |count| {
        format!("\u{628}{}", mixed(count, "\u{64E}\u{64F}\u{650}\u{651}"))
    }),
    ("letters of one word", |count| {
        mixed(count, "\u{628}\u{62A}\u{631}\u{644}\u{645}")
    }),
    ("words", |count| {
        mixed(count, "\u{628}\u{62A}\u{631}\u{644} ")
    }),
    ("Latin letters in a Hebrew paragraph", |count| {
        format!("\u{5D0}{}", mixed(count, "abcdefgh"))
    }),
    ("brackets in a Hebrew paragraph", |count| {
        format!("\u{5D0}{}", mixed(count, "([{)]}"))
    }),
    ("characters without room", |count| {
        format!("\u{5D0}{}", mixed(count, "\u{200C}\u{200D}\u{2060}"))
    }),
    ("conjuncts", |count| {
        mixed(count, "\u{915}\u{924}\u{94D}\u{93F}")
    }),
    ("joined emoji", |count| {
        mixed(count, "\u{1F468}\u{1F469}\u{200D}\u{200D}\u{1F3FD}")
    }),
    ("directions that do not end", |count| {
        mixed(count, "\u{5D0}a\u{202B}\u{202A}\u{2067}")
    }),
    ("paragraphs", |count| mixed(count, "\u{628}\u{62A}a\n\n")),
    ("spaces", |count| {
        format!("\u{628}{}", mixed(count, "  \u{A0}\u{2003}"))
    }),
];

/// What it takes to set a text on a line, in a box and in a column.
fn steps(text: &str) -> usize {
    let family = FontFamily::embedded().unwrap();
    let area = TextBox {
        width: 200.0,
        height: 100.0,
        padding: 2.0,
        edge: 1.0,
        size: 0.0,
        quadding: 1,
    };
    take();
    fit(&family, area, Division::OneLine, text);
    fit(&family, area, Division::Lines, text);
    for line in family.lines(Weight::Regular, text, 9.5, 400.0) {
        family.extents(Weight::Regular, line.trim_end(), 9.5);
    }
    take()
}

#[test]
fn lines_take_hardly_more_than_four_times_the_steps_for_four_times_as_long_a_text() {
    for (name, shape) in SHAPES {
        let few = steps(&shape(3_000));
        let many = steps(&shape(12_000));
        assert!(few >= 1_500, "{name}: {few} steps are too few to be all");
        assert!(
            many as f64 <= 4.7 * few as f64,
            "{name}: {few} steps became {many} for four times as many"
        );
        // Some sizes are tried, and the lines of each once more by themselves.
        let most = 60 * shape(3_000).len();
        assert!(few <= most, "{name}: {few} steps, more than {most}");
    }
}
