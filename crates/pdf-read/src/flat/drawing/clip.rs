//! The part of the page that drawing can reach: the rectangle around the paths that clip it (PDF
//! 32000-1, 8.5.4) and around the boxes of form objects (8.10.2).
//!
//! The rectangle around a path is never smaller than what the path lets through, so nothing that is
//! shown counts as hidden.

use super::matrix::Matrix;
use crate::document::Object;

/// A rectangle of a page, in the page's own coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::flat) struct ClipArea {
    pub(in crate::flat) left: f64,
    pub(in crate::flat) bottom: f64,
    pub(in crate::flat) right: f64,
    pub(in crate::flat) top: f64,
}

impl ClipArea {
    pub(super) fn at((horizontal, vertical): (f64, f64)) -> Self {
        Self {
            left: horizontal,
            bottom: vertical,
            right: horizontal,
            top: vertical,
        }
    }

    /// The rectangle around the points; `None` without any.
    pub(in crate::flat) fn around(points: impl Iterator<Item = (f64, f64)>) -> Option<Self> {
        points.map(Self::at).reduce(Self::and)
    }

    /// The area of a box given as four numbers, two opposite corners, transformed by the matrix.
    /// `None` if they are not four numbers.
    pub(super) fn of_box(corners: &[Object], matrix: Matrix) -> Option<Self> {
        let numbers: Option<Vec<f32>> = corners.iter().map(Object::number).collect();
        match numbers?.as_slice() {
            [one, two, three, four] => Self::of_corners([*one, *two], [*three, *four], matrix),
            _ => None,
        }
    }

    pub(super) fn of_corners(one: [f32; 2], other: [f32; 2], matrix: Matrix) -> Option<Self> {
        let corners = [one, [other[0], one[1]], other, [one[0], other[1]]];
        Self::around(corners.into_iter().map(|corner| matrix.of_point(corner)))
    }

    /// The rectangle around both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            bottom: self.bottom.min(other.bottom),
            right: self.right.max(other.right),
            top: self.top.max(other.top),
        }
    }

    /// Larger by so much on all sides.
    pub(super) fn around_by(self, margin: f64) -> Self {
        Self {
            left: self.left - margin,
            bottom: self.bottom - margin,
            right: self.right + margin,
            top: self.top + margin,
        }
    }

    /// What moves and stretches it until it is the other one. One without an extent is only moved.
    pub(super) fn moved_onto(self, other: Self) -> Matrix {
        let stretch = |from: f64, to: f64| match from > 0.0 {
            true => to / from,
            false => 1.0,
        };
        let across = stretch(self.right - self.left, other.right - other.left);
        let up = stretch(self.top - self.bottom, other.top - other.bottom);
        let right = other.left - self.left * across;
        Matrix([across, 0.0, 0.0, up, right, other.bottom - self.bottom * up])
    }

    /// The longer one of its sides.
    pub(super) fn length(self) -> f64 {
        (self.right - self.left).max(self.top - self.bottom)
    }

    /// The intersection with the other area, which may be empty (right of its left edge, or upside
    /// down).
    pub(super) fn within(self, other: Option<Self>) -> Self {
        other.map_or(self, |other| Self {
            left: self.left.max(other.left),
            bottom: self.bottom.max(other.bottom),
            right: self.right.min(other.right),
            top: self.top.min(other.top),
        })
    }
}
