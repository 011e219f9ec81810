//! Lines drawn in one go, and what they look like.

use forms::form_content::Outline;

use super::clip::ClipArea;

/// Marks in boxes are smaller than this, in points.
pub(super) const SHAPE_SIZE_MAX: f64 = 72.0;

/// A line is level or upright if it rises or leans by no more than this part of its length.
const SLANT_MAX: f64 = 0.1;

/// A line ends where it began if it comes this near, in points.
const NEAR: f64 = 0.5;

/// The ends of lines and curves of a circle are this near to it, in its radius.
const ROUNDNESS: f64 = 0.2;

/// A shape with more ends than this is not checked for being a circle.
const ENDS_MAX: usize = 64;

/// Right and up, in the page's own coordinates.
pub(super) type PathPoint = (f64, f64);

/// Lines and curves from one point on.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    area: ClipArea,
    /// How long its level and upright lines are together, and its others.
    straight: f64,
    slanted: f64,
    curves: usize,
    /// Where its lines and curves end, as far as they are kept.
    ends: Vec<PathPoint>,
    ends_count: usize,
    first: PathPoint,
    last: PathPoint,
}

impl Shape {
    pub(super) fn at(point: PathPoint) -> Self {
        Self {
            area: ClipArea::at(point),
            straight: 0.0,
            slanted: 0.0,
            curves: 0,
            ends: Vec::new(),
            ends_count: 0,
            first: point,
            last: point,
        }
    }

    /// The rectangle around it.
    pub(super) fn area(&self) -> ClipArea {
        self.area
    }

    /// Whether it is small enough to be a mark, or is closed and straight so that it may hide one
    /// or be a bar.
    pub(super) fn matters(&self) -> bool {
        let may_hide = !self.is_open() && self.outline() == Outline::Straight;
        self.area.length() <= SHAPE_SIZE_MAX || may_hide
    }

    pub(super) fn add_line(&mut self, end: PathPoint) {
        let (right, up) = ((end.0 - self.last.0).abs(), (end.1 - self.last.1).abs());
        match right.min(up) <= SLANT_MAX * right.max(up) {
            true => self.straight += right.hypot(up),
            false => self.slanted += right.hypot(up),
        }
        self.add_end(end);
    }

    /// Adds a curve by the points that say how it runs, the last of which is its end.
    pub(super) fn add_curve(&mut self, points: &[PathPoint]) {
        let Some(end) = points.last() else {
            return;
        };
        self.curves += 1;
        for point in points {
            self.area = self.area.and(ClipArea::at(*point));
        }
        self.add_end(*end);
    }

    pub(super) fn close(&mut self) {
        if self.is_open() {
            self.add_line(self.first);
        }
    }

    pub(super) fn outline(&self) -> Outline {
        if self.is_round() {
            return Outline::Round;
        }
        let has_lines = self.straight + self.slanted > 0.0;
        let is_free =
            self.slanted > self.straight || (self.curves > 0 && (self.is_open() || !has_lines));
        match is_free {
            true => Outline::Free,
            false => Outline::Straight,
        }
    }

    fn add_end(&mut self, end: PathPoint) {
        self.area = self.area.and(ClipArea::at(end));
        self.ends_count += 1;
        if self.ends.len() < ENDS_MAX {
            self.ends.push(end);
        }
        self.last = end;
    }

    fn is_open(&self) -> bool {
        let apart = (self.first.0 - self.last.0)
            .abs()
            .max((self.first.1 - self.last.1).abs());
        apart > NEAR
    }

    /// Whether it ends where it began, and all ends in between lie on the circle, or ellipse, that
    /// fills its area.
    fn is_round(&self) -> bool {
        let ClipArea {
            left,
            bottom,
            right,
            top,
        } = self.area;
        let (width, height) = ((right - left) / 2.0, (top - bottom) / 2.0);
        let is_on_circle = |end: &PathPoint| {
            let (across, up) = (
                (end.0 - left) / width - 1.0,
                (end.1 - bottom) / height - 1.0,
            );
            (across.hypot(up) - 1.0).abs() <= ROUNDNESS
        };
        // Two curves are the least that draw one; lines have corners.
        let is_drawn_so = self.curves > 1 || self.ends_count > 3;
        let is_known = self.ends.len() == self.ends_count;
        is_drawn_so && is_known && !self.is_open() && self.ends.iter().all(is_on_circle)
    }
}
