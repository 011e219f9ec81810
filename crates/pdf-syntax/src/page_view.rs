//! How viewers show a page (PDF 32000-1, 7.7.3.3 and 14.11.2).

use crate::Rectangle;

/// The visible area of a page, and how it is turned.
#[derive(Debug, Clone, Copy)]
pub struct PageView {
    /// The visible area, in the page's own coordinates.
    pub visible: Rectangle,
    /// Quarter turns clockwise.
    turns: u8,
}

/// An area in points as the page is shown: origin at the top left.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(missing_docs, reason = "the names of its measures say what they are")]
pub struct ShownArea {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

impl PageView {
    /// A page of which this is visible, turned by so many degrees clockwise (`Rotate`).
    pub fn new(visible: Rectangle, degrees: i64) -> Self {
        let turns = u8::try_from(degrees.rem_euclid(360) / 90).unwrap_or(0);
        Self { visible, turns }
    }

    /// Quarter turns clockwise.
    pub fn turns(self) -> u8 {
        self.turns
    }

    /// The same page, turned further by so many quarter turns clockwise.
    pub fn turned(self, turns: u8) -> Self {
        Self {
            turns: (self.turns + turns) % 4,
            ..self
        }
    }

    /// Where a point of the page's own coordinates is shown, in points from the left and the top.
    pub fn shown(self, horizontal: f32, vertical: f32) -> (f32, f32) {
        let Rectangle {
            left,
            bottom,
            right,
            top,
        } = self.visible;
        match self.turns {
            0 => (horizontal - left, top - vertical),
            1 => (vertical - bottom, horizontal - left),
            2 => (right - horizontal, vertical - bottom),
            _ => (top - vertical, right - horizontal),
        }
    }

    /// Where an area of the page's own coordinates is shown.
    pub fn shown_area(self, area: Rectangle) -> ShownArea {
        let one = self.shown(area.left, area.bottom);
        let other = self.shown(area.right, area.top);
        ShownArea {
            left: one.0.min(other.0),
            top: one.1.min(other.1),
            width: (one.0 - other.0).abs(),
            height: (one.1 - other.1).abs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PageView, ShownArea};
    use crate::Rectangle;

    fn shown(degrees: i64) -> ShownArea {
        let corners = |numbers: [f32; 4]| Rectangle::from_corners(&numbers).expect("corners");
        let view = PageView::new(corners([10.0, 20.0, 110.0, 220.0]), degrees);
        view.shown_area(corners([15.0, 190.0, 45.0, 200.0]))
    }

    #[test]
    fn areas_are_given_as_the_page_is_shown() {
        for (degrees, [left, top, width, height]) in [
            (0, [5.0, 20.0, 30.0, 10.0]),
            (90, [170.0, 5.0, 10.0, 30.0]),
            (180, [65.0, 170.0, 30.0, 10.0]),
            (270, [20.0, 65.0, 10.0, 30.0]),
            (-90, [20.0, 65.0, 10.0, 30.0]),
            (450, [170.0, 5.0, 10.0, 30.0]),
            (45, [5.0, 20.0, 30.0, 10.0]),
        ] {
            let expected = ShownArea {
                left,
                top,
                width,
                height,
            };
            assert_eq!(shown(degrees), expected, "{degrees}");
        }
    }

    #[test]
    fn a_page_is_turned_further_around() {
        let view = PageView::new(Rectangle::A4, 270);
        assert_eq!(view.turned(2).turns(), 1);
    }
}
