//! Rectangles (PDF 32000-1, 7.9.5).

/// A rectangle as PDF has it: origin at the bottom left, left below right, bottom below top.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[expect(missing_docs, reason = "the names of its sides say what they are")]
pub struct Rectangle {
    pub left: f32,
    pub bottom: f32,
    pub right: f32,
    pub top: f32,
}

/// How far apart programs put what they take for one place, as they round, in points.
const ROUNDED: f32 = 0.1;

impl Rectangle {
    /// A4, for pages that give no size.
    pub const A4: Self = Self {
        left: 0.0,
        bottom: 0.0,
        right: 595.0,
        top: 842.0,
    };

    /// From any two opposite corners; `None` unless there are four finite numbers.
    pub fn from_corners(numbers: &[f32]) -> Option<Self> {
        let &[x1, y1, x2, y2] = numbers else {
            return None;
        };
        numbers
            .iter()
            .all(|number| number.is_finite())
            .then(|| Self {
                left: x1.min(x2),
                bottom: y1.min(y2),
                right: x1.max(x2),
                top: y1.max(y2),
            })
    }

    /// The intersection of two rectangles, of no size where they do not meet.
    pub fn overlap(self, other: Self) -> Self {
        let left = self.left.max(other.left);
        let bottom = self.bottom.max(other.bottom);
        Self {
            left,
            bottom,
            right: self.right.min(other.right).max(left),
            top: self.top.min(other.top).max(bottom),
        }
    }

    /// Whether programs that round may have meant the same place.
    pub fn is_near(self, other: Self) -> bool {
        let sides = [
            self.left - other.left,
            self.bottom - other.bottom,
            self.right - other.right,
            self.top - other.top,
        ];
        sides.iter().all(|side| side.abs() < ROUNDED)
    }

    /// From left to right.
    pub fn width(self) -> f32 {
        self.right - self.left
    }

    /// From bottom to top.
    pub fn height(self) -> f32 {
        self.top - self.bottom
    }

    /// Whether there is anything within it.
    pub fn has_size(&self) -> bool {
        self.width() > 0.0 && self.height() > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::Rectangle;

    #[test]
    fn corners_may_come_in_any_order_but_are_four_numbers() {
        let expected = Rectangle::from_corners(&[1.0, 2.0, 3.0, 5.0]);
        assert_eq!(expected.map(Rectangle::width), Some(2.0));
        assert_eq!(expected.map(Rectangle::height), Some(3.0));
        assert_eq!(Rectangle::from_corners(&[3.0, 5.0, 1.0, 2.0]), expected);
        for numbers in [&[1.0, 2.0, 3.0][..], &[1.0, 2.0, f32::NAN, 5.0], &[0.0; 5]] {
            assert_eq!(Rectangle::from_corners(numbers), None, "{numbers:?}");
        }
    }

    #[test]
    fn places_are_near_as_far_as_programs_round() {
        let near = |moved: f32| {
            let place = Rectangle {
                right: 595.0 + moved,
                ..Rectangle::A4
            };
            place.is_near(Rectangle::A4)
        };
        assert!(near(0.05) && near(-0.05));
        assert!(!near(0.2) && !near(f32::NAN));
    }

    #[test]
    fn rectangles_that_only_touch_share_nothing() {
        let corners = |numbers: [f32; 4]| Rectangle::from_corners(&numbers).expect("corners");
        let one = corners([0.0, 0.0, 10.0, 10.0]);
        assert!(one.has_size());
        for (other, shares) in [
            ([5.0, 5.0, 20.0, 20.0], true),
            ([10.0, 0.0, 20.0, 10.0], false),
            ([30.0, 30.0, 40.0, 40.0], false),
        ] {
            assert_eq!(one.overlap(corners(other)).has_size(), shares, "{other:?}");
        }
    }
}
