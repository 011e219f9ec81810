//! How a page of the blank form lies in a file: scaled, then moved.
//!
//! Words that the form prints and the file has too vote for it. A word that was typed in, or stands
//! on a page several times, votes for something that no other word does, so what most agree on is
//! right. Pages that are turned have been turned back by then.

use std::cmp::Ordering;

use forms::form_content::PagePlace;

use crate::steps::step;

/// Left edge and baseline of a word, in points.
pub(crate) type Point = (f32, f32);

/// Two words tell how much a page is scaled if they are so far from each other, in points.
const APART_MIN: f32 = 36.0;

/// Pages are printed between a quarter and four times their size.
const SCALES: std::ops::RangeInclusive<f32> = 0.25..=4.0;

/// Votes for scales that differ by less than this share are for one.
const SCALE_WINDOW: f32 = 0.01;

/// Votes for shifts that differ by less than this are for one, in points.
const SHIFT_WINDOW: f32 = 3.0;

/// Each word is held against the ones that stand these shares of all words further down.
const STRIDES: [usize; 3] = [2, 3, 5];

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PageTransform {
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
    /// What most of these say, each a place in the blank form and one in the file; `None` if they
    /// are too few or too near to each other.
    pub(crate) fn voted(mut pairs: Vec<(Point, Point)>) -> Option<Self> {
        pairs.sort_by(|one, other| {
            let edges = |pair: &(Point, Point)| [pair.0.1, pair.0.0, pair.1.1, pair.1.0];
            let mut pairs = edges(one).into_iter().zip(edges(other));
            pairs
                .find_map(|(one, other)| Some(one.total_cmp(&other)).filter(|order| order.is_ne()))
                .unwrap_or(Ordering::Equal)
        });
        let scale = most_voted(scales(&pairs), |scale| scale * SCALE_WINDOW)?;
        let shift = |(own, found): &(Point, Point)| {
            step();
            (found.0 - scale * own.0, found.1 - scale * own.1)
        };
        let mut shifts: Vec<Point> = pairs.iter().map(shift).collect();
        let rights = shifts.iter().map(|shift| shift.0).collect();
        let right = most_voted(rights, |_| SHIFT_WINDOW)?;
        shifts.retain(|shift| (shift.0 - right).abs() <= SHIFT_WINDOW);
        let downs = shifts.iter().map(|shift| shift.1).collect();
        let down = most_voted(downs, |_| SHIFT_WINDOW)?;
        Some(Self { scale, right, down })
    }

    /// What two words say that stand apart, each with its place in the blank form and in the file;
    /// `None` where the page would have to be turned or mirrored for that, or be too large or
    /// small.
    pub(crate) fn of_two(one: (Point, Point), other: (Point, Point)) -> Option<Self> {
        step();
        let own = (other.0.0 - one.0.0, other.0.1 - one.0.1);
        let found = (other.1.0 - one.1.0, other.1.1 - one.1.1);
        let apart = own.0 * own.0 + own.1 * own.1;
        if apart < APART_MIN * APART_MIN {
            return None;
        }
        let scale = (own.0 * found.0 + own.1 * found.1) / apart;
        let is_turned = [(own.0, found.0), (own.1, found.1)]
            .iter()
            .any(|(own, found)| (found - scale * own).abs() > scale * SHIFT_WINDOW);
        let transform = Self {
            scale,
            right: one.1.0 - scale * one.0.0,
            down: one.1.1 - scale * one.0.1,
        };
        (SCALES.contains(&scale) && !is_turned).then_some(transform)
    }

    /// How a page lies of which only the scale is known, and where one point of it is.
    pub(crate) fn scaled(scale: f32, own: Point, found: Point) -> Self {
        Self {
            scale,
            right: found.0 - scale * own.0,
            down: found.1 - scale * own.1,
        }
    }

    pub(crate) fn scale(&self) -> f32 {
        self.scale
    }

    /// Where a point of the file is in the blank form.
    pub(crate) fn in_blank(&self, found: Point) -> Point {
        (
            (found.0 - self.right) / self.scale,
            (found.1 - self.down) / self.scale,
        )
    }

    /// Where a point of the blank form is in the file.
    pub(crate) fn point_in_file(&self, own: Point) -> Point {
        (
            own.0 * self.scale + self.right,
            own.1 * self.scale + self.down,
        )
    }

    /// Where a place of the file is in the blank form.
    pub(crate) fn place_in_blank(&self, found: PagePlace) -> PagePlace {
        let (left, top) = self.in_blank((found.left, found.top));
        PagePlace {
            page: found.page,
            left,
            top,
            width: found.width / self.scale,
            height: found.height / self.scale,
        }
    }

    /// Where a place of the blank form is in the file.
    pub(crate) fn in_file(&self, own: PagePlace) -> PagePlace {
        PagePlace {
            page: own.page,
            left: own.left * self.scale + self.right,
            top: own.top * self.scale + self.down,
            width: own.width * self.scale,
            height: own.height * self.scale,
        }
    }
}

fn scales(pairs: &[(Point, Point)]) -> Vec<f32> {
    let strides = STRIDES.map(|share| (pairs.len() / share).max(1));
    let couples = strides.into_iter().flat_map(|stride| {
        let further = pairs.get(stride..).unwrap_or_default();
        pairs.iter().zip(further)
    });
    let scale = |(upper, lower): (&(Point, Point), &(Point, Point))| {
        step();
        let apart = lower.0.1 - upper.0.1;
        (apart >= APART_MIN).then(|| (lower.1.1 - upper.1.1) / apart)
    };
    couples
        .filter_map(scale)
        .filter(|scale| SCALES.contains(scale))
        .collect()
}

/// The middle of the votes that stand most closely together.
fn most_voted(mut votes: Vec<f32>, window: impl Fn(f32) -> f32) -> Option<f32> {
    votes.sort_by(f32::total_cmp);
    let mut best = 0..0;
    let mut end = 0;
    for (start, &vote) in votes.iter().enumerate() {
        let last = vote + window(vote);
        while votes.get(end).is_some_and(|vote| *vote <= last) {
            step();
            end += 1;
        }
        if end - start > best.len() {
            best = start..end;
        }
    }
    let agreed = &votes[best];
    agreed.get(agreed.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::{PageTransform, Point};

    fn points(count: usize) -> Vec<Point> {
        let point = |index: usize| (40.0 + (index * 37 % 500) as f32, 30.0 + 7.0 * index as f32);
        (0..count).map(point).collect()
    }

    #[test]
    fn voted_is_what_most_pairs_say() {
        for (scale, right, down) in [(1.0, 0.0, 0.0), (0.94, 17.0, 25.0), (1.5, -30.0, 200.0)] {
            let own = points(60);
            let file = |point: &Point| (scale * point.0 + right, scale * point.1 + down);
            let mut pairs: Vec<(Point, Point)> =
                own.iter().map(|point| (*point, file(point))).collect();
            // Two of five are wrong.
            for index in (0..60).filter(|index| index % 5 < 2) {
                pairs[index].1 = points(90)[(index * 53 + 7) % 90];
            }
            let voted = PageTransform::voted(pairs).unwrap();
            assert!((voted.scale - scale).abs() < 0.001, "{voted:?}");
            assert!((voted.right - right).abs() < 1.0, "{voted:?}");
            assert!((voted.down - down).abs() < 1.0, "{voted:?}");
        }
    }

    #[test]
    fn voted_says_nothing_of_words_on_one_line() {
        let line = (0..20).map(|index| ((20.0 * index as f32, 9.0), (index as f32, 9.0)));
        assert_eq!(PageTransform::voted(line.collect()), None);
        assert_eq!(PageTransform::voted(Vec::new()), None);
    }
}
