//! Words of the blank form over which a file prints the same word once more: somebody may have
//! typed an `M` into a field in which the form prints one itself, as for the month of a date.

use std::collections::{HashMap, HashSet};

use super::own_words::{FoundWords, OwnWords};
use super::page_transform::{PageTransform, Point};

/// Copies of a letter that make it bold are so near to each other, in points.
const BOLD: f32 = 0.7;

/// The words of a page that a file prints more often than the blank form does, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct OverprintedWords(HashSet<usize>);

/// How many copies of a word stand near its place, and the corners of the area in which they begin.
struct Copies {
    count: usize,
    least: Point,
    most: Point,
}

impl OverprintedWords {
    /// Those of a page that lies so, and of which these are found.
    pub(crate) fn of(
        words: &OwnWords,
        page: usize,
        transform: &PageTransform,
        found: &FoundWords,
    ) -> Self {
        let mut copies: HashMap<usize, Copies> = HashMap::new();
        for (text, point) in found {
            let point = transform.in_blank(*point);
            for word in words.near_number(page, *text, point) {
                copies
                    .entry(word)
                    .or_insert(Copies::none_at(point))
                    .add(point);
            }
        }
        let own = words.places.get(&page).map(Vec::as_slice);
        let own = own.unwrap_or_default();
        copies.retain(|word, copies| {
            let (text, point) = own[*word];
            copies.are_apart() && copies.count > words.near_number(page, text, point).count()
        });
        Self(copies.into_keys().collect())
    }

    /// Whether one of them has this text and stands near this point.
    pub(crate) fn has(&self, words: &OwnWords, page: usize, text: &str, point: Point) -> bool {
        words.number(text).is_some_and(|text| {
            let mut near = words.near_number(page, text, point);
            near.any(|word| self.0.contains(&word))
        })
    }
}

impl Copies {
    fn none_at(point: Point) -> Self {
        Self {
            count: 0,
            least: point,
            most: point,
        }
    }

    fn add(&mut self, point: Point) {
        self.count += 1;
        self.least = (self.least.0.min(point.0), self.least.1.min(point.1));
        self.most = (self.most.0.max(point.0), self.most.1.max(point.1));
    }

    fn are_apart(&self) -> bool {
        self.most.0 - self.least.0 > BOLD || self.most.1 - self.least.1 > BOLD
    }
}
