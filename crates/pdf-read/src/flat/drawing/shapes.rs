//! The small shapes and pictures that pages paint, of which some may be marks in boxes.

use forms::form_content::Outline;
use ports::PdfError;

use super::clip::ClipArea;
use super::path::EndedPath;
use super::shape::SHAPE_SIZE_MAX;
use super::state::GraphicsState;
use crate::document::content::Wanted;
use crate::limits::SHAPES_MAX;

/// Marks in boxes, and the strokes of a pen that they are made of, are larger than this, in points.
const SHAPE_SIZE_MIN: f64 = 0.3;

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
    /// Whether it hides what lies under it, and shows nothing itself.
    pub(in crate::flat) is_white: bool,
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

    /// Paints a path.
    pub(super) fn paint(
        &mut self,
        state: &GraphicsState,
        path: &EndedPath,
    ) -> Result<(), PdfError> {
        let is_filled = path.is_filled && state.fills;
        let is_stroked = path.is_stroked && state.strokes;
        if !is_filled && !is_stroked {
            return Ok(());
        }
        let is_inside_seen = is_filled && !state.fills_white;
        let is_seen = is_inside_seen || (is_stroked && !state.strokes_white);
        for shape in &path.shapes {
            let width = state.line_width();
            let is_dot = !is_filled && shape.area().length() < DOT_MAX * width;
            if is_dot && !state.has_round_ends {
                continue;
            }
            let margin = if is_stroked { width / 2.0 } else { 0.0 };
            let look = match is_dot {
                true => (Outline::Round, true, is_seen),
                false => (shape.outline(), is_inside_seen || !is_seen, is_seen),
            };
            self.paint_area(state, shape.area().around_by(margin), look)?;
        }
        Ok(())
    }

    /// Paints the unit square of the coordinates, as pictures are (8.9.5).
    pub(super) fn paint_picture(&mut self, state: &GraphicsState) -> Result<(), PdfError> {
        let area = ClipArea::of_corners([0.0, 0.0], [1.0, 1.0], state.matrix());
        match area {
            Some(area) => self.paint_area(state, area, (Outline::Straight, true, true)),
            None => Ok(()),
        }
    }

    fn paint_area(
        &mut self,
        state: &GraphicsState,
        area: ClipArea,
        (outline, is_filled, is_seen): (Outline, bool, bool),
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
            is_white: !is_seen,
        });
        Ok(())
    }
}
