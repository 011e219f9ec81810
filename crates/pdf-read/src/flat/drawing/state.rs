//! The part of the graphics state that bears on text and on what can be seen of shapes (PDF
//! 32000-1, 8.4.1 and 9.3.1).

use super::clip::ClipArea;
use super::colour;
use super::matrix::Matrix;
use crate::document::Object;
use crate::document::content::ContentOperation;

/// What is less opaque than this counts as invisible.
const OPACITY_MIN: f32 = 0.1;

/// Where and how the next string is shown.
#[derive(Debug, Clone)]
pub(super) struct GraphicsState {
    matrix: Matrix,
    line: Matrix,
    leading: f32,
    /// The area that drawing cannot leave; `None` at the start of a page, where there is no limit
    /// yet.
    pub(super) clip: Option<ClipArea>,
    /// Whether the next string stands somewhere else than behind the last one.
    pub(super) is_moved: bool,
    pub(super) text: TextState,
    /// Whether text is drawn without being seen (9.3.6, modes 3 and 7).
    pub(super) hides_text: bool,
    /// In the coordinates that are in force when a line is drawn.
    line_width: f32,
    /// Whether areas are filled with white.
    pub(super) fills_white: bool,
    /// Whether lines are drawn with white.
    pub(super) strokes_white: bool,
    /// Whether fills and strokes are opaque enough to be seen at all.
    pub(super) fills: bool,
    pub(super) strokes: bool,
    /// Whether fills are fully opaque, so that they hide what lies under them.
    pub(super) is_opaque: bool,
    /// Whether a line without a length is a dot.
    pub(super) has_round_ends: bool,
}

impl Default for GraphicsState {
    fn default() -> Self {
        Self {
            matrix: Matrix::default(),
            line: Matrix::default(),
            leading: 0.0,
            clip: None,
            is_moved: false,
            text: TextState::default(),
            hides_text: false,
            line_width: 1.0,
            fills_white: false,
            strokes_white: false,
            fills: true,
            strokes: true,
            is_opaque: true,
            has_round_ends: false,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct TextState {
    /// Number of the font; none where the file has none of that name.
    pub(super) font: Option<usize>,
    pub(super) size: f32,
    pub(super) character_spacing: f32,
    pub(super) word_spacing: f32,
    /// In per cent.
    pub(super) scaling: f32,
    pub(super) rise: f32,
}

impl Default for TextState {
    fn default() -> Self {
        Self {
            font: None,
            size: 0.0,
            character_spacing: 0.0,
            word_spacing: 0.0,
            scaling: 100.0,
            rise: 0.0,
        }
    }
}

impl GraphicsState {
    /// Where a string begins, in the coordinates of the page.
    pub(super) fn position(&self) -> Matrix {
        self.line.then(self.matrix)
    }

    /// From the current coordinates to those of the page.
    pub(super) fn matrix(&self) -> Matrix {
        self.matrix
    }

    /// Sets the opacity of fills and strokes (11.6.4.4); `None` leaves it as it is.
    pub(super) fn set_opacity(&mut self, fills: Option<f32>, strokes: Option<f32>) {
        self.fills = fills.map_or(self.fills, |opacity| opacity >= OPACITY_MIN);
        self.is_opaque = fills.map_or(self.is_opaque, |opacity| opacity >= 1.0);
        self.strokes = strokes.map_or(self.strokes, |opacity| opacity >= OPACITY_MIN);
    }

    /// Sets the width of lines and the style of their ends (8.4.3); `None` leaves it as it is.
    pub(super) fn set_lines(&mut self, width: Option<f32>, ends: Option<f32>) {
        self.line_width = width.unwrap_or(self.line_width);
        self.has_round_ends = ends.map_or(self.has_round_ends, |style| style >= 1.0);
    }

    /// The line width in the coordinates of the page.
    pub(super) fn line_width(&self) -> f64 {
        f64::from(self.line_width.max(0.0)) * self.matrix.scale()
    }

    /// Limits what is drawn from now on to this area.
    pub(super) fn clip(&mut self, area: ClipArea) {
        self.clip = Some(area.within(self.clip));
    }

    /// Puts a transformation before the ones so far.
    pub(super) fn transform(&mut self, inner: Matrix) {
        self.matrix = inner.then(self.matrix);
    }

    /// Applies an operation that changes the state; any other changes nothing.
    pub(super) fn apply(&mut self, operation: &ContentOperation) {
        let operands = operation.operands.as_slice();
        let number = operands.first().and_then(Object::number);
        match (operation.operator.as_slice(), number) {
            (b"cm", _) => self.transform(Matrix::of(operands).unwrap_or_default()),
            (b"BT", _) => self.set_line(Matrix::default()),
            (b"Tm", _) => self.set_line(Matrix::of(operands).unwrap_or(self.line)),
            (b"Td", _) => self.move_line(operands),
            (b"TD", _) => {
                self.leading = operands
                    .get(1)
                    .and_then(Object::number)
                    .map_or(self.leading, |down| -down);
                self.move_line(operands);
            }
            (b"T*", _) => self.next_line(),
            (b"TL", Some(number)) => self.leading = number,
            (b"Tc", Some(number)) => self.text.character_spacing = number,
            (b"Tw", Some(number)) => self.text.word_spacing = number,
            (b"Tz", Some(number)) => self.text.scaling = number,
            (b"Tr", Some(number)) => self.hides_text = [3.0, 7.0].contains(&number),
            (b"Ts", Some(number)) => self.text.rise = number,
            (b"w", _) => self.set_lines(number, None),
            (b"J", _) => self.set_lines(None, number),
            (b"g" | b"rg" | b"k" | b"sc" | b"scn" | b"cs", _) => {
                self.fills_white = colour::is_white(operation);
            }
            (b"G" | b"RG" | b"K" | b"SC" | b"SCN" | b"CS", _) => {
                self.strokes_white = colour::is_white(operation);
            }
            _ => {}
        }
    }

    pub(super) fn next_line(&mut self) {
        self.set_line(Matrix::shift(0.0, -self.leading).then(self.line));
    }

    /// Sets word and character spacing, as the operator `"` does.
    pub(super) fn space(&mut self, operands: &[Object]) {
        let number = |index: usize| operands.get(index).and_then(Object::number);
        self.text.word_spacing = number(0).unwrap_or(self.text.word_spacing);
        self.text.character_spacing = number(1).unwrap_or(self.text.character_spacing);
    }

    fn move_line(&mut self, operands: &[Object]) {
        if let [Some(horizontal), Some(vertical)] =
            [0, 1].map(|index| operands.get(index).and_then(Object::number))
        {
            self.set_line(Matrix::shift(horizontal, vertical).then(self.line));
        }
    }

    fn set_line(&mut self, line: Matrix) {
        self.line = line;
        self.is_moved = true;
    }
}
