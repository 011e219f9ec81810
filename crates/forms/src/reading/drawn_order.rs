//! Arabic and Hebrew that are drawn from left to right, in the order in which they are read.
//!
//! Programs draw such text where it stands. The line that is read is one that Unicode's algorithm
//! (UAX 9) puts on the page just as it is drawn; where there are several, the one whose first
//! letter tells the direction of its line (P2, P3), else the one of a line that runs to the right.

use unicode_bidi::{BidiClass, BidiInfo, Level, bidi_class};
use unicode_normalization::UnicodeNormalization as _;

/// What is wrong with a text that [`is_lost`].
pub(super) const LOST: &str = "shows Arabic or Hebrew, perhaps with signs on its letters, of which \
                               it cannot be told in which order it is read; upload the form with \
                               its fields";

const OPENING: [char; 4] = ['(', '[', '{', '<'];
const CLOSING: [char; 4] = [')', ']', '}', '>'];

/// The text of a drawn line as it is read; `None` where it has no letters that run to the left, or
/// nobody can tell.
pub(super) fn as_read(drawn: &str) -> Option<String> {
    if !runs_left(drawn) || is_unordered(drawn) {
        return None;
    }
    let of = |level| Candidate::of(drawn, level);
    let candidates = [of(Level::ltr()), of(Level::rtl())];
    let mut drawn_so = candidates.into_iter().flatten();
    let first = drawn_so.next()?;
    let other = drawn_so.next().filter(Candidate::tells_its_direction);
    let read = match first.tells_its_direction() {
        true => first,
        false => other.unwrap_or(first),
    };
    Some(read.text())
}

/// Whether a text is drawn so that nobody can tell how it is read.
pub(super) fn is_lost(drawn: &str) -> bool {
    runs_left(drawn) && as_read(drawn).is_none()
}

/// Whether signs stand on letters that run to the left, which programs draw before or behind these,
/// or something else than the letters says how to put them in order.
fn is_unordered(drawn: &str) -> bool {
    use BidiClass::{LRE, LRI, LRO, NSM, PDF, PDI, RLE, RLI, RLO};
    let forcing = [LRE, LRI, LRO, NSM, PDF, PDI, RLE, RLI, RLO];
    runs_left(drawn)
        && drawn
            .chars()
            .any(|character| forcing.contains(&bidi_class(character)))
}

fn runs_left(text: &str) -> bool {
    let is_leftward = |character| matches!(bidi_class(character), BidiClass::R | BidiClass::AL);
    // Most texts are told by this alone.
    text.chars()
        .any(|character| character >= '\u{590}' && is_leftward(character))
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
        let characters: Vec<char> = on_the_line(drawn, paragraph).collect();
        let text: String = characters.iter().collect();
        let shown = on_the_line(&text, paragraph).map(as_opening);
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
        let mut classes = self
            .characters
            .iter()
            .map(|character| bidi_class(*character));
        let is_letter = |class| matches!(class, BidiClass::L | BidiClass::R | BidiClass::AL);
        let first = classes.find(|class| is_letter(*class));
        first.is_some_and(|class| (class == BidiClass::L) == self.paragraph.is_ltr())
    }

    fn text(mut self) -> String {
        self.turn_brackets();
        let plain = self.characters.into_iter().map(plain);
        plain.collect()
    }

    /// Fonts say of a bracket how it looks, or what it is, which is the other one in text that runs
    /// to the left (UAX 9, L4): it opens before it closes.
    fn turn_brackets(&mut self) {
        let are_leftward = self.levels.iter().map(Level::is_rtl);
        let characters = self.characters.iter_mut().zip(are_leftward);
        let mut brackets: Vec<&mut char> = characters
            .filter(|(character, is_leftward)| *is_leftward && turned(**character).is_some())
            .map(|(character, _)| character)
            .collect();
        let as_found: Vec<char> = brackets.iter().map(|bracket| **bracket).collect();
        let as_turned: Vec<char> = as_found.iter().filter_map(|one| turned(*one)).collect();
        // A list, as in `a)`, has closing ones alone.
        let is_turned = !are_pairs(&as_found)
            && (are_pairs(&as_turned) || as_turned.iter().all(|one| CLOSING.contains(one)));
        if is_turned {
            for (bracket, turned) in brackets.iter_mut().zip(as_turned) {
                **bracket = turned;
            }
        }
    }
}

/// The characters of a text from left to right, in a paragraph of this level.
fn on_the_line(text: &str, level: Level) -> impl Iterator<Item = char> {
    let bidi = BidiInfo::new(text, Some(level));
    let mut characters = Vec::new();
    for paragraph in &bidi.paragraphs {
        let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
        for run in runs {
            let first = characters.len();
            characters.extend(text[run.clone()].chars());
            if levels[run.start].is_rtl() {
                characters[first..].reverse();
            }
        }
    }
    characters.into_iter()
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
