//! The look: one grid, one accent, few sizes. All lengths in points.

use crate::content::Colour;

/// A4.
pub(super) const PAGE_WIDTH: f32 = 595.276;
pub(super) const PAGE_HEIGHT: f32 = 841.89;

pub(super) const MARGIN_SIDE: f32 = 48.0;
pub(super) const MARGIN_TOP: f32 = 42.0;
pub(super) const MARGIN_BOTTOM: f32 = 54.0;
pub(super) const BODY_WIDTH: f32 = PAGE_WIDTH - 2.0 * MARGIN_SIDE;
pub(super) const BODY_HEIGHT: f32 = PAGE_HEIGHT - MARGIN_TOP - MARGIN_BOTTOM;

/// Between two fields of a line.
pub(super) const GUTTER: f32 = 12.0;
/// Under a line of fields.
pub(super) const ROW_GAP: f32 = 8.0;

pub(super) const TITLE_SIZE: f32 = 20.0;
pub(super) const INTRODUCTION_SIZE: f32 = 9.0;
pub(super) const HEADING_SIZE: f32 = 11.0;
pub(super) const LABEL_SIZE: f32 = 8.0;
pub(super) const OPTION_SIZE: f32 = 9.0;
pub(super) const VALUE_SIZE: f32 = 10.0;
pub(super) const LONG_VALUE_SIZE: f32 = 9.5;
pub(super) const FOOTER_SIZE: f32 = 7.5;

/// From the top of a label to the top of its box.
pub(super) const LABEL_HEIGHT: f32 = 12.0;
pub(super) const BOX_HEIGHT: f32 = 20.0;
pub(super) const TABLE_ROW_HEIGHT: f32 = 18.0;
pub(super) const OPTION_HEIGHT: f32 = 16.0;
/// Side of a check box, diameter of a radio button.
pub(super) const MARK_SIDE: f32 = 11.0;

pub(super) fn accent() -> Colour {
    rgb([0.07, 0.30, 0.42])
}

pub(super) fn ink() -> Colour {
    rgb([0.12, 0.13, 0.15])
}

pub(super) fn quiet() -> Colour {
    rgb([0.34, 0.37, 0.40])
}

pub(super) fn line() -> Colour {
    rgb([0.66, 0.71, 0.75])
}

pub(super) fn paper() -> Colour {
    rgb([0.965, 0.975, 0.982])
}

pub(super) fn shade() -> Colour {
    rgb([0.905, 0.928, 0.943])
}

fn rgb(components: [f32; 3]) -> Colour {
    Colour::from_components(components.to_vec()).unwrap_or_default()
}
