//! Arabic and Hebrew that are drawn from left to right, in the order in which they are read.
//!
//! Programs draw such text where it stands. The line that is read is one that Unicode's algorithm
//! (UAX 9) puts on the page just as it is drawn; where there are two, the one whose first letter
//! tells the direction of its line (P2, P3), else the one of a line that runs to the right. What
//! more than that would have to tell is lost.

use forms::drawn_line::from_left;
use forms::ignorable::is_ignorable;
use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};
use unicode_normalization::UnicodeNormalization as _;

/// What is wrong with a text that [`is_lost`].
pub(crate) const LOST: &str = "shows Arabic or Hebrew, perhaps with signs on its letters, of which \
                               it cannot be told in which order it is read; upload the form with \
                               its fields";

const OPENING: [char; 3] = ['(', '[', '{'];
const CLOSING: [char; 3] = [')', ']', '}'];

/// Signs that fonts may name as they look or as they are, and of which nothing tells which (L4).
const MIRRORED: [char; 10] = ['<', '>', '≤', '≥', '«', '»', '‹', '›', '≪', '≫'];

/// The text of a drawn line as it is read; `None` where it has no letters that run to the left, or
/// where it [`is_lost`].
pub(crate) fn as_read(drawn: &str) -> Option<String> {
    if !runs_left(drawn) || is_unordered(drawn) {
        return None;
    }
    let rightward = Candidate::of(drawn, Level::ltr());
    // A line that begins with another script on the left was put in order by nobody, then.
    let leftward = Candidate::of(drawn, Level::rtl());
    let leftward = leftward.filter(|_| rightward.is_some() || !begins_rightward(drawn.chars()));
    let read = match (rightward, leftward) {
        (Some(first), Some(other)) => {
            match !first.tells_its_direction() && other.tells_its_direction() {
                true => other,
                false => first,
            }
        }
        (first, other) => first.or(other)?,
    };
    read.text()
}

/// Whether a text is drawn so that nobody can tell how it is read.
pub(crate) fn is_lost(drawn: &str) -> bool {
    runs_left(drawn) && as_read(drawn).is_none()
}

/// Whether something else than the letters says how to put them in order, signs stand on them,
/// which programs draw before or behind these, or a number may run in either direction.
fn is_unordered(drawn: &str) -> bool {
    use BidiClass::{B, L, LRE, LRI, LRO, NSM, PDF, PDI, RLE, RLI, RLO};
    let forcing = [B, LRE, LRI, LRO, NSM, PDF, PDI, RLE, RLI, RLO];
    let is_forcing =
        |character: char| forcing.contains(&bidi_class(character)) || MARKS.contains(&character);
    let is_rightward = |character| bidi_class(character) == L;
    drawn.contains(is_forcing) || (drawn.contains(is_rightward) && drawn.contains(char::is_numeric))
}

/// Marks that stand for a letter of some direction (UAX 9, 2.6).
pub(crate) const MARKS: [char; 3] = ['\u{200E}', '\u{200F}', '\u{61C}'];

/// Whether there are letters that run to the left.
pub(crate) fn runs_left(text: &str) -> bool {
    // Most texts are told by this alone.
    text.chars()
        .any(|character| character >= '\u{590}' && is_leftward(character))
}

/// Whether it is a letter that runs to the left.
pub(crate) fn is_leftward(character: char) -> bool {
    let class = bidi_class(character);
    matches!(class, BidiClass::R | BidiClass::AL) && !is_ignorable(character)
}

fn begins_rightward(mut characters: impl Iterator<Item = char>) -> bool {
    let is_letter =
        |&character: &char| is_leftward(character) || bidi_class(character) == BidiClass::L;
    characters
        .find(is_letter)
        .is_some_and(|first| !is_leftward(first))
}

/// A line that is drawn as it was found, in a paragraph of some direction.
struct Candidate {
    characters: Vec<char>,
    /// Of each character.
    levels: Vec<Level>,
    paragraph: Level,
}

impl Candidate {
    fn of(drawn: &str, paragraph: Level) -> Option<Self> {
        let characters = from_left(drawn, paragraph);
        let text: String = characters.iter().collect();
        let shown = from_left(&text, paragraph).into_iter().map(as_opening);
        let levels = BidiInfo::new(&text, Some(paragraph)).levels;
        let levels = text.char_indices().map(|(at, _)| levels[at]).collect();
        shown.eq(drawn.chars().map(as_opening)).then_some(Self {
            characters,
            levels,
            paragraph,
        })
    }

    /// Whether its first letter runs in the direction of the paragraph.
    fn tells_its_direction(&self) -> bool {
        begins_rightward(self.characters.iter().copied()) == self.paragraph.is_ltr()
    }

    /// `None` where it cannot be told what its brackets are.
    fn text(mut self) -> Option<String> {
        self.turn_brackets()?;
        Some(self.characters.into_iter().map(plain).collect())
    }

    /// Fonts say of a bracket how it looks, or what it is, which is the other one in text that runs
    /// to the left (UAX 9, L4): it opens before it closes.
    fn turn_brackets(&mut self) -> Option<()> {
        let are_leftward = self.levels.iter().map(Level::is_rtl);
        let characters = self.characters.iter_mut().zip(are_leftward);
        let leftward = characters.filter(|(_, is_leftward)| *is_leftward);
        let leftward: Vec<&mut char> = leftward.map(|(character, _)| character).collect();
        if leftward
            .iter()
            .any(|character| MIRRORED.contains(character))
        {
            return None;
        }
        let brackets = leftward
            .into_iter()
            .filter(|character| turned(**character).is_some());
        let mut brackets: Vec<&mut char> = brackets.collect();
        let as_found: Vec<char> = brackets.iter().map(|bracket| **bracket).collect();
        let as_turned: Vec<char> = as_found.iter().filter_map(|one| turned(*one)).collect();
        if are_pairs(&as_found) {
            return Some(());
        }
        for (bracket, turned) in brackets.iter_mut().zip(&as_turned) {
            **bracket = *turned;
        }
        are_pairs(&as_turned).then_some(())
    }
}

fn are_pairs(brackets: &[char]) -> bool {
    let mut open = Vec::new();
    let is_paired = |&bracket: &char| match OPENING.contains(&bracket) {
        true => {
            open.push(bracket);
            true
        }
        false => open.pop() == turned(bracket),
    };
    brackets.iter().all(is_paired) && open.is_empty()
}

fn turned(character: char) -> Option<char> {
    let at = |signs: &[char]| signs.iter().position(|sign| *sign == character);
    let closing = at(&OPENING).map(|at| CLOSING[at]);
    closing.or_else(|| at(&CLOSING).map(|at| OPENING[at]))
}

fn as_opening(character: char) -> char {
    match CLOSING.contains(&character) {
        true => turned(character).unwrap_or(character),
        false => character,
    }
}

/// The letters of a form for the beginning, middle or end of words (Unicode, chapter 9.2).
fn plain(character: char) -> String {
    let is_form = matches!(character, '\u{FB1D}'..='\u{FDCF}' | '\u{FE80}'..='\u{FEFC}');
    match is_form {
        true => character.nfkc().collect(),
        false => character.to_string(),
    }
}
