//! Glyphs whose letters the program that wrote the file anew has named wrongly.
//!
//! Ghostscript 10 does so with glyphs that stand for several letters. Of what such a glyph stands
//! for (PDF 32000-1, 9.10.3), that program keeps four bytes: the two bytes of each of two letters
//! the other way round (`ti` comes back as `琀椀`), the second letter added up of all that follow
//! where there are three, or its first byte lost. Two letters of ASCII can be put right; of the
//! others nobody knows what they were. Firefox gives a glyph whose character another one has
//! already a character for private use (`محمد` has one in its middle).

use std::borrow::Cow;
use std::ops::RangeInclusive;

use forms::form_content::MISWRITTEN;

/// What a glyph stands for, or [`MISWRITTEN`] where that was lost.
pub(super) fn put_right(text: &str) -> Cow<'_, str> {
    if text.contains(|letter| PRIVATE.contains(&letter)) {
        return Cow::Owned(MISWRITTEN.into());
    }
    let mut characters = text.chars();
    let mut next = || characters.next();
    let (Some(first), Some(second), None) = (next(), next(), next()) else {
        return Cow::Borrowed(text);
    };
    let Some((first, second)) = bytes(first).zip(bytes(second)) else {
        return Cow::Borrowed(text);
    };
    let letters = [first[0], second[0]];
    let is_turned = first[1] == 0 && second[1] == 0 && first[0].is_ascii_alphanumeric();
    // Added up, two letters are none.
    if is_turned && letters.iter().all(u8::is_ascii_alphabetic) {
        return Cow::Owned(letters.into_iter().map(char::from).collect());
    }
    match is_turned || has_lost_a_byte(first, second) {
        true => Cow::Owned(MISWRITTEN.into()),
        false => Cow::Borrowed(text),
    }
}

/// Characters for private use, but for those by which fonts of signs name theirs (U+F000 and on).
const PRIVATE: RangeInclusive<char> = '\u{E000}'..='\u{EFFF}';

/// The two bytes that a character has in UTF-16; others have four.
fn bytes(character: char) -> Option<[u8; 2]> {
    u16::try_from(u32::from(character))
        .map(u16::to_be_bytes)
        .ok()
}

/// The first bytes of marks on a letter (U+0300 and on) and of variation selectors (U+FE00 and on).
const MARKS: [u8; 2] = [0x03, 0xFE];

/// Whether the second byte stands in the place of the third, which was another one: letters of one
/// script have the same first byte.
fn has_lost_a_byte(first: [u8; 2], second: [u8; 2]) -> bool {
    first[1] == second[0] && first[0] != second[0] && !MARKS.contains(&second[0])
}

#[cfg(test)]
mod tests {
    use super::{MISWRITTEN, put_right};

    #[test]
    fn two_letters_are_put_right() {
        for (written, letters) in [("琀椀", "ti"), ("昀椀", "fi"), ("昀樀", "fj")] {
            assert_eq!(put_right(written), letters);
        }
    }

    #[test]
    fn of_what_was_lost_nothing_is_taken() {
        // ffi; lam and alef; a conjunct of three letters; what an older release wrote.
        for written in [
            "昀\u{CF00}",
            "\u{627}\u{2744}",
            "\u{94D}\u{4D4C}",
            "\u{660}\u{6069}",
            "昀\u{600}",
            "\u{E000}",
            "a\u{E123}",
        ] {
            assert_eq!(put_right(written), MISWRITTEN.to_string(), "{written}");
        }
    }

    #[test]
    fn what_is_written_rightly_stays() {
        for text in [
            "",
            "f",
            "fi",
            "ffi",
            "李",
            "李小",
            "\u{103}\u{301}",
            "\u{26FE}\u{FE0F}",
            "\u{644}\u{627}",
            "\u{909}\u{902}",
            "\u{915}\u{94D}\u{937}",
            "\u{1F600}",
            "\u{107000}",
            "\u{F0FC}",
            "昀",
            "e\u{301}",
        ] {
            assert_eq!(put_right(text), text);
        }
    }
}
