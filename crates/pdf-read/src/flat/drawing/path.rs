//! The path that is being made (PDF 32000-1, 8.5.2): what it clips, and what it looks like when it
//! is painted.

use forms::form_content::Outline;

use super::clip::ClipArea;
use super::matrix::Matrix;
use crate::document::Object;
use crate::document::content::ContentOperation;

/// A line is level or upright if it rises or leans by no more than this part of its length.
const SLANT_MAX: f64 = 0.1;

/// A line ends where it began if it comes this near, in points.
const NEAR: f64 = 0.5;

/// A point of the page.
type Point = (f64, f64);

/// What is known of a path before it ends. Without the operands of lines and curves that is what it
/// clips alone.
#[derive(Default)]
pub(super) struct Path {
    area: Option<ClipArea>,
    has_other_lines: bool,
    /// Whether it clips what comes after it.
    is_clip: bool,
    straight: usize,
    slanted: usize,
    curves: usize,
    is_open: bool,
    /// Where the lines began that are being drawn, and where they are.
    lines: Option<(Point, Point)>,
}

/// A path that was painted or clips.
pub(super) struct EndedPath {
    /// The rectangle around it, never smaller than what it lets through or paints.
    pub(super) area: ClipArea,
    /// Whether it clips what comes after it. One that is more than rectangles is taken to clip
    /// nothing: no program draws fields so.
    pub(super) clips: bool,
    pub(super) outline: Outline,
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
                self.end_lines();
                self.lines = points(operation, matrix)
                    .last()
                    .map(|point| (*point, *point));
            }
            b"l" => {
                self.has_other_lines = true;
                self.add_line(points(operation, matrix).last());
            }
            b"c" | b"v" | b"y" => {
                self.has_other_lines = true;
                self.add_curve(&points(operation, matrix));
            }
            b"h" => self.close(),
            b"W" | b"W*" => self.is_clip = true,
            b"b" | b"b*" | b"s" => {
                self.close();
                return self.ended(&operation.operator);
            }
            b"n" | b"f" | b"F" | b"f*" | b"B" | b"B*" | b"S" => {
                return self.ended(&operation.operator);
            }
            _ => {}
        }
        None
    }

    fn ended(&mut self, operator: &[u8]) -> Option<EndedPath> {
        self.end_lines();
        let ended = std::mem::take(self);
        Some(EndedPath {
            area: ended.area?,
            clips: ended.is_clip && !ended.has_other_lines,
            outline: ended.outline(),
            is_filled: matches!(operator, b"f" | b"F" | b"f*" | b"B" | b"B*" | b"b" | b"b*"),
            is_stroked: matches!(operator, b"S" | b"s" | b"B" | b"B*" | b"b" | b"b*"),
        })
    }

    fn outline(&self) -> Outline {
        let is_drawn_freely = self.curves > 0 && self.is_open;
        if is_drawn_freely || self.slanted > self.straight {
            Outline::Free
        } else if self.curves > 0 && self.straight == 0 {
            Outline::Round
        } else {
            Outline::Straight
        }
    }

    /// Adds a rectangle: a corner, width and height.
    fn add_rectangle(&mut self, operands: &[Object], matrix: Matrix) {
        self.end_lines();
        let numbers: Option<Vec<f32>> = operands.iter().map(Object::number).collect();
        let Some([left, bottom, width, height]) = numbers.as_deref() else {
            self.has_other_lines = true;
            return;
        };
        let corner = [left + width, bottom + height];
        let area = ClipArea::of_corners([*left, *bottom], corner, matrix);
        self.area = self.area.into_iter().chain(area).reduce(ClipArea::and);
        self.straight += 4;
    }

    fn add_line(&mut self, end: Option<&Point>) {
        let (Some(end), Some((start, place))) = (end, self.lines) else {
            return;
        };
        let (right, up) = ((end.0 - place.0).abs(), (end.1 - place.1).abs());
        match right.min(up) <= SLANT_MAX * right.max(up) {
            true => self.straight += 1,
            false => self.slanted += 1,
        }
        self.add_points(&[place, *end]);
        self.lines = Some((start, *end));
    }

    fn add_curve(&mut self, points: &[Point]) {
        if let (Some(end), Some((start, place))) = (points.last(), self.lines) {
            self.curves += 1;
            self.add_points(&[place]);
            self.add_points(points);
            self.lines = Some((start, *end));
        }
    }

    fn close(&mut self) {
        if let Some((start, place)) = self.lines
            && !is_near(start, place)
        {
            self.add_line(Some(&start));
        }
    }

    fn end_lines(&mut self) {
        let lines = self.lines.take();
        self.is_open |= lines.is_some_and(|(start, place)| !is_near(start, place));
    }

    fn add_points(&mut self, points: &[Point]) {
        let area = ClipArea::around(points.iter().copied());
        self.area = self.area.into_iter().chain(area).reduce(ClipArea::and);
    }
}

/// The points that an operation names, on the page.
fn points(operation: &ContentOperation, matrix: Matrix) -> Vec<Point> {
    let numbers: Option<Vec<f32>> = operation.operands.iter().map(Object::number).collect();
    let numbers = numbers.unwrap_or_default();
    let pairs = numbers.as_chunks::<2>().0.iter();
    pairs.map(|point| matrix.of_point(*point)).collect()
}

fn is_near(one: Point, other: Point) -> bool {
    (one.0 - other.0).abs() <= NEAR && (one.1 - other.1).abs() <= NEAR
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::content::{Wanted, operations};

    fn ended(content: &str) -> EndedPath {
        let operations = operations(content.as_bytes(), Wanted::TextAndShapes).unwrap();
        let mut path = Path::default();
        let follow = |operation| path.follow(operation, Matrix::default());
        operations.iter().find_map(follow).unwrap()
    }

    #[test]
    fn a_path_is_straight_round_or_drawn_freely() {
        let circle = "5 0 m 5 3 3 5 0 5 c -3 5 -5 3 -5 0 c -5 -3 -3 -5 0 -5 c 3 -5 5 -3 5 0 c";
        let bevel = "0 0 m 9 0 l 8 1 l 1 1 l 1 8 l 0 9 l h";
        for (content, outline) in [
            ("0 0 9 9 re f", Outline::Straight),
            ("0 0 m 9 0.5 l 9 9 l 0 9 l h S", Outline::Straight),
            ("0 0 m 9 0 l 9 9 l s", Outline::Straight),
            (&format!("{bevel} f"), Outline::Straight),
            (
                "0 3 m 0 8 l 0 9 1 9 2 9 c 9 9 l 9 0 l 0 0 l h S",
                Outline::Straight,
            ),
            (&format!("{circle} f"), Outline::Round),
            (&format!("{circle} h S"), Outline::Round),
            ("0 0 m 9 9 l S", Outline::Free),
            ("0 5 m 3 0 l 9 9 l S", Outline::Free),
            ("0 5 m 3 0 l 9 9 l 9 8 8 7 7 6 c 0 5 l f", Outline::Free),
            ("0 0 m 1 5 2 6 9 9 c S", Outline::Free),
            ("0 0 m 1 5 9 9 v S", Outline::Free),
        ] {
            assert_eq!(ended(content).outline, outline, "{content}");
        }
    }

    #[test]
    fn a_path_is_painted_as_its_end_says() {
        let painted = |end: &str| {
            let ended = ended(&format!("1 2 3 4 re {end}"));
            (ended.is_filled, ended.is_stroked, ended.clips)
        };
        assert_eq!(painted("f*"), (true, false, false));
        assert_eq!(painted("S"), (false, true, false));
        assert_eq!(painted("b"), (true, true, false));
        assert_eq!(painted("W n"), (false, false, true));
        assert_eq!(painted("W f"), (true, false, true));
    }

    #[test]
    fn only_rectangles_clip() {
        assert!(!ended("0 0 m 9 0 l 9 9 l W n").clips);
        assert!(!ended("0 0 9 9 re 0 0 m 9 0 l 9 9 l W n").clips);
        let area = ended("1 2 3 4 re 0 0 1 1 re W n").area;
        assert_eq!(
            (area.left, area.bottom, area.right, area.top),
            (0.0, 0.0, 4.0, 6.0)
        );
    }
}
