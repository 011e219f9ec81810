//! Where the pages of a file print what the blank form prints of itself. A text that reads like one
//! of the form's own and stands elsewhere was filled in.
//!
//! Programs that flatten a form leave its texts where they are; those that print it scale and move
//! whole pages. Both show in the form's own words. A page on which too few of them are found is
//! not judged.

use std::collections::{HashMap, HashSet};

use super::labels::{Meaning, normal};
use crate::form_content::PlacedText;
use crate::reading::page_transform::{PageTransform, Point};
use crate::reading::placed_words::Words;
use crate::steps::step;
use crate::words;

/// A word stands in its place if it begins so near to it, in points of the blank form.
const NEAR: f32 = 3.0;

/// A page says nothing with fewer words than this where they are expected, unless it has no others.
const WORDS_MIN: usize = 3;

/// A word that stands on a page more often tells nothing of how that lies.
const REPEATS_MAX: usize = 3;

/// What the blank form prints, and how its pages lie in a file. The default knows no page.
#[derive(Debug, Default)]
pub(in crate::reading) struct OwnPlaces {
    words: OwnWords,
    /// The whole runs, in normal spelling.
    texts: HashSet<String>,
    /// Where the number of its version begins, with the word before it.
    versions: Vec<(usize, Point)>,
    /// How each page lies in the file, where that is known.
    pages: HashMap<usize, PageTransform>,
}

impl OwnPlaces {
    pub(in crate::reading) fn of(runs: &[PlacedText], blank: &[PlacedText]) -> Self {
        let own_words = OwnWords::of(blank);
        let found = own_words.found_in(runs);
        let pages = own_words.places.iter().filter_map(|(page, own)| {
            let found = found.get(page)?;
            let is_right = |transform: &PageTransform| own_words.are_in(*page, transform, found);
            let usual = Some(PageTransform::default()).filter(is_right);
            let transform = usual.or_else(|| {
                let voted = PageTransform::voted(pairs(own, found));
                voted.filter(is_right)
            });
            Some((*page, transform?))
        });
        let versions = blank.iter().filter(|run| words::is_version(&run.text));
        let beginning = |run: &PlacedText| (run.place.page, (run.place.left, run.baseline()));
        Self {
            pages: pages.collect(),
            versions: versions.map(beginning).collect(),
            texts: blank.iter().map(|run| normal(&run.text)).collect(),
            words: own_words,
        }
    }

    pub(super) fn knows_a_page(&self) -> bool {
        !self.pages.is_empty()
    }

    /// How a page of the blank form lies in the file, if that is known.
    pub(in crate::reading) fn transform(&self, page: usize) -> Option<&PageTransform> {
        self.pages.get(&page)
    }

    /// How a page lies on which the form may print too little to tell; `None` where it prints
    /// enough and that is not found.
    pub(super) fn transform_for_marks(&self, page: usize) -> Option<PageTransform> {
        let is_silent = self.words.places.get(&page).map_or(0, Vec::len) < WORDS_MIN;
        let usual = is_silent.then(PageTransform::default);
        self.transform(page).copied().or(usual)
    }

    /// The texts of the blank form on the other pages.
    pub(super) fn on_unknown_pages<'text>(
        &self,
        blank: &'text [PlacedText],
    ) -> impl Iterator<Item = &'text PlacedText> {
        let is_unknown = |run: &&PlacedText| !self.pages.contains_key(&run.place.page);
        blank.iter().filter(is_unknown)
    }

    /// Whether all words of a text stand where the blank form has them; `None` where its page lies
    /// in no known way.
    pub(in crate::reading) fn has(&self, run: &PlacedText) -> Option<bool> {
        let words = Words::of(run);
        self.has_words(run, &words, words.count())
    }

    /// Whether the blank form prints a word of a run just there, or another number of its version.
    pub(super) fn has_word(&self, run: &PlacedText, words: &Words<'_>, index: usize) -> bool {
        step();
        let page = run.place.page;
        let (text, place) = words.get(index);
        self.pages.get(&page).is_some_and(|transform| {
            let point = transform.in_blank((place.left, run.baseline()));
            let near = self.words.near(page, text, point);
            near.is_some_and(|mut near| near.next().is_some())
                || self.is_version_number(transform, run, words, index)
        })
    }

    /// Whether a word is the number behind the word that the blank form prints before its own: the
    /// file is of another version of the form.
    fn is_version_number(
        &self,
        transform: &PageTransform,
        run: &PlacedText,
        words: &Words<'_>,
        index: usize,
    ) -> bool {
        let Some(before) = index.checked_sub(1) else {
            return false;
        };
        let (number, (version, place)) = (words.get(index).0, words.get(before));
        let point = transform.in_blank((place.left, run.baseline()));
        let mut versions = self.versions.iter();
        words::is_version(&format!("{version} {number}"))
            && versions.any(|(page, own)| *page == run.place.page && is_near(*own, point))
    }

    /// Whether a text that means this, at the beginning of a run, is filled in and none of the
    /// form's own. Labels and headings that the blank form does not print so are not judged: it may
    /// have them as parts of longer texts.
    pub(super) fn is_filled_in(&self, meaning: &Meaning, text: &str, run: &PlacedText) -> bool {
        let is_judged = match meaning {
            Meaning::Content | Meaning::Option => false,
            Meaning::Furniture | Meaning::Continued => true,
            _ => self.texts.contains(&normal(text)),
        };
        let words = Words::of(run);
        let length = text.split_whitespace().count();
        is_judged && self.has_words(run, &words, length) == Some(false)
    }

    fn has_words(&self, run: &PlacedText, words: &Words<'_>, length: usize) -> Option<bool> {
        self.pages.get(&run.place.page)?;
        let mut first = 0..length.min(words.count());
        Some(first.all(|index| self.has_word(run, words, index)))
    }
}

/// The words of a page as they stand in the file, by the number of their text.
type FoundWords = Vec<(usize, Point)>;

/// The places of the words of a page, by their texts and squares.
type Squares = HashMap<(usize, i64, i64), Vec<(usize, Point)>>;

/// What stands where in the blank form.
#[derive(Debug, Default)]
struct OwnWords {
    /// A number for each text.
    texts: HashMap<String, usize>,
    /// By page.
    places: HashMap<usize, FoundWords>,
    squares: HashMap<usize, Squares>,
}

impl OwnWords {
    fn of(blank: &[PlacedText]) -> Self {
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
        let text = *self.texts.entry(text.to_owned()).or_insert(next);
        let places = self.places.entry(page).or_default();
        let (right, down) = square(point);
        let squares = self.squares.entry(page).or_default();
        let square = squares.entry((text, right, down)).or_default();
        square.push((places.len(), point));
        places.push((text, point));
    }

    /// The words of these runs that the blank form has anywhere, by page.
    fn found_in(&self, runs: &[PlacedText]) -> HashMap<usize, FoundWords> {
        let mut found: HashMap<usize, FoundWords> = HashMap::new();
        for run in runs {
            let words = Words::of(run);
            for index in 0..words.count() {
                step();
                let (text, place) = words.get(index);
                if let Some(text) = self.texts.get(text) {
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

    /// Whether at least half of the words of a page are found where they are expected; all of few,
    /// on a page that is neither scaled nor moved.
    fn are_in(&self, page: usize, transform: &PageTransform, found: &FoundWords) -> bool {
        let mut seen = HashSet::new();
        for (text, point) in found {
            let point = transform.in_blank(*point);
            seen.extend(self.near_number(page, *text, point));
        }
        let all = self.places.get(&page).map_or(0, Vec::len);
        let is_usual = *transform == PageTransform::default();
        match seen.len() {
            few @ ..WORDS_MIN => is_usual && few > 0 && few == all,
            several => 2 * several >= all,
        }
    }

    /// The words of this text near a point; `None` if the form has no such word.
    fn near(
        &self,
        page: usize,
        text: &str,
        point: Point,
    ) -> Option<impl Iterator<Item = usize> + use<'_>> {
        let text = *self.texts.get(text)?;
        Some(self.near_number(page, text, point))
    }

    fn near_number(
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

fn is_near(one: Point, other: Point) -> bool {
    (one.0 - other.0).abs() <= NEAR && (one.1 - other.1).abs() <= NEAR
}

/// The square of a page in which a point lies.
fn square(point: Point) -> (i64, i64) {
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
