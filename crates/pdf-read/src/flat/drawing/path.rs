//! The path that is being constructed (PDF 32000-1, 8.5.2): what it clips, and the shapes that are
//! seen when it is painted.

use super::clip::ClipArea;
use super::matrix::Matrix;
use super::shape::{PathPoint, Shape};
use crate::document::Object;
use crate::document::content::ContentOperation;
use crate::limits::SHAPES_MAX;

/// What is known of a path before it ends. Without the operands of lines and curves that is what it
/// clips alone.
#[derive(Default)]
pub(super) struct Path {
    /// The rectangle around its rectangles.
    area: Option<ClipArea>,
    has_other_lines: bool,
    /// Whether it clips what comes after it.
    is_clip: bool,
    shapes: Vec<Shape>,
    /// The lines that are being drawn.
    current: Option<Shape>,
}

/// A path that was painted or clips.
pub(super) struct EndedPath {
    /// What it clips, never smaller than what it lets through. One that is more than rectangles is
    /// taken to clip nothing: no program draws fields so.
    pub(super) clip: Option<ClipArea>,
    /// Those of its shapes that may be marks, or hide some: several may be painted in one go.
    pub(super) shapes: Vec<Shape>,
    pub(super) is_filled: bool,
    pub(super) is_stroked: bool,
}

impl Path {
    /// Follows an operation; the path, if it has ended with it.
    pub(super) fn follow(
        &mut self,
        operation: &ContentOperation,
        matrix: Matrix,
    ) -> Option<EndedPath> {
        match operation.operator.as_slice() {
            b"re" => self.add_rectangle(&operation.operands, matrix),
            b"m" => {
                self.has_other_lines = true;
                self.end_shape();
                self.current = points(operation, matrix).last().copied().map(Shape::at);
            }
            b"l" => {
                self.has_other_lines = true;
                let end = points(operation, matrix).last().copied();
                if let (Some(shape), Some(end)) = (&mut self.current, end) {
                    shape.add_line(end);
                }
            }
            b"c" | b"v" | b"y" => {
                self.has_other_lines = true;
                if let Some(shape) = &mut self.current {
                    shape.add_curve(&points(operation, matrix));
                }
            }
            b"h" => self.close(),
            b"W" | b"W*" => self.is_clip = true,
            b"n" | b"S" => return Some(self.ended(operation.operator.as_slice())),
            // What is filled is closed first.
            b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*" | b"s" => {
                self.close();
                return Some(self.ended(operation.operator.as_slice()));
            }
            _ => {}
        }
        None
    }

    fn ended(&mut self, operator: &[u8]) -> EndedPath {
        self.end_shape();
        let ended = std::mem::take(self);
        let clips = ended.is_clip && !ended.has_other_lines;
        EndedPath {
            clip: ended.area.filter(|_| clips),
            shapes: ended.shapes,
            is_filled: matches!(operator, b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*"),
            is_stroked: matches!(operator, b"S" | b"s" | b"B" | b"B*" | b"b" | b"b*"),
        }
    }

    /// Adds a rectangle: a corner, width and height.
    fn add_rectangle(&mut self, operands: &[Object], matrix: Matrix) {
        self.end_shape();
        let numbers: Option<Vec<f32>> = operands.iter().map(Object::number).collect();
        let Some([left, bottom, width, height]) = numbers.as_deref() else {
            self.has_other_lines = true;
            return;
        };
        let (right, top) = (left + width, bottom + height);
        let corners = [
            [*left, *bottom],
            [right, *bottom],
            [right, top],
            [*left, top],
        ];
        let mut corners = corners.map(|corner| matrix.of_point(corner)).into_iter();
        if let Some(first) = corners.next() {
            let mut shape = Shape::at(first);
            corners.for_each(|corner| shape.add_line(corner));
            shape.close();
            let areas = self.area.into_iter().chain([shape.area()]);
            self.area = areas.reduce(ClipArea::and);
            self.current = Some(shape);
            self.end_shape();
        }
    }

    fn close(&mut self) {
        if let Some(shape) = &mut self.current {
            shape.close();
        }
    }

    fn end_shape(&mut self) {
        let ended = self.current.take().filter(Shape::matters);
        // One more than may be painted tells that there are too many.
        self.shapes
            .extend(ended.filter(|_| self.shapes.len() <= SHAPES_MAX));
    }
}

/// The points that an operation names, on the page.
fn points(operation: &ContentOperation, matrix: Matrix) -> Vec<PathPoint> {
    let numbers: Option<Vec<f32>> = operation.operands.iter().map(Object::number).collect();
    let numbers = numbers.unwrap_or_default();
    let pairs = numbers.as_chunks::<2>().0.iter();
    pairs.map(|point| matrix.of_point(*point)).collect()
}

#[cfg(test)]
mod tests {
    use forms::form_content::Outline;

    use super::*;
    use crate::document::content::{OperatorSet, operations};

    fn ended(content: &str) -> EndedPath {
        let operations = operations(content.as_bytes(), OperatorSet::TextAndShapes).unwrap();
        let mut path = Path::default();
        let follow = |operation| path.follow(operation, Matrix::default());
        operations.iter().find_map(follow).unwrap()
    }

    fn outlines(content: &str) -> Vec<Outline> {
        let shapes = ended(content).shapes;
        shapes.iter().map(Shape::outline).collect()
    }

    #[test]
    fn a_shape_is_straight_round_or_drawn_freely() {
        let circle = "5 0 m 5 3 3 5 0 5 c -3 5 -5 3 -5 0 c -5 -3 -3 -5 0 -5 c 3 -5 5 -3 5 0 c";
        let octagon = "5 2 m 2 5 l -2 5 l -5 2 l -5 -2 l -2 -5 l 2 -5 l 5 -2 l";
        for (content, outline) in [
            ("0 0 9 9 re f", Outline::Straight),
            ("0 0 m 9 0.5 l 9 9 l 0 9 l h S", Outline::Straight),
            ("0 0 m 9 0 l 9 9 l s", Outline::Straight),
            ("0 0 m 9 0 l 8 1 l 1 1 l 1 8 l 0 9 l h f", Outline::Straight),
            (
                "0 3 m 0 8 l 0 9 1 9 2 9 c 9 9 l 9 0 l 0 0 l h S",
                Outline::Straight,
            ),
            (
                "0 3 m 0 8 l 0 9 1 9 2 9 c 9 9 l 9 0 l 0 0 l f",
                Outline::Straight,
            ),
            (&format!("{circle} f"), Outline::Round),
            (&format!("{circle} h S"), Outline::Round),
            (&format!("{octagon} s"), Outline::Round),
            ("5 0 m 0 5 l -5 0 l 0 -5 l s", Outline::Round),
            ("0 0 m 9 9 l S", Outline::Free),
            ("0 5 m 3 0 l 9 9 l S", Outline::Free),
            ("0 5 m 0 5 l 3 0 l 3 0 l 9 9 l 9 9 l S", Outline::Free),
            ("0 5 m 3 0 l 9 9 l 9 8 8 7 7 6 c 0 5 l f", Outline::Free),
            (
                "0 5 m 1 4 2 2 3 0 c 5 4 8 8 9 9 c 8 8 4 6 3 3 c 2 4 1 5 0 5 c f",
                Outline::Free,
            ),
            ("0 0 m 1 5 2 6 9 9 c S", Outline::Free),
            ("0 0 m 1 5 9 9 v S", Outline::Free),
        ] {
            assert_eq!(outlines(content), [outline], "{content}");
        }
    }

    #[test]
    fn each_part_of_a_path_is_a_shape() {
        let framed = "0 0 9 9 re 0 0 m 9 9 l 0 9 m 9 0 l S";
        assert_eq!(
            outlines(framed),
            [Outline::Straight, Outline::Free, Outline::Free]
        );
        let two = ended("0 5 m 3 0 l 9 9 l 300 5 m 303 0 l 309 9 l S").shapes;
        assert_eq!(
            two.iter()
                .map(|shape| shape.area().left)
                .collect::<Vec<_>>(),
            [0.0, 300.0]
        );
        assert!(ended("0 0 m 300 300 l S").shapes.is_empty());
    }

    #[test]
    fn a_rectangle_that_is_turned_is_not_straight() {
        let turned = Matrix([0.7, 0.7, -0.7, 0.7, 0.0, 0.0]);
        let operations = operations(b"0 0 9 1 re f", OperatorSet::TextAndShapes).unwrap();
        let mut path = Path::default();
        let ended = operations
            .iter()
            .find_map(|operation| path.follow(operation, turned));
        assert_eq!(ended.unwrap().shapes[0].outline(), Outline::Free);
    }

    #[test]
    fn a_path_is_painted_as_its_end_says() {
        let painted = |end: &str| {
            let ended = ended(&format!("1 2 3 4 re {end}"));
            (ended.is_filled, ended.is_stroked, ended.clip.is_some())
        };
        assert_eq!(painted("f*"), (true, false, false));
        assert_eq!(painted("S"), (false, true, false));
        assert_eq!(painted("b"), (true, true, false));
        assert_eq!(painted("W n"), (false, false, true));
        assert_eq!(painted("W f"), (true, false, true));
    }

    #[test]
    fn only_rectangles_clip() {
        assert_eq!(ended("0 0 m 9 0 l 9 9 l W n").clip, None);
        assert_eq!(ended("0 0 9 9 re 0 0 m 9 0 l 9 9 l W n").clip, None);
        let area = ended("1 2 300 4 re 0 0 1 1 re W n").clip.unwrap();
        assert_eq!(
            (area.left, area.bottom, area.right, area.top),
            (0.0, 0.0, 301.0, 6.0)
        );
    }
}
