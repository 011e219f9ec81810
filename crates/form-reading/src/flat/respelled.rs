//! Texts of the form's own that a program has printed anew in other pieces: dots that lead to a
//! field come back as one word with that before them, others fall apart where letters are moved
//! together, or without the letters of a ligature.

use forms::form_content::{MISWRITTEN, PlacedText};

use super::labels::normal;
use super::own_places::OwnPlaces;
use super::words_by_line::{LineWord, WordsByLine, in_blank};
use crate::text_layout::placed_words::Words;

/// A word may begin or end this far beside those that it is a piece of, in points.
const EDGE: f32 = 3.0;

/// Takes such words out of texts that stand in no field. What is left of a text stays one.
pub(super) fn take_out(
    texts: Vec<PlacedText>,
    blank: &[PlacedText],
    own: &OwnPlaces,
) -> Vec<PlacedText> {
    let missing = WordsByLine::missing(blank, own);
    let mut left = Vec::new();
    for text in texts {
        let words = Words::of(&text);
        let is_own = |index: &usize| {
            let word = in_blank(&text, &words, *index, own);
            let word = word.filter(|_| text.field.is_none());
            word.is_some_and(|word| is_piece(&word, text.place.page, &missing))
        };
        let own: Vec<bool> = (0..words.count()).map(|index| is_own(&index)).collect();
        match own.contains(&true) {
            true => left.extend(parts(&words, &own)),
            false => left.push(text),
        }
    }
    left
}

/// The parts of a text between the words that are taken out.
fn parts(words: &Words<'_>, own: &[bool]) -> Vec<PlacedText> {
    let mut parts = Vec::new();
    let mut first = 0;
    for part in own.chunk_by(|one, other| one == other) {
        let end = first + part.len();
        if !part[0] {
            parts.push(words.part(first, end));
        }
        first = end;
    }
    parts
}

/// Whether a word is a piece of what the blank form prints just there, none of which is in its
/// place as a word.
fn is_piece(word: &LineWord<'_>, page: usize, missing: &WordsByLine<'_>) -> bool {
    let is_there =
        |own: &&LineWord<'_>| own.left < word.right + EDGE && own.right > word.left - EDGE;
    let on_line = missing.on_line(page, word.baseline);
    let mut there: Vec<&LineWord<'_>> = on_line.filter(is_there).collect();
    there.sort_by(|one, other| one.left.total_cmp(&other.left));
    let printed: String = there.iter().map(|own| normal(own.text)).collect();
    let text = normal(word.text);
    may_stand_for(&text, &printed)
}

/// Whether a word may stand for a piece of a text: what is known of it stands there in the same
/// order. A word of which nothing is known may be anybody's.
fn may_stand_for(word: &str, text: &str) -> bool {
    let parts = word.split(MISWRITTEN);
    let mut known = parts.filter(|part| !part.is_empty()).peekable();
    let mut rest = known.peek().map(|_| text);
    for part in known {
        rest = rest
            .and_then(|rest| rest.split_once(part))
            .map(|(_, behind)| behind);
    }
    rest.is_some()
}

#[cfg(test)]
mod tests {
    use super::may_stand_for;

    #[test]
    fn a_word_may_stand_for_one_with_the_letters_that_are_known_of_it() {
        assert!(may_stand_for("o\u{FDD0}ce", "postoffice"));
        assert!(may_stand_for("\u{FDD0}ling", "filing"));
        assert!(may_stand_for("post", "postoffice"));
        assert!(!may_stand_for("o\u{FDD0}ces", "office"));
        assert!(!may_stand_for("o\u{FDD0}ce", ""));
        assert!(!may_stand_for("\u{FDD0}ling", "gnilif"));
    }

    #[test]
    fn a_word_of_which_nothing_is_known_stands_for_none() {
        for word in ["", "\u{FDD0}", "\u{FDD0}\u{FDD0}"] {
            assert!(!may_stand_for(word, "") && !may_stand_for(word, "office"));
        }
    }
}
