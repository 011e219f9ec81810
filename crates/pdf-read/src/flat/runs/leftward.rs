//! Arabic and Hebrew that no mark says how to read, in the order in which people read them.
//!
//! Programs draw such text where it stands, so that its letters come from left to right like all
//! others. Between two letters that run to the left there is one text alone that is shown so by
//! Unicode's algorithm (UAX 9, L2). On a line with other scripts, what is beside them is left where
//! it is.

use std::borrow::Cow;

use unicode_bidi::{BidiClass, bidi_class};
use unicode_normalization::UnicodeNormalization as _;

use super::is_gap;
use crate::flat::page_glyph::PageGlyph;

/// What stands between the digits of a number (UAX 9, W4).
const SEPARATORS: [char; 5] = ['.', ',', ':', '/', '-'];

const OPENING: [char; 4] = ['(', '[', '{', '<'];
const CLOSING: [char; 4] = [')', ']', '}', '>'];

/// The same characters, those that run to the left as one each from letter to letter.
pub(super) fn read(piece: &[PageGlyph]) -> Cow<'_, [PageGlyph]> {
    if !piece.iter().any(runs_left) {
        return Cow::Borrowed(piece);
    }
    let is_mixed = piece.iter().any(|glyph| is_of(glyph, &[BidiClass::L]));
    let mut read = Vec::with_capacity(piece.len());
    let mut rest = piece;
    while let Some(first) = rest.iter().position(runs_left) {
        // A mark is drawn before the letter that it stands on.
        let before = rest[..first].iter().rev();
        let first = first
            - before
                .take_while(|glyph| is_of(glyph, &[BidiClass::NSM]))
                .count();
        let end = first + length(&rest[first..]);
        let (first, end) = match is_mixed {
            true => (first, end),
            false => with_numbers(rest, (first, end)),
        };
        let (first, end) = with_brackets(rest, (first, end));
        let (before, text, after) = (&rest[..first], &rest[first..end], &rest[end..]);
        read.extend_from_slice(before);
        read.push(turned_round(text));
        rest = after;
    }
    read.extend_from_slice(rest);
    Cow::Owned(read)
}

/// How many characters there are up to the last that runs to the left without another script
/// between.
fn length(glyphs: &[PageGlyph]) -> usize {
    let mut length = 1;
    for (number, pair) in glyphs.windows(2).enumerate() {
        let (before, glyph) = (&pair[0], &pair[1]);
        let is_other = is_of(glyph, &[BidiClass::L]) || glyph.is_whole_line;
        if is_other || !is_drawn_beside(before, glyph) {
            break;
        }
        if runs_left(glyph) {
            length = number + 2;
        }
    }
    length
}

fn is_drawn_beside(before: &PageGlyph, glyph: &PageGlyph) -> bool {
    before.string.abs_diff(glyph.string) <= 1 && !is_gap(before, glyph)
}

/// A range with the numbers beside it. On a line without other scripts they follow its direction,
/// which its first letter tells (UAX 9, P2 and P3).
fn with_numbers(glyphs: &[PageGlyph], (first, end): (usize, usize)) -> (usize, usize) {
    let is_digit = |at: usize| is_of(&glyphs[at], &[BidiClass::EN, BidiClass::AN]);
    let may_be_between = |at: usize| {
        let mut characters = glyphs[at].text.chars();
        let is_sign = |character| character == ' ' || SEPARATORS.contains(&character);
        is_digit(at) || characters.all(is_sign)
    };
    let before = (1..=first).rev().map(|at| (at - 1, at));
    let before = before.take_while(|&(at, next)| {
        may_be_between(at) && is_drawn_beside(&glyphs[at], &glyphs[next])
    });
    let first = before
        .map(|(at, _)| at)
        .filter(|at| is_digit(*at))
        .last()
        .unwrap_or(first);
    let behind = (end..glyphs.len())
        .take_while(|&at| may_be_between(at) && is_drawn_beside(&glyphs[at - 1], &glyphs[at]));
    let last = behind.filter(|at| is_digit(*at)).last();
    (first, last.map_or(end, |last| last + 1))
}

/// A range with the brackets at its ends that belong to it: those around all of it, or the other
/// one of a pair (UAX 9, N0).
fn with_brackets(glyphs: &[PageGlyph], (first, end): (usize, usize)) -> (usize, usize) {
    let count = glyphs[first..end]
        .iter()
        .filter(|glyph| is_bracket(glyph))
        .count();
    let at_end = |before: usize| match glyphs.get(before..before + 2) {
        Some([one, other]) => is_drawn_beside(one, other),
        _ => false,
    };
    let is_before = first > 0 && at_end(first - 1) && is_bracket(&glyphs[first - 1]);
    let is_behind = at_end(end - 1) && is_bracket(&glyphs[end]);
    match (count.is_multiple_of(2), is_before, is_behind) {
        (true, true, true) => (first - 1, end + 1),
        (false, true, _) => (first - 1, end),
        (false, _, true) => (first, end + 1),
        _ => (first, end),
    }
}

/// The characters as one, in the order in which they are read.
fn turned_round(glyphs: &[PageGlyph]) -> PageGlyph {
    let text = glyphs.iter().rev().map(|glyph| letters(&glyph.text));
    let mut text: Vec<char> = text
        .flat_map(|text| text.chars().collect::<Vec<_>>())
        .collect();
    turn_numbers(&mut text);
    open_brackets_first(&mut text);
    let first = &glyphs[0];
    let ends = glyphs.iter().flat_map(|glyph| [glyph.left, glyph.right]);
    let ends_upright = glyphs
        .iter()
        .flat_map(|glyph| [glyph.upright.left, glyph.upright.right]);
    let mut turned = PageGlyph {
        text: text.into_iter().collect(),
        right: ends.fold(first.right, f32::max),
        line_end: glyphs.iter().rev().find_map(|glyph| glyph.line_end.clone()),
        string: glyphs
            .iter()
            .fold(first.string, |string, glyph| string.max(glyph.string)),
        ..first.clone()
    };
    turned.upright.right = ends_upright.fold(first.upright.right, f32::max);
    turned
}

/// Puts the digits of each number back from left to right, with the signs between them (UAX 9, W4).
fn turn_numbers(text: &mut [char]) {
    let is_digit = |at: usize| text.get(at).is_some_and(|character| character.is_numeric());
    let is_between = |at: usize| is_digit(at - 1) && is_digit(at + 1);
    let is_sign = |at: usize| SEPARATORS.contains(&text[at]);
    let is_part = |at: usize| is_digit(at) || (at > 0 && is_sign(at) && is_between(at));
    let parts: Vec<bool> = (0..text.len()).map(is_part).collect();
    let mut at = 0;
    for run in parts.chunk_by(|one, other| one == other) {
        if run[0] {
            text[at..at + run.len()].reverse();
        }
        at += run.len();
    }
}

/// Brackets are stored as they are shown in such text, or as they are read (UAX 9, L4), which is
/// told by the first one: it opens.
fn open_brackets_first(text: &mut [char]) {
    let mut brackets = text
        .iter()
        .filter(|character| mirrored(**character).is_some());
    let is_shown = brackets.next().is_some_and(|first| CLOSING.contains(first));
    for character in text.iter_mut().filter(|_| is_shown) {
        *character = mirrored(*character).unwrap_or(*character);
    }
}

fn mirrored(character: char) -> Option<char> {
    let at = |signs: &[char]| signs.iter().position(|sign| *sign == character);
    let opening = at(&OPENING).map(|at| CLOSING[at]);
    opening.or_else(|| at(&CLOSING).map(|at| OPENING[at]))
}

fn is_bracket(glyph: &PageGlyph) -> bool {
    let mut characters = glyph.text.chars();
    let first = characters.next().filter(|_| !glyph.is_whole_line);
    first.and_then(mirrored).is_some() && characters.next().is_none()
}

/// Letters without their forms for the beginning, middle and end of words (Unicode, chapter 9.2).
fn letters(drawn: &str) -> String {
    let is_form =
        |character| matches!(character, '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}');
    match drawn.contains(is_form) {
        true => drawn.nfkc().collect(),
        false => drawn.to_owned(),
    }
}

fn runs_left(glyph: &PageGlyph) -> bool {
    // Most text is of other scripts, and told by this alone.
    let may_run_left = glyph.text.chars().any(|character| character >= '\u{590}');
    may_run_left
        && !glyph.is_whole_line
        && glyph.turned.is_none()
        && is_of(glyph, &[BidiClass::R, BidiClass::AL])
}

fn is_of(glyph: &PageGlyph, classes: &[BidiClass]) -> bool {
    glyph
        .text
        .chars()
        .any(|character| classes.contains(&bidi_class(character)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(drawn: &str) -> String {
        let drawn = PageGlyph::line(drawn, 0.0, 100.0, 1);
        read(&drawn)
            .iter()
            .map(|glyph| glyph.text.as_str())
            .collect()
    }

    #[test]
    fn letters_that_run_to_the_left_are_read_from_the_right() {
        assert_eq!(text("דמחמ"), "מחמד");
        assert_eq!(text("\u{FEAA}\u{FEE4}\u{FEA4}\u{FEE3}"), "محمد");
        assert_eq!(text("Name: דוד לוי, Ulm"), "Name: יול דוד, Ulm");
    }

    #[test]
    fn brackets_open_before_they_close() {
        for shown in ["ב (א) ג", "ב )א( ג"] {
            assert_eq!(text(shown), "ג (א) ב");
        }
        for shown in ["(ב) אג", ")ב( אג"] {
            assert_eq!(text(shown), "גא (ב)");
        }
        for shown in ["גא (ב)", "גא )ב("] {
            assert_eq!(text(shown), "(ב) אג");
        }
        assert_eq!(text("(בא)"), "(אב)");
        assert_eq!(text(")בא("), "(אב)");
        assert_eq!(text("Name (בא) Ulm"), "Name (אב) Ulm");
        assert_eq!(text("1) בא"), "1) אב");
    }

    #[test]
    fn what_is_marked_stays_as_it_is_said() {
        let mut said = PageGlyph::line("a", 0.0, 100.0, 1);
        said[0].text = "(\u{FEE3})".to_owned();
        said[0].is_whole_line = true;
        assert_eq!(*read(&said), said);
    }

    #[test]
    fn numbers_run_to_the_right() {
        assert_eq!(text("ב 12 א"), "א 12 ב");
        assert_eq!(text("ב, 1.234,50 א"), "א 1.234,50 ,ב");
        assert_eq!(text("27.11.2026 ב א"), "א ב 27.11.2026");
        assert_eq!(text("12 בא 34"), "34 אב 12");
        assert_eq!(text("Ulm 12 בא"), "Ulm 12 אב", "which nobody can tell");
    }
}
