//! Words that the blank form prints and a page of a file has elsewhere, several of them moved
//! alike: the page is of another version of the form, in which something came or went above them
//! or beside them.
//!
//! Texts that somebody typed are no such words, whatever they say: those are missing in their own
//! places, and no three words of a typed text lie to each other as the form's own do.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use forms::form_content::PagePlace;

use super::own_words::{FoundWords, OwnWords, WORDS_MIN, is_near, square};
use super::page_transform::{PageTransform, Point};
use crate::steps::step;

/// Words that another program draws with another font drift along their line, and a little up or
/// down. Only what is further away than this, aside and up or down, in points, was moved.
const DRIFT_ASIDE: f32 = 100.0;
const DRIFT_DOWN: f32 = 9.0;

/// A text begins where it began in any font, so whole labels hardly drift aside.
const LABEL_DRIFT_ASIDE: f32 = 12.0;

/// A word that is missing or stands elsewhere more often tells nothing of where it went.
const REPEATS_MAX: usize = 3;

/// What came or went in so many places of a page is found, and by so many ways words are known to
/// be moved.
const GROUPS_MAX: usize = 8;
const SHIFTS_MAX: usize = 16;

/// A field may stand so far above or under the words that are its label, in points.
const AROUND_WORDS: f32 = 24.0;

/// The moved words of a page.
#[derive(Debug, Default)]
pub(crate) struct MovedWords {
    /// The numbers of the words that are not in their places.
    missing: HashSet<usize>,
    /// How far words were moved together, as if the file were the blank form.
    shifts: Vec<Point>,
    /// From where to where they reach, down the page: in the blank form, and in the file.
    bands: Vec<(f32, f32)>,
}

/// A word of the blank form that is not in its place, and a place in the file where it may stand.
#[derive(Debug, Clone, Copy)]
struct Move {
    word: usize,
    own: Point,
    found: Point,
}

impl MovedWords {
    /// The words of a page that lies so, and of which these are found. `labels`: where those, and
    /// options, stand in the blank form and in the file that stand once on that page in both.
    /// Nobody types one as a text of its own where it is not printed, so a single one was moved.
    pub(crate) fn of(
        words: &OwnWords,
        page: usize,
        transform: &PageTransform,
        found: &FoundWords,
        labels: &[(Point, Point)],
    ) -> Self {
        let (missing, mut moves) = possible_moves(words, page, transform, found);
        let mut moved = Self {
            missing,
            ..Self::default()
        };
        for _ in 0..GROUPS_MAX {
            let group = largest_group(&moves);
            if group.len() < WORDS_MIN {
                break;
            }
            let gone: HashSet<usize> = group.iter().map(|one| one.word).collect();
            moves.retain(|one| !gone.contains(&one.word));
            moved.add(&group);
        }
        for (own, found) in labels {
            let label = Move {
                word: 0,
                own: *own,
                found: transform.in_blank(*found),
            };
            if label.is_no_drift(LABEL_DRIFT_ASIDE) && moved.misses_word_at(words, page, *own) {
                moved.add(&[label]);
            }
        }
        moved
    }

    /// Whether a word of the blank form that stands there is missing: another program may print it
    /// together with what stands beside it, and the label as a text of its own is a typed one.
    pub(crate) fn misses_word_at(&self, words: &OwnWords, page: usize, own: Point) -> bool {
        let places = words.places.get(&page).map(Vec::as_slice);
        let mut places = places.unwrap_or_default().iter().enumerate();
        places.any(|(word, (_, point))| {
            step();
            is_near(*point, own) && self.missing.contains(&word)
        })
    }

    /// Whether the word with this number is not in its place.
    pub(crate) fn misses_word(&self, number: usize) -> bool {
        self.missing.contains(&number)
    }

    fn add(&mut self, group: &[Move]) {
        let count = group.len() as f32;
        let shifts = group.iter().map(Move::shift);
        let sum = shifts.fold((0.0, 0.0), |sum, shift| (sum.0 + shift.0, sum.1 + shift.1));
        if self.shifts.len() < SHIFTS_MAX {
            self.shifts.push((sum.0 / count, sum.1 / count));
        }
        self.bands.push(band(group.iter().map(|one| one.own)));
        self.bands.push(band(group.iter().map(|one| one.found)));
    }

    /// Whether a word of this text that stands there, as if the file were the blank form, is one of
    /// them.
    pub(crate) fn has(&self, words: &OwnWords, page: usize, text: usize, point: Point) -> bool {
        self.shifts.iter().any(|shift| {
            let own = (point.0 - shift.0, point.1 - shift.1);
            let mut near = words.near_number(page, text, own);
            near.any(|word| self.missing.contains(&word))
        })
    }

    /// Whether a field of the blank form stands where words came from or went to.
    pub(crate) fn reach(&self, field: PagePlace) -> bool {
        self.bands.iter().any(|(top, bottom)| {
            field.top <= bottom + AROUND_WORDS && field.bottom() >= top - AROUND_WORDS
        })
    }
}

/// The words that are missing in their places, and each of them with each word of its text that
/// stands in none.
fn possible_moves(
    words: &OwnWords,
    page: usize,
    transform: &PageTransform,
    found: &FoundWords,
) -> (HashSet<usize>, Vec<Move>) {
    let mut seen = HashSet::new();
    let mut astray: HashMap<usize, Vec<Point>> = HashMap::new();
    for (text, point) in found {
        let point = transform.in_blank(*point);
        let in_place: Vec<usize> = words.near_number(page, *text, point).collect();
        if in_place.is_empty() {
            astray.entry(*text).or_default().push(point);
        }
        seen.extend(in_place);
    }
    let mut missing: BTreeMap<usize, Vec<(usize, Point)>> = BTreeMap::new();
    let own = words.places.get(&page).map(Vec::as_slice);
    for (word, (text, point)) in own.unwrap_or_default().iter().enumerate() {
        step();
        if !seen.contains(&word) {
            missing.entry(*text).or_default().push((word, *point));
        }
    }
    let all = missing.values().flatten().map(|(word, _)| *word).collect();
    let mut moves = Vec::new();
    for (text, missing) in &missing {
        let astray = astray.get(text).map(Vec::as_slice).unwrap_or_default();
        if missing.len() > REPEATS_MAX || astray.len() > REPEATS_MAX {
            continue;
        }
        let each = missing.iter().flat_map(|(word, own)| {
            astray.iter().map(move |found| Move {
                word: *word,
                own: *own,
                found: *found,
            })
        });
        moves.extend(each.filter(|one| one.is_no_drift(DRIFT_ASIDE)));
    }
    (all, moves)
}

impl Move {
    fn shift(&self) -> Point {
        (self.found.0 - self.own.0, self.found.1 - self.own.1)
    }

    fn is_no_drift(&self, aside: f32) -> bool {
        let (right, down) = self.shift();
        right.abs() > aside || down.abs() > DRIFT_DOWN
    }
}

/// The moves of most words by the same way.
fn largest_group(moves: &[Move]) -> Vec<Move> {
    let mut squares: HashMap<(i64, i64), Vec<Move>> = HashMap::new();
    for one in moves {
        squares.entry(square(one.shift())).or_default().push(*one);
    }
    let group = |(right, down): (i64, i64)| -> Vec<Move> {
        let around = (-1..=1).flat_map(|more| (-1..=1).map(move |down| (more, down)));
        let squares = around.filter_map(|(more_right, more_down)| {
            let square = (
                right.saturating_add(more_right),
                down.saturating_add(more_down),
            );
            squares.get(&square)
        });
        squares.flatten().inspect(|_| step()).copied().collect()
    };
    let size = |square: &(i64, i64)| {
        let words = group(*square).into_iter().map(|one| one.word);
        (words.collect::<HashSet<usize>>().len(), Reverse(*square))
    };
    let largest = squares.keys().max_by_key(|square| size(square));
    largest.map(|square| group(*square)).unwrap_or_default()
}

fn band(points: impl Iterator<Item = Point>) -> (f32, f32) {
    points.fold(
        (f32::INFINITY, f32::NEG_INFINITY),
        |(top, bottom), point| (top.min(point.1), bottom.max(point.1)),
    )
}
