//! Rectangles on a page, as far as labels and rows need them.

use forms::form_content::PagePlace;

/// Points from the top left of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PageRectangle {
    pub(super) page: usize,
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
}

impl From<PagePlace> for PageRectangle {
    fn from(place: PagePlace) -> Self {
        Self {
            page: place.page,
            left: place.left,
            top: place.top,
            right: place.right(),
            bottom: place.bottom(),
        }
    }
}

impl PageRectangle {
    pub(super) fn width(&self) -> f32 {
        self.right - self.left
    }

    pub(super) fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// The height of its middle, from the top of the page.
    pub(super) fn middle(&self) -> f32 {
        f32::midpoint(self.top, self.bottom)
    }

    /// Whether both stand on one line: the middle of the lower one is within the other.
    pub(super) fn shares_line(&self, other: &Self) -> bool {
        let (lower, higher) = if self.height() < other.height() {
            (self, other)
        } else {
            (other, self)
        };
        self.page == other.page && (higher.top..=higher.bottom).contains(&lower.middle())
    }

    /// Whether some vertical line meets both.
    pub(super) fn shares_column(&self, other: &Self) -> bool {
        self.left < other.right - 2.0 && self.right > other.left + 2.0
    }
}
