//! Where each character of a printed text stands.

use forms::form_content::{PlacedText, PlacedWord};
use unicode_normalization::UnicodeNormalization as _;

/// The left and the right edge of each character, in points. The words of the text say where they
/// begin and end; within them the characters are as wide as in Helvetica, compared with each other,
/// since a line to write on often follows its label without a space: `Name:______`.
pub(super) fn character_places(text: &PlacedText) -> Vec<(f32, f32)> {
    let whole = PlacedWord {
        start: 0,
        left: text.place.left,
        right: text.place.right(),
        is_apart: false,
    };
    let words = match text.words.as_slice() {
        [] => &[whole],
        words => words,
    };
    let mut places = Vec::new();
    let mut end_before = text.place.left;
    for (index, word) in words.iter().enumerate() {
        let next = words.get(index + 1);
        let begun = if index == 0 { 0 } else { word.start };
        let end = next.map_or(text.text.len(), |next| next.start);
        let next_left = next.map_or(text.place.right(), |next| next.left);
        let all = text.text.get(begun..end).unwrap_or_default();
        let drawn = all.trim_end();
        let lead = drawn.len() - drawn.trim_start().len();
        spread(&drawn[..lead], end_before, word.left, &mut places);
        spread(&drawn[lead..], word.left, word.right, &mut places);
        spread(&all[drawn.len()..], word.right, next_left, &mut places);
        end_before = word.right;
    }
    places
}

/// Places characters between two edges, by their widths in Helvetica.
fn spread(characters: &str, left: f32, right: f32, places: &mut Vec<(f32, f32)>) {
    let total: f32 = characters.chars().map(helvetica_width).sum();
    let mut passed = 0.0;
    for character in characters.chars() {
        let edge = |share: f32| left + (right - left) * share / total;
        let width = helvetica_width(character);
        places.push((edge(passed), edge(passed + width)));
        passed += width;
    }
}

/// In thousandths of the size of the font.
fn helvetica_width(character: char) -> f32 {
    let bare = std::iter::once(character).nfd().next();
    match bare.unwrap_or(character) {
        'i' | 'j' | 'l' | '\'' => 222.0,
        '|' => 260.0,
        ' ' | '!' | ',' | '.' | '/' | ':' | ';' | 'I' | '[' | '\\' | ']' | 'f' | 't' => 278.0,
        '(' | ')' | '-' | '`' | 'r' | '{' | '}' | '„' | '“' | '”' | '•' => 333.0,
        '"' | '*' => 370.0,
        'J' | 'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' => 500.0,
        '+' | '<' | '=' | '>' | '~' => 584.0,
        'F' | 'T' | 'Z' | 'ß' => 611.0,
        '&' | 'A' | 'B' | 'E' | 'K' | 'P' | 'S' | 'V' | 'X' | 'Y' => 667.0,
        'C' | 'D' | 'H' | 'N' | 'R' | 'U' | 'w' => 722.0,
        'G' | 'O' | 'Q' => 778.0,
        'M' | 'm' => 833.0,
        '%' | 'W' => 916.0,
        '@' | '…' | '—' | '☐' | '□' | '❑' => 1000.0,
        _ => 556.0,
    }
}

#[cfg(test)]
mod tests {
    use forms::form_content::{PagePlace, PlacedText, PlacedWord};

    use super::character_places;

    fn text(text: &str, width: f32, words: &[(usize, f32, f32)]) -> PlacedText {
        let word = |&(start, left, right): &(usize, f32, f32)| PlacedWord {
            start,
            left,
            right,
            is_apart: false,
        };
        PlacedText {
            text: text.into(),
            place: PagePlace {
                page: 0,
                left: 100.0,
                top: 0.0,
                width,
                height: 10.0,
            },
            words: words.iter().map(word).collect(),
            clipped_by: None,
            line_end: None,
            field: None,
            is_ordered: false,
        }
    }

    #[test]
    fn narrow_letters_take_less_room_than_a_line_to_write_on() {
        let places = character_places(&text("Titel:______", 55.03, &[]));
        assert_eq!(places.len(), 12);
        assert!((places[5].1 - 121.67).abs() < 0.1, "{places:?}");
        assert!((places[11].1 - 155.03).abs() < 0.1, "{places:?}");
    }

    #[test]
    fn words_stand_where_the_text_says() {
        let words = [(1, 110.0, 130.0), (6, 190.0, 300.0)];
        let places = character_places(&text(" Ort  ____", 200.0, &words));
        assert_eq!(places.len(), 10);
        assert_eq!((places[1].0, places[3].1), (110.0, 130.0));
        assert_eq!((places[6].0, places[9].1), (190.0, 300.0));
    }

    #[test]
    fn words_that_begin_within_a_character_place_nothing_and_break_nothing() {
        let words = [(0, 100.0, 110.0), (1, 110.0, 120.0)];
        assert!(character_places(&text("ä_", 20.0, &words)).len() <= 2);
    }
}
