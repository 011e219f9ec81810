//! The small shapes and pictures that pages paint, of which some may be marks in boxes.

use forms::form_content::Outline;
use ports::PdfError;

use super::clip::ClipArea;
use super::path::EndedPath;
use super::state::GraphicsState;
use crate::document::content::Wanted;
use crate::limits::SHAPES_MAX;

/// Marks in boxes are larger than a full stop and smaller than a picture, in points.
const SHAPE_SIZE_MIN: f64 = 1.0;
const SHAPE_SIZE_MAX: f64 = 72.0;

/// What is shorter than this part of its line's width.
const DOT_MAX: f64 = 0.1;

/// A shape or picture that is painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::flat) struct PaintedArea {
    /// Page number, from 0.
    pub(in crate::flat) page: usize,
    /// The rectangle around it, as far as it can be seen.
    pub(in crate::flat) area: ClipArea,
    pub(in crate::flat) outline: Outline,
    pub(in crate::flat) is_filled: bool,
}

/// What was painted so far, in order; nothing where it is not wanted.
#[derive(Default, PartialEq)]
pub(in crate::flat) struct PaintedShapes {
    pub(in crate::flat) areas: Vec<PaintedArea>,
    wanted: Wanted,
    /// Page number, from 0.
    pub(super) page: usize,
}

impl PaintedShapes {
    pub(super) fn new(wanted: Wanted) -> Self {
        Self {
            wanted,
            ..Self::default()
        }
    }

    pub(super) fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// Paints a path, unless it is white.
    pub(super) fn paint(
        &mut self,
        state: &GraphicsState,
        path: &EndedPath,
    ) -> Result<(), PdfError> {
        let is_filled = path.is_filled && !state.fills_white;
        let is_stroked = path.is_stroked && !state.strokes_white;
        let width = state.line_width();
        match (is_filled, is_stroked) {
            (false, false) => Ok(()),
            (true, false) => self.paint_area(state, path.area, (path.outline, true)),
            // A line without a length is a dot.
            (false, true) if path.area.length() < DOT_MAX * width => {
                let dot = path.area.around_by(width / 2.0);
                self.paint_area(state, dot, (Outline::Round, true))
            }
            _ => {
                let area = path.area.around_by(width / 2.0);
                self.paint_area(state, area, (path.outline, is_filled))
            }
        }
    }

    /// Paints the unit square of the coordinates, as pictures are (8.9.5).
    pub(super) fn paint_picture(&mut self, state: &GraphicsState) -> Result<(), PdfError> {
        let area = ClipArea::of_corners([0.0, 0.0], [1.0, 1.0], state.matrix());
        match area {
            Some(area) => self.paint_area(state, area, (Outline::Straight, true)),
            None => Ok(()),
        }
    }

    fn paint_area(
        &mut self,
        state: &GraphicsState,
        area: ClipArea,
        (outline, is_filled): (Outline, bool),
    ) -> Result<(), PdfError> {
        let area = area.within(state.clip);
        let sizes = [area.right - area.left, area.top - area.bottom];
        let may_be_mark = sizes
            .iter()
            .all(|size| (0.0..=SHAPE_SIZE_MAX).contains(size))
            && sizes.iter().any(|size| *size >= SHAPE_SIZE_MIN);
        if self.wanted == Wanted::Text || !may_be_mark {
            return Ok(());
        }
        if self.areas.len() >= SHAPES_MAX {
            return Err(PdfError::TooComplex(format!(
                "more than {SHAPES_MAX} small shapes painted on its pages"
            )));
        }
        self.areas.push(PaintedArea {
            page: self.page,
            area,
            outline,
            is_filled,
        });
        Ok(())
    }
}
