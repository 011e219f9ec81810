//! The look of pages that are set here: one grid, one accent, few sizes. All lengths in points.

use crate::content::Colour;

/// A4.
pub(crate) const PAGE_WIDTH: f32 = 595.276;
pub(crate) const PAGE_HEIGHT: f32 = 841.89;
/// Kept free on the left and right of each page.
pub(crate) const MARGIN_SIDE: f32 = 48.0;

/// Headings and the lines under them.
pub(crate) fn accent() -> Colour {
    rgb([0.07, 0.30, 0.42])
}

pub(crate) fn ink() -> Colour {
    rgb([0.12, 0.13, 0.15])
}

/// Labels, headers and footers.
pub(crate) fn quiet() -> Colour {
    rgb([0.34, 0.37, 0.40])
}

/// The edges of boxes.
pub(crate) fn line() -> Colour {
    rgb([0.66, 0.71, 0.75])
}

/// The inside of boxes.
pub(crate) fn paper() -> Colour {
    rgb([0.965, 0.975, 0.982])
}

fn rgb(components: [f32; 3]) -> Colour {
    Colour::from_components(components.to_vec()).unwrap_or_default()
}
