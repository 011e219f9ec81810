//! Rectangles on pages: where their edges and middles are, and how they lie to points and to each
//! other.
//!
//! On which page they are is looked at by [`PagePlace::around`] alone.

/// A rectangle on a page, in points (1/72 inch) as the page is shown: origin at the top left, y
/// downwards, page rotation applied.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PagePlace {
    /// Page number, from 0.
    pub page: usize,
    /// Left edge.
    pub left: f32,
    /// Top edge.
    pub top: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl PagePlace {
    /// Right edge.
    pub fn right(self) -> f32 {
        self.left + self.width
    }

    /// Bottom edge.
    pub fn bottom(self) -> f32 {
        self.top + self.height
    }

    /// The point in its middle, from the left and from the top of the page, as all points are.
    pub fn middle(self) -> (f32, f32) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// Whether it holds a point, be it on an edge.
    pub fn contains(self, (across, down): (f32, f32)) -> bool {
        (self.left..=self.right()).contains(&across) && (self.top..=self.bottom()).contains(&down)
    }

    /// How far a point lies outside of it, across and down; 0 between its edges.
    pub fn beyond(self, (across, down): (f32, f32)) -> (f32, f32) {
        let beyond = |point: f32, first: f32, length: f32| {
            (first - point).max(point - first - length).max(0.0)
        };
        (
            beyond(across, self.left, self.width),
            beyond(down, self.top, self.height),
        )
    }

    /// Whether another one lies in it, or stands out by no more than this on any side.
    pub fn covers(self, other: Self, by: f32) -> bool {
        other.left >= self.left - by
            && other.top >= self.top - by
            && other.right() <= self.right() + by
            && other.bottom() <= self.bottom() + by
    }

    /// Whether both begin, at the top left, so near to each other.
    pub fn begins_near(self, other: Self, by: f32) -> bool {
        (self.left - other.left).abs() <= by && (self.top - other.top).abs() <= by
    }

    /// Whether both end, at the bottom right, so near to each other.
    pub fn ends_near(self, other: Self, by: f32) -> bool {
        (self.right() - other.right()).abs() <= by && (self.bottom() - other.bottom()).abs() <= by
    }

    /// Whether both are as wide and as high, give or take so much.
    pub fn is_sized_like(self, other: Self, by: f32) -> bool {
        (self.width - other.width).abs() <= by && (self.height - other.height).abs() <= by
    }

    /// How far it and another one lie over each other, across and down; below 0 how far apart.
    pub fn overlap(self, other: Self) -> (f32, f32) {
        (
            self.right().min(other.right()) - self.left.max(other.left),
            self.bottom().min(other.bottom()) - self.top.max(other.top),
        )
    }

    /// The smallest one around all of these, as far as they are on the page of the first.
    pub fn around(places: impl IntoIterator<Item = Self>) -> Option<Self> {
        places.into_iter().reduce(|one, other| {
            if one.page != other.page {
                return one;
            }
            let (left, top) = (one.left.min(other.left), one.top.min(other.top));
            Self {
                page: one.page,
                left,
                top,
                width: one.right().max(other.right()) - left,
                height: one.bottom().max(other.bottom()) - top,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::PagePlace;

    fn place(page: usize, (left, top): (f32, f32), (width, height): (f32, f32)) -> PagePlace {
        PagePlace {
            page,
            left,
            top,
            width,
            height,
        }
    }

    #[test]
    fn points_on_an_edge_are_in_it_and_others_so_far_beyond() {
        let place = place(0, (10.0, 20.0), (30.0, 8.0));
        assert_eq!(place.middle(), (25.0, 24.0));
        for (point, is_in, beyond) in [
            ((10.0, 20.0), true, (0.0, 0.0)),
            ((40.0, 28.0), true, (0.0, 0.0)),
            ((41.0, 28.0), false, (1.0, 0.0)),
            ((7.0, 30.0), false, (3.0, 2.0)),
        ] {
            assert_eq!(place.contains(point), is_in, "{point:?}");
            assert_eq!(place.beyond(point), beyond, "{point:?}");
        }
    }

    #[test]
    fn places_cover_each_other_but_for_an_edge_and_lie_over_each_other() {
        let (outer, inner) = (
            place(0, (10.0, 20.0), (30.0, 8.0)),
            place(0, (9.0, 21.0), (32.0, 6.0)),
        );
        assert!(outer.covers(inner, 1.0) && !outer.covers(inner, 0.5));
        assert!(!inner.covers(outer, 0.5) && inner.covers(outer, 1.0));
        assert_eq!(outer.overlap(inner), (30.0, 6.0));
        let aside = place(0, (45.0, 20.0), (5.0, 8.0));
        assert_eq!(outer.overlap(aside), (-5.0, 8.0));
    }

    #[test]
    fn places_near_each_other_are_told_by_their_corners_and_their_size() {
        let one = place(0, (10.0, 20.0), (30.0, 8.0));
        for (other, begins, ends, is_sized_like) in [
            (place(0, (11.0, 19.0), (30.0, 8.0)), true, true, true),
            (place(0, (11.0, 19.0), (31.0, 9.0)), true, false, true),
            (place(0, (9.0, 19.0), (32.0, 9.0)), true, true, false),
            (place(0, (12.0, 20.0), (28.0, 8.0)), false, true, false),
            (place(0, (10.0, 22.0), (30.0, 8.0)), false, false, true),
        ] {
            assert_eq!(one.begins_near(other, 1.0), begins, "{other:?}");
            assert_eq!(one.ends_near(other, 1.0), ends, "{other:?}");
            assert_eq!(one.is_sized_like(other, 1.0), is_sized_like, "{other:?}");
        }
    }

    #[test]
    fn around_takes_the_places_of_the_first_page_together() {
        let places = [
            place(1, (10.0, 20.0), (30.0, 8.0)),
            place(2, (0.0, 0.0), (500.0, 500.0)),
            place(1, (5.0, 25.0), (10.0, 10.0)),
        ];
        let all = place(1, (5.0, 20.0), (35.0, 15.0));
        assert_eq!(PagePlace::around(places), Some(all));
        assert_eq!(PagePlace::around([]), None);
    }
}
