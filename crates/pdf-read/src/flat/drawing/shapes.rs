//! The small shapes and pictures that pages paint, of which some may be marks in boxes, and the
//! bars that may lie behind the chosen options of a list.

use forms::form_content::Outline;
use ports::PdfError;

use super::clip::ClipArea;
use super::path::EndedPath;
use super::shape::SHAPE_SIZE_MAX;
use super::state::GraphicsState;
use crate::document::content::OperatorSet;
use crate::limits::SHAPES_MAX;

/// Marks in boxes, and the strokes of a pen that they are made of, are larger than this, in points.
const SHAPE_SIZE_MIN: f64 = 0.3;

/// Bars that lie behind the lines of a list are higher than this, in points, on sheets that hold
/// many pages as well. How high they are on pages in full size is judged where that is known.
const BAR_HEIGHT_MIN: f64 = 1.0;

/// A line that is shorter than this part of its width is a dot.
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
    pub(in crate::flat) hides: bool,
}

/// What was painted so far, in order; nothing where it is not wanted.
#[derive(Default, PartialEq)]
pub(in crate::flat) struct PaintedShapes {
    pub(in crate::flat) areas: Vec<PaintedArea>,
    wanted: OperatorSet,
    /// Whether what is painted now is left out.
    pub(super) are_left_out: bool,
    /// Page number, from 0.
    pub(super) page: usize,
}

impl PaintedShapes {
    pub(super) fn new(wanted: OperatorSet) -> Self {
        Self {
            wanted,
            ..Self::default()
        }
    }

    /// Records a painted path: first what its inside hides, then what is seen of it. An error
    /// beyond `SHAPES_MAX` shapes.
    pub(super) fn paint(
        &mut self,
        state: &GraphicsState,
        path: &EndedPath,
    ) -> Result<(), PdfError> {
        if !self.are_wanted() {
            return Ok(());
        }
        let hides = path.is_filled && state.fills_white && state.is_opaque;
        let is_filled = path.is_filled && state.fills && !state.fills_white;
        let is_stroked = path.is_stroked && state.strokes && !state.strokes_white;
        let margin = if is_stroked {
            state.line_width() / 2.0
        } else {
            0.0
        };
        for shape in &path.shapes {
            let (outline, area) = (shape.outline(), shape.area());
            if hides {
                self.paint_area(state, area, (outline, true, true))?;
            }
            // A line without a length is a dot.
            let is_dot = !is_filled && area.length() < 2.0 * DOT_MAX * margin;
            let (outline, is_filled) = match is_dot && state.has_round_ends {
                true => (Outline::Round, true),
                false => (outline, is_filled),
            };
            let is_seen = is_filled || (is_stroked && !is_dot);
            if is_seen {
                self.paint_area(state, area.around_by(margin), (outline, is_filled, false))?;
            }
        }
        Ok(())
    }

    /// Records a picture, which fills the unit square of the current coordinates (8.9.5).
    pub(super) fn paint_picture(&mut self, state: &GraphicsState) -> Result<(), PdfError> {
        let area = ClipArea::of_corners([0.0, 0.0], [1.0, 1.0], state.matrix());
        match area.filter(|_| state.fills && self.are_wanted()) {
            Some(area) => self.paint_area(state, area, (Outline::Straight, true, false)),
            None => Ok(()),
        }
    }

    fn are_wanted(&self) -> bool {
        self.wanted != OperatorSet::Text && !self.are_left_out
    }

    fn paint_area(
        &mut self,
        state: &GraphicsState,
        area: ClipArea,
        (outline, is_filled, hides): (Outline, bool, bool),
    ) -> Result<(), PdfError> {
        let area = area.within(state.clip);
        let sizes = [area.right - area.left, area.top - area.bottom];
        let is_anywhere = sizes.iter().all(|size| *size >= 0.0 && size.is_finite());
        let is_seen = sizes.iter().any(|size| *size >= SHAPE_SIZE_MIN);
        let is_small = area.length() <= SHAPE_SIZE_MAX;
        let is_bar = is_filled
            && outline == Outline::Straight
            && (BAR_HEIGHT_MIN..=SHAPE_SIZE_MAX).contains(&sizes[0].min(sizes[1]));
        if !is_anywhere || !is_seen || !(is_small || is_bar || hides) {
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
            hides,
        });
        Ok(())
    }
}
