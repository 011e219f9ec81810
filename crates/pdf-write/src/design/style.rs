//! The look: one grid, one accent, few sizes. All lengths in points.

use crate::content::Colour;
pub(super) use crate::style::{
    MARGIN_SIDE, PAGE_HEIGHT, PAGE_WIDTH, accent, ink, line, paper, quiet,
};

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

/// From the top of a label of one line to the top of its box.
pub(super) const LABEL_HEIGHT: f32 = 12.0;
/// From line to line of a heading.
pub(super) const HEADING_PITCH: f32 = 14.0;
/// From line to line of a label.
pub(super) const LABEL_PITCH: f32 = 10.0;
pub(super) const BOX_HEIGHT: f32 = 20.0;
pub(super) const TABLE_ROW_HEIGHT: f32 = 18.0;
pub(super) const OPTION_HEIGHT: f32 = 16.0;
/// From line to line of an option.
pub(super) const OPTION_PITCH: f32 = 12.0;
/// Side of a check box, diameter of a radio button.
pub(super) const MARK_SIDE: f32 = 11.0;

pub(super) fn shade() -> Colour {
    Colour::from_components(vec![0.905, 0.928, 0.943]).unwrap_or_default()
}
