//! Where the pages of a file print what the blank form prints of itself. A text that reads like one
//! of the form's own and stands elsewhere was filled in.
//!
//! Programs that flatten a form leave its texts where they are; those that print it scale and move
//! whole pages. Both show in the form's own texts. A page on which too few of them are found is
//! not judged.

use std::collections::HashMap;

use super::labels::{Meaning, normal};
use super::page::baseline;
use crate::form_content::PlacedText;
use crate::steps::step;

/// A text stands in its place if it begins so near to it, in points.
const NEAR: f32 = 3.0;

/// A page says nothing with fewer texts than this where they are expected.
const TEXTS_MIN: usize = 3;

/// Two texts tell how much a page is scaled if they are so far from each other, in points.
const APART_MIN: f32 = 36.0;

/// Pages are printed between a quarter and four times their size.
const SCALES: std::ops::RangeInclusive<f32> = 0.25..=4.0;

/// Page, left edge and baseline, in points.
type Point = (usize, f32, f32);

/// What the blank form prints, and how its pages lie in a file; nothing is judged by default.
#[derive(Debug, Default)]
pub(in crate::reading) struct OwnPlaces {
    blank: Places,
    /// How each page lies in the file, where that is known.
    pages: HashMap<usize, PageTransform>,
}

impl OwnPlaces {
    pub(in crate::reading) fn of(runs: &[PlacedText], blank: &[PlacedText]) -> Self {
        let (file, blank) = (Places::of(runs), Places::of(blank));
        let pages = blank.pages().into_iter().filter_map(|page| {
            let usual = PageTransform::default();
            let transforms = std::iter::once(usual).chain(anchored(page, &blank, &file));
            let transform =
                { transforms }.find(|transform| is_right(transform, page, &blank, &file));
            Some((page, transform?))
        });
        Self {
            pages: pages.collect(),
            blank,
        }
    }

    /// Whether the blank form prints this text just there; `None` where its page lies in no known
    /// way.
    pub(in crate::reading) fn has(&self, run: &PlacedText) -> Option<bool> {
        self.has_text(&run.text, run)
    }

    /// Whether a text that means this, at the beginning of a run, is filled in and none of the
    /// form's own. Labels and headings that the blank form does not print so are not judged: it may
    /// have them as parts of longer texts.
    pub(super) fn is_filled_in(&self, meaning: &Meaning, text: &str, run: &PlacedText) -> bool {
        let is_judged = match meaning {
            Meaning::Content | Meaning::Option => false,
            Meaning::Furniture | Meaning::Continued => true,
            _ => self.blank.0.contains_key(&normal(text)),
        };
        is_judged && self.has_text(text, run) == Some(false)
    }

    fn has_text(&self, text: &str, run: &PlacedText) -> Option<bool> {
        let transform = self.pages.get(&run.place.page)?;
        let found = point(run);
        let mut places = self.blank.of_text(text, found.0);
        Some(places.any(|own| transform.maps(own, found)))
    }
}

/// Where each text stands.
#[derive(Debug, Default)]
struct Places(HashMap<String, Vec<Point>>);

impl Places {
    fn of(runs: &[PlacedText]) -> Self {
        let mut places: HashMap<String, Vec<Point>> = HashMap::new();
        for run in runs {
            step();
            places
                .entry(normal(&run.text))
                .or_default()
                .push(point(run));
        }
        Self(places)
    }

    fn of_text(&self, text: &str, page: usize) -> impl Iterator<Item = Point> {
        let places = self.0.get(&normal(text)).into_iter().flatten();
        places
            .inspect(|_| step())
            .filter(move |place| place.0 == page)
            .copied()
    }

    fn pages(&self) -> Vec<usize> {
        let mut pages: Vec<usize> = self.0.values().flatten().map(|place| place.0).collect();
        pages.sort_unstable();
        pages.dedup();
        pages
    }
}

fn point(run: &PlacedText) -> Point {
    (run.place.page, run.place.left, baseline(run))
}

/// How a page of the blank form lies in a file: scaled, then moved, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PageTransform {
    scale: f32,
    right: f32,
    down: f32,
}

impl Default for PageTransform {
    fn default() -> Self {
        Self {
            scale: 1.0,
            right: 0.0,
            down: 0.0,
        }
    }
}

impl PageTransform {
    fn maps(&self, own: Point, found: Point) -> bool {
        (own.1 * self.scale + self.right - found.1).abs() <= NEAR
            && (own.2 * self.scale + self.down - found.2).abs() <= NEAR
    }
}

/// Whether at least half of the texts of a page are found where they are expected.
fn is_right(transform: &PageTransform, page: usize, blank: &Places, file: &Places) -> bool {
    let (mut found, mut all) = (0, 0);
    for text in blank.0.keys() {
        for own in blank.of_text(text, page) {
            all += 1;
            found += usize::from(
                file.of_text(text, page)
                    .any(|place| transform.maps(own, place)),
            );
        }
    }
    found >= TEXTS_MIN && 2 * found >= all
}

/// The transform that the texts show that stand once on the page, here and there.
fn anchored(page: usize, blank: &Places, file: &Places) -> Option<PageTransform> {
    let once = |places: &Places, text: &str| {
        let mut places = places.of_text(text, page);
        places.next().filter(|_| places.next().is_none())
    };
    let texts = blank.0.keys();
    let mut anchors: Vec<(Point, Point)> = texts
        .filter_map(|text| Some((once(blank, text)?, once(file, text)?)))
        .collect();
    anchors.sort_by(|one, other| one.0.2.total_cmp(&other.0.2));
    let (upper, lower) = anchors.split_at(anchors.len() / 2);
    let pairs = upper.iter().zip(lower);
    let apart = pairs.filter(|(upper, lower)| lower.0.2 - upper.0.2 >= APART_MIN);
    let scales = apart.map(|(upper, lower)| (lower.1.2 - upper.1.2) / (lower.0.2 - upper.0.2));
    let scale = median(scales.collect()).filter(|scale| SCALES.contains(scale))?;
    let right = anchors.iter().map(|(own, found)| found.1 - scale * own.1);
    let down = anchors.iter().map(|(own, found)| found.2 - scale * own.2);
    Some(PageTransform {
        scale,
        right: median(right.collect())?,
        down: median(down.collect())?,
    })
}

fn median(mut numbers: Vec<f32>) -> Option<f32> {
    numbers.sort_by(f32::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}
