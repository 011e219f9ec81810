//! What of the page drawing reaches: the rectangle around the paths that clip it (PDF 32000-1,
//! 8.5.4) and around the boxes of form objects (8.10.2).
//!
//! The rectangle around a path is never smaller than what the path lets through, so nothing that
//! is shown counts as hidden.

use super::matrix::Matrix;
use crate::document::Object;
use crate::document::content::ContentOperation;

/// Part of a page, in the page's own coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::flat) struct ClipArea {
    pub(in crate::flat) left: f64,
    pub(in crate::flat) bottom: f64,
    pub(in crate::flat) right: f64,
    pub(in crate::flat) top: f64,
}

impl ClipArea {
    fn at((horizontal, vertical): (f64, f64)) -> Self {
        Self {
            left: horizontal,
            bottom: vertical,
            right: horizontal,
            top: vertical,
        }
    }

    /// The rectangle around the points; `None` without any.
    fn around(points: impl Iterator<Item = (f64, f64)>) -> Option<Self> {
        points.map(Self::at).reduce(|area, point| Self {
            left: area.left.min(point.left),
            bottom: area.bottom.min(point.bottom),
            right: area.right.max(point.right),
            top: area.top.max(point.top),
        })
    }

    /// Four numbers, two opposite corners, as they lie on the page.
    pub(super) fn of_box(corners: &[Object], matrix: Matrix) -> Option<Self> {
        let numbers: Option<Vec<f32>> = corners.iter().map(Object::number).collect();
        match numbers?.as_slice() {
            [one, two, three, four] => Self::of_corners([*one, *two], [*three, *four], matrix),
            _ => None,
        }
    }

    fn of_corners(one: [f32; 2], other: [f32; 2], matrix: Matrix) -> Option<Self> {
        let corners = [one, [other[0], one[1]], other, [one[0], other[1]]];
        Self::around(corners.into_iter().map(|corner| matrix.of_point(corner)))
    }

    /// What lies in both.
    pub(super) fn within(self, other: Option<Self>) -> Self {
        other.map_or(self, |other| Self {
            left: self.left.max(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
        })
    }
}

/// The path that is being made, as far as it may clip. One that is more than rectangles is taken to
/// clip nothing: no program draws fields so.
#[derive(Default)]
pub(super) struct ClipPath {
    area: Option<ClipArea>,
    has_other_lines: bool,
    /// Whether it clips what comes after it.
    is_clip: bool,
}

impl ClipPath {
    /// Follows an operation; what it clips from then on, if anything.
    pub(super) fn follow(
        &mut self,
        operation: &ContentOperation,
        matrix: Matrix,
    ) -> Option<ClipArea> {
        match operation.operator.as_slice() {
            b"re" => self.add(&operation.operands, matrix),
            b"m" | b"l" | b"c" | b"v" | b"y" => self.has_other_lines = true,
            b"W" | b"W*" => self.is_clip = true,
            b"n" | b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"S" | b"s" => {
                let ended = std::mem::take(self);
                let clips = ended.is_clip && !ended.has_other_lines;
                return ended.area.filter(|_| clips);
            }
            _ => {}
        }
        None
    }

    /// Adds a rectangle: a corner, width and height.
    fn add(&mut self, operands: &[Object], matrix: Matrix) {
        let numbers: Option<Vec<f32>> = operands.iter().map(Object::number).collect();
        let Some([left, bottom, width, height]) = numbers.as_deref() else {
            self.has_other_lines = true;
            return;
        };
        let corner = [left + width, bottom + height];
        let area = ClipArea::of_corners([*left, *bottom], corner, matrix);
        let areas = [self.area, area].into_iter().flatten();
        let points = areas.flat_map(|area| [(area.left, area.bottom), (area.right, area.top)]);
        self.area = ClipArea::around(points);
    }
}
