//! Whether characters stand on the page as the line that they are said to be: somebody who looks at
//! it must see them in the order in which they are drawn.

use forms::ignorable::is_ignorable;
use unicode_bidi::{BidiClass, bidi_class};

use super::page_glyph::PageGlyph;
use super::runs::CELL_GAP;

/// Lengths in font sizes. How far from the base line a letter may be raised or lowered.
const RAISED_MAX: f32 = 1.0;

/// The same of marks, of which some may stand above each other.
const MARK_RAISED_MAX: f32 = 4.0;

/// How far a mark stands from the letter that is drawn before it.
const MARK_OFFSET: f32 = 2.0;

/// How far a sign stands within the ligature that is drawn behind it.
const LIGATURE_OFFSET: f32 = 1.0;

/// Lengths are rounded when they are written.
const ROUNDING: f32 = 0.001;

/// Sizes are the same but for how they are counted.
const SIZE_OFFSET: f32 = 0.01;

/// Whether the characters, in the order in which they are drawn, stand beside each other from left
/// to right, on one page, in one size and on one base line.
pub(super) fn is_one_line(drawn: &[PageGlyph]) -> bool {
    let Some(first) = drawn.first() else {
        return false;
    };
    let (size, base) = (first.size, baseline(drawn));
    let mut reached = first.left;
    let mut before: Option<&PageGlyph> = None;
    drawn.iter().all(|glyph| {
        let (gap_max, raised_max) = match is_mark(glyph) {
            true => (MARK_OFFSET, MARK_RAISED_MAX),
            false => (CELL_GAP, RAISED_MAX),
        };
        let is_beside = glyph.turned.is_none()
            && glyph.page == first.page
            && (glyph.size - size).abs() <= SIZE_OFFSET * size
            && (glyph.baseline - base).abs() <= raised_max * size
            && glyph.left - reached <= gap_max * size
            && before.is_none_or(|before| is_behind(before, glyph));
        reached = reached.max(glyph.right);
        if !is_mark(glyph) {
            before = Some(glyph);
        }
        is_beside
    })
}

/// The base line, on which most letters stand.
pub(super) fn baseline(drawn: &[PageGlyph]) -> f32 {
    let letters = drawn.iter().filter(|glyph| !is_mark(glyph));
    let mut baselines: Vec<f32> = letters.map(|glyph| glyph.baseline).collect();
    baselines.sort_by(f32::total_cmp);
    let of_first = || drawn.first().map_or(0.0, |first| first.baseline);
    let middle = baselines.get(baselines.len() / 2).copied();
    middle.unwrap_or_else(of_first)
}

/// Whether a character stands to the right of where the letter before it begins. In scripts that
/// join or stack their letters a mark on a ligature can be what is drawn for one of them.
fn is_behind(before: &PageGlyph, glyph: &PageGlyph) -> bool {
    let mut characters = before.text.chars().chain(glyph.text.chars());
    let is_within = before.right <= glyph.right + ROUNDING * glyph.size;
    let backwards_max = match is_mark(glyph) {
        true => MARK_OFFSET,
        false if is_within && characters.any(is_joined) => LIGATURE_OFFSET,
        false => ROUNDING,
    };
    before.left - glyph.left <= backwards_max * glyph.size
}

/// Whether a letter is Arabic, Indian or of a script near those; never a digit.
fn is_joined(character: char) -> bool {
    let is_stacked = matches!(character, '\u{900}'..='\u{1CFF}') && character.is_alphabetic();
    is_stacked || bidi_class(character) == BidiClass::AL
}

/// Whether a character stands on another one, or shows nothing: without a letter before it, a mark
/// stands for the space there.
fn is_mark(glyph: &PageGlyph) -> bool {
    let is_mark = |character: char| {
        is_ignorable(character)
            || character.is_whitespace()
            || bidi_class(character) == BidiClass::NSM
    };
    glyph.text.chars().all(is_mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters of 10 points, each from a place on.
    fn placed(places: &[(&str, f32)]) -> Vec<PageGlyph> {
        let glyph = |(text, left): &(&str, f32)| PageGlyph {
            text: (*text).to_owned(),
            ..PageGlyph::line("a", *left, 100.0, 1).remove(0)
        };
        places.iter().map(glyph).collect()
    }

    #[test]
    fn characters_beside_each_other_are_a_line() {
        assert!(is_one_line(&PageGlyph::line("12,00 €", 0.0, 100.0, 1)));
        assert!(is_one_line(&placed(&[("a", 0.0), ("b", 4.0), ("c", 16.0)])));
        assert!(!is_one_line(&[]));
    }

    #[test]
    fn characters_that_are_drawn_in_another_order_than_they_stand_are_none() {
        assert!(!is_one_line(&placed(&[("1", 5.0), ("9", 0.0)])));
        assert!(!is_one_line(&placed(&[("1", 5.0), ("9", 4.0)])));
        assert!(!is_one_line(&placed(&[("ד", 5.0), ("ג", 0.0)])));
        assert!(!is_one_line(&placed(&[("د", 6.0), ("م", 0.0)])));
        // Nor with a mark between them.
        let marked = [("1", 5.0), ("\u{301}", 2.0), ("9", 0.0)];
        assert!(!is_one_line(&placed(&marked)));
        assert!(!is_one_line(&placed(&[("1", 0.0), ("9", 12.6)])));
    }

    #[test]
    fn marks_stand_on_the_letter_before_or_after_them() {
        let marks = [("b", 0.0), ("\u{301}", -2.0), ("\u{5B8}", 7.0), ("ד", 5.0)];
        assert!(is_one_line(&placed(&marks)));
        assert!(!is_one_line(&placed(&[("b", 0.0), ("\u{301}", -21.0)])));
    }

    #[test]
    fn signs_stand_on_the_ligature_behind_them() {
        let ligature = |letters: [&str; 2], right: f32| {
            let mut glyphs = placed(&[(letters[0], 3.0), (letters[1], 0.0)]);
            glyphs[0].right = right;
            is_one_line(&glyphs)
        };
        assert!(ligature(["إ", "\u{64D}ل"], 3.0));
        assert!(ligature(["ि", "उ"], 5.0));
        assert!(!ligature(["د", "م"], 6.0));
        assert!(!ligature(["१", "९"], 3.0));
    }

    #[test]
    fn characters_of_another_line_page_or_size_are_none() {
        let changed = |change: fn(&mut PageGlyph)| {
            let mut line = PageGlyph::line("1009", 0.0, 100.0, 1);
            change(&mut line[2]);
            is_one_line(&line)
        };
        assert!(changed(|glyph| glyph.baseline = 109.0));
        assert!(!changed(|glyph| glyph.baseline = 111.0));
        assert!(!changed(|glyph| glyph.baseline = 89.0));
        let raised = |glyph: &mut PageGlyph| {
            glyph.text = "\u{E37}".to_owned();
            glyph.baseline = 111.0;
        };
        assert!(changed(raised));
        assert!(!changed(|glyph| glyph.page = 1));
        assert!(!changed(|glyph| glyph.size = 1_000.0));
        assert!(!changed(|glyph| glyph.turned = Some(1)));
    }
}
