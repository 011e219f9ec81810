//! Where the pages of the blank form lie on the pages of a file, wherever that is.
//!
//! Two words that a page of the form has once say together how it would lie; what most of the other
//! such words agree with is looked at as a whole. A page may lie in several places: whether it
//! does, or only prints much that another one prints too, is told by all of them together.

use std::collections::{BTreeMap, HashMap};

use crate::page_alignment::own_words::{FoundWords, OwnWords, WORDS_MIN, is_near};
use crate::page_alignment::page_transform::{PageTransform, Point};
use crate::steps::step;

/// How many words of a page are held against those of a page of the file.
const ANCHORS_MAX: usize = 16;

/// A word that stands on a page of the file more often tells nothing: of nine pages on a sheet each
/// may print it once, and somebody may have typed it.
const REPEATS_MAX: usize = 12;

/// Each word is held against the ones that stand these shares of all words further on.
const STRIDES: [usize; 3] = [2, 3, 5];

/// How many words are looked at for all pages of a file. A form of thirty pages that are much alike
/// takes half of it; beyond it no more is found.
const LOOKS_MAX: usize = 3_000_000;

/// Two pages on a sheet are smaller than this; what is printed to fit on paper is larger.
const SHARED_SCALE: f32 = 0.8;

/// Two ways to lie are one if the middle of the words lies so near in both, in points of the form.
const SAME_PLACE: f32 = 18.0;

/// A page of the blank form, and how it lies on a page of the file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Placement {
    pub(super) blank_page: usize,
    pub(super) file_page: usize,
    pub(super) transform: PageTransform,
    /// How many of its words are in their places.
    pub(super) seen: usize,
}

impl Placement {
    /// Whether it lies on the page of the file with its number.
    pub(super) fn has_own_number(&self) -> bool {
        self.blank_page == self.file_page
    }

    /// Whether it is as small as pages of which several stand on a sheet.
    pub(super) fn is_reduced(&self) -> bool {
        self.transform.scale() < SHARED_SCALE
    }
}

/// A word that a page of the form prints once, and where it stands on a page of the file.
struct Anchor<'found> {
    own: Point,
    found: &'found [Point],
}

/// The places of words by their texts.
type ByText = HashMap<usize, Vec<Point>>;

/// Every way in which at least half of the words of a page of the form are found on a page of the
/// file.
pub(super) fn placements(words: &OwnWords, found: &HashMap<usize, FoundWords>) -> Vec<Placement> {
    let sorted = |pages: &HashMap<usize, FoundWords>| -> BTreeMap<usize, ByText> {
        let pages = pages.iter();
        pages.map(|(page, words)| (*page, by_text(words))).collect()
    };
    let (own_pages, file_pages) = (sorted(&words.places), sorted(found));
    let mut looks = LOOKS_MAX;
    let mut placements = Vec::new();
    for (blank_page, own) in &own_pages {
        let own: BTreeMap<usize, Point> = own
            .iter()
            .filter(|(_, points)| points.len() == 1)
            .map(|(text, points)| (*text, points[0]))
            .collect();
        for (file_page, by_text) in &file_pages {
            let all = &found[file_page];
            for transform in transforms(&own, by_text, &mut looks) {
                if !take(&mut looks, all.len()) {
                    return placements;
                }
                let seen = words.seen_count(*blank_page, &transform, all);
                if seen >= WORDS_MIN && 2 * seen >= words.count(*blank_page) {
                    placements.push(Placement {
                        blank_page: *blank_page,
                        file_page: *file_page,
                        transform,
                        seen,
                    });
                }
            }
        }
    }
    placements
}

/// Takes so many off what may be looked at; `false` where that is not left.
fn take(looks: &mut usize, count: usize) -> bool {
    let left = looks.checked_sub(count.max(1));
    *looks = left.unwrap_or(0);
    left.is_some()
}

fn by_text(words: &FoundWords) -> ByText {
    let mut places = ByText::new();
    for (text, point) in words {
        step();
        places.entry(*text).or_default().push(*point);
    }
    places
}

/// The ways to lie that most words of a page agree with, which it prints once each.
fn transforms(
    own: &BTreeMap<usize, Point>,
    found: &ByText,
    looks: &mut usize,
) -> Vec<PageTransform> {
    if !take(looks, own.len()) {
        return Vec::new();
    }
    let anchors = anchors(own, found);
    let look = anchors.iter().map(|anchor| anchor.found.len()).sum();
    let middle = middle(&anchors);
    let mut ways: Vec<(usize, PageTransform)> = Vec::new();
    for (one, other) in couples(&anchors) {
        for (first, second) in each_with_each(one, other) {
            let way = PageTransform::of_two((one.own, first), (other.own, second));
            if !take(looks, way.map_or(1, |_| look)) {
                return Vec::new();
            }
            let Some(way) = way else {
                continue;
            };
            let agreed = agreed(&anchors, &way);
            if 2 * agreed > anchors.len() {
                let known = ways
                    .iter_mut()
                    .find(|known| is_same(&known.1, &way, middle));
                match known {
                    Some(known) if known.0 < agreed => *known = (agreed, way),
                    Some(_) => {}
                    None => ways.push((agreed, way)),
                }
            }
        }
    }
    ways.into_iter().map(|(_, way)| way).collect()
}

/// Some of the words that stand on a page of the file most rarely, from all over the page; none
/// where it has less than half of them.
fn anchors<'found>(own: &BTreeMap<usize, Point>, found: &'found ByText) -> Vec<Anchor<'found>> {
    let shared = own.iter().filter_map(|(text, own)| {
        step();
        let found = found.get(text)?.as_slice();
        Some(Anchor { own: *own, found })
    });
    let mut shared: Vec<Anchor<'_>> = shared.collect();
    if 2 * shared.len() < own.len() {
        return Vec::new();
    }
    shared.retain(|anchor| anchor.found.len() <= REPEATS_MAX);
    shared.sort_by_key(|anchor| anchor.found.len());
    let rarest = shared.first().map_or(0, |anchor| anchor.found.len());
    let rare = shared.partition_point(|anchor| anchor.found.len() == rarest);
    shared.truncate(rare.max(ANCHORS_MAX));
    let stride = shared.len().div_ceil(ANCHORS_MAX).max(1);
    shared.into_iter().step_by(stride).collect()
}

fn couples<'anchors, 'found>(
    anchors: &'anchors [Anchor<'found>],
) -> impl Iterator<Item = (&'anchors Anchor<'found>, &'anchors Anchor<'found>)> {
    let count = anchors.len();
    STRIDES.into_iter().flat_map(move |share| {
        let stride = (count / share).max(1);
        let further = anchors.iter().cycle().skip(stride);
        anchors.iter().zip(further)
    })
}

fn each_with_each(one: &Anchor<'_>, other: &Anchor<'_>) -> impl Iterator<Item = (Point, Point)> {
    let second = other.found;
    let pairs = one.found.iter();
    pairs.flat_map(move |first| second.iter().map(move |second| (*first, *second)))
}

/// How many of the words stand where a page that lies so has them.
fn agreed(anchors: &[Anchor<'_>], way: &PageTransform) -> usize {
    let is_there = |anchor: &&Anchor<'_>| {
        let mut found = anchor.found.iter().inspect(|_| step());
        found.any(|found| is_near(anchor.own, way.in_blank(*found)))
    };
    anchors.iter().filter(is_there).count()
}

fn middle(anchors: &[Anchor<'_>]) -> Point {
    let count = anchors.len().max(1) as f32;
    let own = anchors.iter().map(|anchor| anchor.own);
    let (right, down) = own.fold((0.0, 0.0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
    (right / count, down / count)
}

fn is_same(one: &PageTransform, other: &PageTransform, middle: Point) -> bool {
    step();
    let back = other.in_blank(one.point_in_file(middle));
    (back.0 - middle.0).abs() <= SAME_PLACE && (back.1 - middle.1).abs() <= SAME_PLACE
}
