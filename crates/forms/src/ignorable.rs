//! Characters that say something and show nothing: a form's writer draws none, and its reader finds
//! none drawn.

use std::ops::RangeInclusive;

/// More characters without a shape: Braille without a dot (U+2800), and those of
/// `Default_Ignorable_Code_Point` that no text is written with.
const SHAPELESS: [RangeInclusive<char>; 6] = [
    '\u{2065}'..='\u{2065}',
    '\u{2800}'..='\u{2800}',
    '\u{FFF0}'..='\u{FFF8}',
    '\u{1BCA0}'..='\u{1BCA3}',
    '\u{1D173}'..='\u{1D17A}',
    '\u{E0000}'..='\u{E0FFF}',
];

/// Whether a text shows anything to those who read it: not one of white space, controls, and
/// characters without a shape.
pub fn is_seen(text: &str) -> bool {
    let is_shapeless = |letter: char| SHAPELESS.iter().any(|range| range.contains(&letter));
    let is_blank = |letter: char| {
        let is_space = letter.is_whitespace() || letter.is_control();
        is_space || is_ignorable(letter) || is_shapeless(letter)
    };
    !text.chars().all(is_blank)
}

/// Whether Unicode gives the character no shape (`Default_Ignorable_Code_Point`, UAX 44): the soft
/// hyphen, joiners, variation selectors, marks of direction.
pub fn is_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{E0100}'..='\u{E01EF}'
    )
}
