//! The printed texts of a page, cut where blanks are to be filled in: `Größe … m², Miete …
//! EUR`.

use forms::form_content::PlacedText;

use super::area::PageRectangle;
use super::character_places::character_places;

/// The most pieces of a page; what follows names no field.
const PIECES_MAX: usize = 5_000;

/// From so many marks in a row on, they are a line to write on.
const BLANK_MARKS_MIN: usize = 3;

/// A text that may be a label.
#[derive(Debug, Clone)]
pub(super) struct PrintedPiece {
    pub(super) text: String,
    pub(super) area: PageRectangle,
}

/// The pieces with letters.
pub(super) fn pieces(texts: &[PlacedText]) -> Vec<PrintedPiece> {
    pieces_with(texts, char::is_alphabetic)
}

/// The pieces that may say what a number before them counts: those with letters, and signs such as
/// `€`, which label nothing.
pub(super) fn units(texts: &[PlacedText]) -> Vec<PrintedPiece> {
    let is_sign = |character| matches!(character, '€' | '£' | '$' | '%');
    pieces_with(texts, |character| {
        is_sign(character) || character.is_alphabetic()
    })
}

/// The pieces with such characters, of each page at most as many as a form has, in the order of
/// the texts.
fn pieces_with(texts: &[PlacedText], is_wanted: impl Fn(char) -> bool) -> Vec<PrintedPiece> {
    let mut pieces: Vec<PrintedPiece> = Vec::new();
    let (mut page, mut count) = (0, 0);
    for text in texts {
        if text.place.page != page {
            (page, count) = (text.place.page, 0);
        }
        for piece in cut(text, &is_wanted) {
            if count < PIECES_MAX {
                pieces.push(piece);
                count += 1;
            }
        }
    }
    pieces
}

/// The pieces of one text, each where its characters stand.
fn cut(text: &PlacedText, is_wanted: &impl Fn(char) -> bool) -> Vec<PrintedPiece> {
    let characters: Vec<char> = text.text.chars().collect();
    let places = character_places(text);
    let area = PageRectangle::from(text.place);
    let mut pieces = Vec::new();
    let mut start = 0;
    while start < characters.len() {
        let end = end_of_piece(&characters, start);
        let mut drawn = (start..end).filter(|place| !characters[*place].is_whitespace());
        let first = drawn.clone().next().and_then(|first| places.get(first));
        let last = drawn.next_back().and_then(|last| places.get(last));
        let words: String = characters[start..end].iter().collect();
        if let Some((first, last)) = first.zip(last)
            && words.chars().any(is_wanted)
        {
            pieces.push(PrintedPiece {
                text: words.split_whitespace().collect::<Vec<_>>().join(" "),
                area: PageRectangle {
                    left: first.0,
                    right: last.1,
                    ..area
                },
            });
        }
        start = end.max(start) + blank_length(&characters[end..]).max(1);
    }
    pieces
}

fn end_of_piece(characters: &[char], start: usize) -> usize {
    let places = start..characters.len();
    let mut ends = places.filter(|place| blank_length(&characters[*place..]) > 0);
    ends.next().unwrap_or(characters.len())
}

/// How many characters at the beginning are not text but a line to write on, a wide gap, or a
/// symbol that a font draws and Unicode has no character for.
fn blank_length(characters: &[char]) -> usize {
    let Some(first) = characters.first() else {
        return 0;
    };
    let like = characters
        .iter()
        .take_while(|other| *other == first)
        .count();
    match first {
        '\u{e000}'..='\u{f8ff}' | '☐' | '□' | '❑' => like,
        '…' => like,
        '_' | '.' | ' ' if like >= BLANK_MARKS_MIN => like,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use forms::form_content::{PagePlace, PlacedText};

    use super::pieces;

    #[test]
    fn a_sentence_with_blanks_gives_the_words_between_them() {
        let place = PagePlace {
            page: 0,
            left: 10.0,
            top: 0.0,
            width: 300.0,
            height: 8.0,
        };
        let text = PlacedText {
            text: "Größe von …… m². Miete ____ EUR\u{f071} ja".into(),
            place,
            words: Vec::new(),
            clipped_by: None,
            line_end: None,
            field: None,
            is_ordered: false,
        };
        let pieces = pieces(&[text]);
        let texts: Vec<&str> = pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(texts, ["Größe von", "m². Miete", "EUR", "ja"]);
        assert!(
            pieces
                .windows(2)
                .all(|two| two[0].area.right <= two[1].area.left)
        );
    }
}
