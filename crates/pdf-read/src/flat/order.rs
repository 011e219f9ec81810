//! The characters of lines that are not drawn from the first to the last, or not as they are: text
//! that runs to the left, scripts that put signs before the letter that they follow, and codes in
//! the place of characters that no font has (`[U+6AA4]`).
//!
//! Where they are read from cannot be told from where they stand alone: `12` before Arabic may be
//! the first or the last. So our writer says the line. It is taken at its word only where Unicode's
//! algorithm puts that text, with codes for what is not drawn itself, on the line just as it is
//! drawn, by its letters alone, and where what is drawn stands on the page as one line: nobody can
//! make one text of another.

use std::collections::HashSet;
use std::rc::Rc;

use forms::codes::code;
use forms::drawn_line::from_left;
use forms::ignorable::is_ignorable;
use unicode_bidi::{BidiClass, Level, bidi_class};

use super::drawing::MarkedLine;
use super::one_line::{baseline, is_one_line};
use super::page_glyph::{PageGlyph, UprightPlace};

/// The same characters, with those of each marked line in the order in which they are read.
pub(super) fn ordered(glyphs: Vec<PageGlyph>, lines: &[MarkedLine]) -> Vec<PageGlyph> {
    if lines.is_empty() {
        return glyphs;
    }
    let mut ordered = Vec::with_capacity(glyphs.len());
    let mut rest = glyphs.as_slice();
    for line in lines {
        let before = rest.partition_point(|glyph| glyph.string < line.strings.start);
        ordered.extend_from_slice(&rest[..before]);
        rest = &rest[before..];
        let within = rest.partition_point(|glyph| glyph.string < line.strings.end);
        let (drawn, after) = rest.split_at(within);
        match whole(drawn, &line.text) {
            Some(glyph) => ordered.push(glyph),
            None => ordered.extend_from_slice(drawn),
        }
        rest = after;
    }
    ordered.extend_from_slice(rest);
    ordered
}

/// The same characters, the last one of each marked line with the white space behind it.
pub(super) fn with_line_ends(mut glyphs: Vec<PageGlyph>, lines: &[MarkedLine]) -> Vec<PageGlyph> {
    for line in lines {
        let after = glyphs.partition_point(|glyph| glyph.string < line.strings.end);
        let last = glyphs[..after].last_mut();
        if let Some(last) = last.filter(|last| last.string >= line.strings.start) {
            last.line_end = Some(line.text.as_str().into());
        }
    }
    glyphs
}

/// The same characters, each of what is marked as the value of a field with its name.
pub(super) fn with_fields(mut glyphs: Vec<PageGlyph>, fields: &[MarkedLine]) -> Vec<PageGlyph> {
    for field in fields {
        let first = glyphs.partition_point(|glyph| glyph.string < field.strings.start);
        let after = glyphs.partition_point(|glyph| glyph.string < field.strings.end);
        let name: Rc<str> = field.text.as_str().into();
        for glyph in &mut glyphs[first..after] {
            glyph.field = Some(Rc::clone(&name));
        }
    }
    glyphs
}

/// The line as one; `None` where it is drawn as another text, or not as a line.
fn whole(drawn: &[PageGlyph], text: &str) -> Option<PageGlyph> {
    let first = drawn.first()?;
    let characters = drawn.iter().flat_map(|glyph| glyph.text.chars());
    let shown: Vec<char> = characters
        .filter(|character| !is_ignorable(*character))
        .collect();
    let is_turned = first.turned.is_some();
    let stands_as_one_line = match is_turned {
        true => is_one_line(&upright(drawn)?),
        false => is_one_line(drawn),
    };
    // Nothing is drawn as less than one character, and a mark may be as long as somebody likes.
    let said = text.chars().filter(|character| !is_ignorable(*character));
    let is_too_long = said.take(shown.len() + 1).count() > shown.len();
    if !stands_as_one_line || is_too_long || !is_said(&shown, &with_codes(&shown, text)) {
        return None;
    }
    let bound = |pick: fn(f32, f32) -> f32, of: fn(&PageGlyph) -> f32| {
        drawn.iter().map(of).reduce(pick).unwrap_or_default()
    };
    Some(PageGlyph {
        text: text.to_owned(),
        is_whole_line: true,
        left: bound(f32::min, |glyph| glyph.left),
        right: bound(f32::max, |glyph| glyph.right),
        // The lowest, as of all text that is turned.
        baseline: match is_turned {
            true => bound(f32::max, |glyph| glyph.baseline),
            false => baseline(drawn),
        },
        upright: UprightPlace {
            left: bound(f32::min, |glyph| glyph.upright.left),
            right: bound(f32::max, |glyph| glyph.upright.right),
            ..first.upright
        },
        size: bound(f32::max, |glyph| glyph.size),
        ..first.clone()
    })
}

/// Characters that run sideways or upside down, turned until they are upright; `None` where they do
/// not all run in one way.
fn upright(drawn: &[PageGlyph]) -> Option<Vec<PageGlyph>> {
    let turns = drawn.first()?.turns?;
    let runs_so = |glyph: &PageGlyph| glyph.turned.is_some() && glyph.turns == Some(turns);
    let is_one = drawn.iter().all(runs_so);
    is_one.then(|| drawn.iter().map(PageGlyph::turned_upright).collect())
}

/// Whether the characters of a line, as it is shown, are those of the text, put in order by its
/// letters alone.
fn is_said(shown: &[char], text: &str) -> bool {
    let numbers = || text.chars().filter(|character| character.is_numeric());
    let has_numbers = numbers().next().is_some();
    if text.contains(is_forcing) || (has_numbers && text.contains(is_turning)) {
        return false;
    }
    // Where there are numbers alone, nothing tells their order but their places.
    let in_place = shown
        .iter()
        .copied()
        .filter(|character| character.is_numeric());
    if !text.contains(is_letter) && !numbers().eq(in_place) {
        return false;
    }
    // The line may be the second of a paragraph, so its own letters do not tell the direction.
    let mut levels = [Level::ltr(), Level::rtl()].into_iter();
    levels.any(|level| shown == on_the_line(text, level))
}

/// Every font of ours has the letters of European languages below this one, and all their signs.
const FIRST_CODED: char = '\u{250}';

/// The text with codes for the characters that a line does not show, as far as our writer may have
/// had none of them in a font.
fn with_codes(shown: &[char], text: &str) -> String {
    let shown: HashSet<char> = shown.iter().copied().collect();
    let mut coded = String::with_capacity(text.len());
    for character in text.chars() {
        let is_drawn = character < FIRST_CODED || shown.contains(&character);
        match is_drawn || is_ignorable(character) {
            true => coded.push(character),
            false => coded.push_str(&code(character)),
        }
    }
    coded
}

/// Controls that put the characters after them in any order (UAX 9, 2.1 to 2.4).
fn is_forcing(character: char) -> bool {
    matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Marks that stand for a letter that runs to the left (UAX 9, 2.6).
fn is_turning(character: char) -> bool {
    matches!(character, '\u{61C}' | '\u{200F}')
}

fn is_letter(character: char) -> bool {
    let class = bidi_class(character);
    !is_ignorable(character) && matches!(class, BidiClass::AL | BidiClass::L | BidiClass::R)
}

/// The characters of a text that can be seen, from left to right, in a paragraph of this level.
fn on_the_line(text: &str, level: Level) -> Vec<char> {
    let mut characters = from_left(text, level);
    characters.retain(|character| !is_ignorable(*character));
    characters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(drawn: &str, text: &str) -> Vec<String> {
        let line = MarkedLine {
            strings: 1..2,
            text: text.to_owned(),
        };
        let ordered = ordered(PageGlyph::line(drawn, 0.0, 100.0, 1), &[line]);
        ordered.into_iter().map(|glyph| glyph.text).collect()
    }

    #[test]
    fn a_line_is_read_as_it_is_said_where_it_is_drawn_so() {
        assert_eq!(line("12 דג", "גד 12"), ["גד 12"]);
        assert_eq!(line("a (דג) 12", "a (גד) 12"), ["a (גד) 12"]);
        assert_eq!(line("คำ\u{200B}", "คำ"), ["คำ"]);
        // A line of a paragraph that runs to the left, though it begins with a Latin letter.
        assert_eq!(line("12 גד .a", "a. דג 12"), ["a. דג 12"]);
    }

    #[test]
    fn a_code_is_read_as_the_character_that_it_stands_for_where_that_is_said() {
        assert_eq!(line("1 [U+6AA4] b", "1 \u{6AA4} b"), ["1 \u{6AA4} b"]);
        assert_eq!(line("]U+6AA4[ ב", "ב \u{6AA4}"), ["ב \u{6AA4}"]);
        let said = "[U+6AA4] \u{6AA4}";
        assert_eq!(line("[U+6AA4] [U+6AA4]", said), [said]);
        // A sign that every font has is drawn as it is.
        assert_eq!(line("1[U+002C]50", "1,50").concat(), "1[U+002C]50");
        for wrong in [
            "1 \u{6AA5} b",
            "1 \u{6AA4}",
            "1 \u{6AA4} bc",
            "\u{202D}1 \u{6AA4} b",
        ] {
            assert_eq!(line("1 [U+6AA4] b", wrong).concat(), "1 [U+6AA4] b");
        }
    }

    #[test]
    fn a_line_that_is_drawn_as_another_text_is_read_as_it_is_drawn() {
        assert_eq!(line("12", "21"), ["1", "2"]);
        assert_eq!(line("דג", "דג"), ["ד", "ג"]);
        assert_eq!(line("12", "12,00"), ["1", "2"]);
    }

    #[test]
    fn a_line_that_something_else_than_its_letters_puts_in_order_is_read_as_it_is_drawn() {
        for control in ('\u{202A}'..='\u{202E}').chain('\u{2066}'..='\u{2069}') {
            let said = format!("{control}גד");
            assert_eq!(line("דג", &said), ["ד", "ג"], "{control:?}");
        }
        assert_eq!(line("9001", "\u{202E}1009"), ["9", "0", "0", "1"]);
        assert_eq!(line("009.1", "1.\u{200F}009").concat(), "009.1");
        assert_eq!(line("500 1", "1 500").concat(), "500 1");
        assert_eq!(line(",68(", "(68,"), ["(68,"]);
        assert_eq!(line("דג", "\u{200F}גד"), ["\u{200F}גד"]);
        assert_eq!(line("a 12", "a\u{200E} 12"), ["a\u{200E} 12"]);
    }

    #[test]
    fn a_line_whose_characters_stand_elsewhere_is_read_as_it_stands() {
        let said = || MarkedLine {
            strings: 1..3,
            text: "גד".to_owned(),
        };
        let mut drawn = PageGlyph::line("ד", 5.0, 100.0, 1);
        drawn.extend(PageGlyph::line("ג", 10.0, 100.0, 2));
        assert_eq!(ordered(drawn.clone(), &[said()])[0].text, "גד");
        drawn[1].left = 0.0;
        assert_eq!(ordered(drawn.clone(), &[said()]), drawn);
    }
}
