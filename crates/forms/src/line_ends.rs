//! Where a line of printed text may end though no space stands there: one rule for those who break
//! lines and for those who join them again.

use unicode_normalization::char::is_combining_mark;

use crate::ignorable::is_ignorable;

/// From one line of a text to the next, in font sizes: so our writer draws them, and so far apart
/// they are taken to be where a text does not show it.
pub const LINE_PITCH: f32 = 1.25;

/// More characters than any number has that a form asks for, an IBAN in groups of its own included.
const LONGER_THAN_NUMBERS: usize = 21;

/// How many characters of a line are looked at, however many marks its last letters have.
const CHARACTERS_SEEN_MAX: usize = 16;

/// Whether a line may end behind its last character, whatever comes next: a hyphen, dash or slash
/// at the end of a word, or an ideograph.
///
/// A sign before a number (`-500`) is no end of a word. `line` begins where the line does.
pub fn may_end_behind(line: &str) -> bool {
    let last = line.chars().rev().take(CHARACTERS_SEEN_MAX);
    let mut letters = last.filter(is_seen);
    match letters.next() {
        Some('-' | '\u{2010}' | '–' | '/') => letters.next().is_some_and(char::is_alphanumeric),
        last => last.is_some_and(is_ideographic),
    }
}

/// Whether two lines may be one word, or more that stand without a space.
///
/// That is so where the line above [may end](may_end_behind), and where it is full of a word that
/// is longer than a line. Of two short numbers nobody can see that they are one.
pub fn may_go_on(above: &str, below: &str) -> bool {
    if may_end_behind(above) {
        return true;
    }
    let is_one_word = !above
        .chars()
        .any(|letter| letter.is_whitespace() && letter != '\u{A0}');
    let mut seen = above.chars().filter(is_seen);
    let is_long = seen.clone().count() >= LONGER_THAN_NUMBERS;
    let ends = [seen.next_back(), below.chars().find(is_seen)];
    let are_numbers = ends.into_iter().flatten().all(is_of_number);
    is_one_word && (is_long || !are_numbers)
}

/// Whether a character takes room of its own on the line.
fn is_seen(letter: &char) -> bool {
    !is_combining_mark(*letter) && !is_ignorable(*letter)
}

/// Digits, what stands between them, and what is written with them.
fn is_of_number(letter: char) -> bool {
    letter.is_numeric() || ".,'’:-−+€$£¥%‰".contains(letter)
}

/// Characters after which a line can end without a space: Chinese and Japanese, but for digits.
fn is_ideographic(character: char) -> bool {
    !character.is_numeric()
        && matches!(
            character,
            '\u{3001}'..='\u{30FF}'
                | '\u{3400}'..='\u{4DBF}'
                | '\u{4E00}'..='\u{9FFF}'
                | '\u{F900}'..='\u{FAFF}'
                | '\u{FF01}'..='\u{FF60}'
                | '\u{20000}'..='\u{3FFFF}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_behind_hyphens_dashes_and_slashes_of_words_and_behind_ideographs() {
        for line in [
            "die E-",
            "2025–",
            "Studierende/",
            "夏祭",
            "夏\u{FE00}",
            "e\u{301}-",
        ] {
            assert!(may_end_behind(line), "{line}");
        }
        for line in [
            "", "-", "nur -", "http:/", "http://", "a--", "Wort", "12,", "夏 ",
        ] {
            assert!(!may_end_behind(line), "{line}");
        }
    }

    #[test]
    fn lines_go_on_where_a_person_sees_one_word() {
        for lines in [
            ("die E-", "Mail"),
            ("2025-", "2026"),
            ("Studierende/", "Mitarbeiter"),
            ("9–", "17 Uhr"),
            ("für Fest-", "(und Sport-)"),
            ("夏祭", "り"),
            ("夏祭", "2026"),
            ("Donau", "dampf"),
            ("Donau\u{A0}dampf", "schiff"),
            ("((((", "12"),
            ("E", "5"),
            ("เที", "\u{E48}ยว"),
            ("123456789012345678901", "2"),
        ] {
            assert!(may_go_on(lines.0, lines.1), "{lines:?}");
        }
        for lines in [
            ("12", "34"),
            ("12,", "34 Euro"),
            ("1.234", ",50"),
            ("für 12,", "34 Euro"),
            ("nur -", "500"),
            ("am See", "zwei"),
            ("am See", "夏"),
            ("12\u{200B}", "34 Euro"),
            ("12", "\u{2060}34 Euro"),
            ("1\u{301}2", "3"),
            ("１２", "３４ Euro"),
            ("〡", "〢"),
            ("100€", "50 Euro"),
        ] {
            assert!(!may_go_on(lines.0, lines.1), "{lines:?}");
        }
    }
}
