//! The words that the blank form prints of itself, and how many of them stand on a page of a file
//! that lies in a given way.

use std::collections::{HashMap, HashSet};

use forms::form_content::PlacedText;

use super::page_transform::{PageTransform, Point};
use crate::steps::step;
use crate::text_layout::ligatures::taken_apart;
use crate::text_layout::placed_words::Words;

/// A word stands in its place if it begins so near to it, in points of the blank form.
const NEAR: f32 = 3.0;

/// A page says nothing with fewer words than this where they are expected, unless it has no others.
pub(crate) const WORDS_MIN: usize = 3;

/// A word that stands on a page more often tells nothing of how that lies.
const REPEATS_MAX: usize = 3;

/// The words of a page as they stand in the file, by the number of their text.
pub(crate) type FoundWords = Vec<(usize, Point)>;

/// The places of the words of a page, by their texts and squares.
type Squares = HashMap<(usize, i64, i64), Vec<(usize, Point)>>;

/// What stands where in the blank form.
#[derive(Debug, Default)]
pub(crate) struct OwnWords {
    /// A number for each text, with the letters of its ligatures.
    texts: HashMap<String, usize>,
    /// By page, in the order in which the blank form prints them.
    pub(crate) places: HashMap<usize, FoundWords>,
    squares: HashMap<usize, Squares>,
}

impl OwnWords {
    pub(crate) fn of(blank: &[PlacedText]) -> Self {
        let mut own = Self::default();
        for run in blank {
            let words = Words::of(run);
            for index in 0..words.count() {
                let (text, place) = words.get(index);
                own.add(run.place.page, text, (place.left, run.baseline()));
            }
        }
        own
    }

    fn add(&mut self, page: usize, text: &str, point: Point) {
        step();
        let next = self.texts.len();
        let text = *self
            .texts
            .entry(taken_apart(text).into_owned())
            .or_insert(next);
        let places = self.places.entry(page).or_default();
        let (right, down) = square(point);
        let squares = self.squares.entry(page).or_default();
        let square = squares.entry((text, right, down)).or_default();
        square.push((places.len(), point));
        places.push((text, point));
    }

    /// The words of these runs that the blank form has anywhere, by page.
    pub(crate) fn found_in(&self, runs: &[PlacedText]) -> HashMap<usize, FoundWords> {
        let mut found: HashMap<usize, FoundWords> = HashMap::new();
        for run in runs {
            let words = Words::of(run);
            for index in 0..words.count() {
                step();
                let (text, place) = words.get(index);
                if let Some(text) = self.texts.get(&*taken_apart(text)) {
                    let point = (place.left, run.baseline());
                    found
                        .entry(run.place.page)
                        .or_default()
                        .push((*text, point));
                }
            }
        }
        found
    }

    /// How many words of a page are found where they are expected; `None` where these are less than
    /// half of them, or not all of few, on a page that is neither scaled nor moved.
    fn agreeing(
        &self,
        page: usize,
        transform: &PageTransform,
        found: &FoundWords,
    ) -> Option<usize> {
        let all = self.count(page);
        let is_usual = *transform == PageTransform::default();
        let seen = self.seen_count(page, transform, found);
        let is_enough = match seen {
            few @ ..WORDS_MIN => is_usual && few > 0 && few == all,
            several => 2 * several >= all,
        };
        is_enough.then_some(seen)
    }

    /// How a page lies on that of a file with its number, on which these of its words are found,
    /// and how many of them are where they are expected then. `None` where that is not known.
    pub(crate) fn lie(&self, page: usize, found: &FoundWords) -> Option<(PageTransform, usize)> {
        let lie = |transform: PageTransform| {
            let seen = self.agreeing(page, &transform, found)?;
            Some((transform, seen))
        };
        let voted = || PageTransform::voted(pairs(self.places.get(&page)?, found)).and_then(lie);
        lie(PageTransform::default()).or_else(voted)
    }

    /// Whether most of the words that a page prints once stand twice or more on one of a file.
    pub(crate) fn are_repeated(&self, page: usize, found: &FoundWords) -> bool {
        let own = self.places.get(&page).map(counts).unwrap_or_default();
        let found = counts(found);
        let once = own.iter().filter(|(_, count)| **count == 1);
        let is_repeated = |text: &usize| found.get(text).is_some_and(|count| *count > 1);
        let repeated = once.clone().filter(|(text, _)| is_repeated(text)).count();
        repeated >= WORDS_MIN && 2 * repeated > once.count()
    }

    /// Whether nearly all different words of a page stand on one of these pages of a file, wherever
    /// there.
    pub(crate) fn is_on_one(
        &self,
        page: usize,
        found: &HashMap<usize, FoundWords>,
        is_asked: impl Fn(usize) -> bool,
    ) -> bool {
        let own = self.places.get(&page).map(counts).unwrap_or_default();
        let mut asked = found.iter().filter(|(number, _)| is_asked(**number));
        asked.any(|(_, words)| {
            let texts = words.iter().inspect(|_| step()).map(|(text, _)| text);
            let shared: HashSet<&usize> = texts.filter(|text| own.contains_key(text)).collect();
            4 * shared.len() >= 3 * own.len()
        })
    }

    /// The numbers of the pages that print words.
    pub(crate) fn pages(&self) -> impl Iterator<Item = usize> {
        self.places.keys().copied()
    }

    /// How many words a page prints.
    pub(crate) fn count(&self, page: usize) -> usize {
        self.places.get(&page).map_or(0, Vec::len)
    }

    /// How many words of a page are found where they are expected.
    pub(crate) fn seen_count(
        &self,
        page: usize,
        transform: &PageTransform,
        found: &FoundWords,
    ) -> usize {
        let mut seen = HashSet::new();
        for (text, point) in found {
            let point = transform.in_blank(*point);
            seen.extend(self.near_number(page, *text, point));
        }
        seen.len()
    }

    /// The number of a text; `None` if the form has no such word.
    pub(crate) fn number(&self, text: &str) -> Option<usize> {
        self.texts.get(&*taken_apart(text)).copied()
    }

    /// Whether a word of this text stands near a point.
    pub(crate) fn has_near(&self, page: usize, text: usize, point: Point) -> bool {
        self.near_number(page, text, point).next().is_some()
    }

    /// The words of this text near a point.
    pub(crate) fn near_number(
        &self,
        page: usize,
        text: usize,
        point: Point,
    ) -> impl Iterator<Item = usize> + use<'_> {
        let (right, down) = square(point);
        let squares = self.squares.get(&page);
        let around = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down)));
        let words = around.filter_map(move |(more_right, more_down)| {
            let square = (
                text,
                right.saturating_add(more_right),
                down.saturating_add(more_down),
            );
            squares?.get(&square)
        });
        words
            .flatten()
            .inspect(|_| step())
            .filter(move |(_, own)| is_near(*own, point))
            .map(|(index, _)| *index)
    }
}

/// How often each text stands on a page.
fn counts(words: &FoundWords) -> HashMap<usize, usize> {
    let mut counts = HashMap::new();
    for (text, _) in words {
        step();
        *counts.entry(*text).or_default() += 1;
    }
    counts
}

pub(crate) fn is_near(one: Point, other: Point) -> bool {
    (one.0 - other.0).abs() <= NEAR && (one.1 - other.1).abs() <= NEAR
}

/// The square of a page in which a point lies.
pub(crate) fn square(point: Point) -> (i64, i64) {
    let number = |edge: f32| (edge / NEAR).floor() as i64;
    (number(point.0), number(point.1))
}

/// The places of words that stand on a page of both, each with each of the same text.
fn pairs(own: &FoundWords, found: &FoundWords) -> Vec<(Point, Point)> {
    let places = |words: &FoundWords| {
        let mut places: HashMap<usize, Vec<Point>> = HashMap::new();
        for (text, point) in words {
            step();
            places.entry(*text).or_default().push(*point);
        }
        places
    };
    let (own, found) = (places(own), places(found));
    let mut pairs = Vec::new();
    for (text, own) in &own {
        let found = found.get(text).map(Vec::as_slice).unwrap_or_default();
        if own.len() <= REPEATS_MAX && found.len() <= REPEATS_MAX {
            let with_each = |own: &Point| found.iter().map(|found| (*own, *found)).collect();
            pairs.extend(own.iter().flat_map::<Vec<_>, _>(with_each));
        }
    }
    pairs
}
