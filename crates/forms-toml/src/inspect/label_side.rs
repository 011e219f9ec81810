//! On which side of its field a label stands, and how far from it.

use super::area::PageRectangle;

/// Where a label stands, seen from its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    Behind,
    Above,
    Inside,
    Below,
}

/// From a button to a text on this side of it, in points, if it is near enough.
pub(super) fn gap_beside(area: &PageRectangle, text: &PageRectangle, side: Side) -> Option<f32> {
    let (gap, reach) = match side {
        Side::Behind => (text.left - area.right, -area.width()..=15.0),
        Side::Before => (area.left - text.right, -2.0..=15.0),
        Side::Above | Side::Inside | Side::Below => return None,
    };
    (text.shares_line(area) && reach.contains(&gap)).then_some(gap)
}
