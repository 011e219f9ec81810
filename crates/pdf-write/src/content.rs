//! Building content streams (PDF 32000-1, 7.8.2).

use std::fmt;
use std::io::Write as _;

use forms::words::{FIELD_TAG, LINE_END_TAG};
use pdf_syntax::Rectangle;

use crate::font::{FontSet, TextLine, Weight};
use crate::text_string::hexadecimal;

/// A length in points, written with at most three decimal places, as finer steps show on no device.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Points(pub(crate) f32);

impl fmt::Display for Points {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (f64::from(self.0) * 1000.0).round() / 1000.0;
        // Not `-0`, which would make two equal places differ.
        write!(formatter, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

/// A colour as operands: grey, RGB or CMYK (8.6.4), by the number of its components.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Colour(Vec<f32>);

impl Colour {
    /// From the components of an array such as `MK`'s `BC`; `None`, which is transparent, unless
    /// there are 1, 3 or 4.
    pub(crate) fn from_components(components: Vec<f32>) -> Option<Self> {
        matches!(components.len(), 1 | 3 | 4).then_some(Self(components))
    }

    pub(crate) fn grey(level: f32) -> Self {
        Self(vec![level])
    }

    fn operator(&self, stroke: bool) -> &'static str {
        match (self.0.len(), stroke) {
            (1, false) => "g",
            (1, true) => "G",
            (3, false) => "rg",
            (3, true) => "RG",
            (_, false) => "k",
            (_, true) => "K",
        }
    }
}

/// The content of a page or an appearance, operator by operator.
#[derive(Debug, Default)]
pub(crate) struct Content(Vec<u8>);

/// The operator that begins the marked content of a field.
pub(crate) fn beginning_of_field(name: &str) -> String {
    format!("/{FIELD_TAG} <</Text <FEFF{}>>> BDC", hexadecimal(name))
}

impl Content {
    /// Appends one line of operators as they stand.
    pub(crate) fn line(&mut self, operators: impl fmt::Display) {
        // Writing to memory does not fail.
        let _ = writeln!(self.0, "{operators}");
    }

    pub(crate) fn fill_colour(&mut self, colour: &Colour) {
        self.colour(colour, false);
    }

    pub(crate) fn stroke_colour(&mut self, colour: &Colour) {
        self.colour(colour, true);
    }

    /// Adds a rectangle to the path.
    pub(crate) fn rectangle(&mut self, area: Rectangle) {
        let Rectangle { left, bottom, .. } = area;
        self.line(format_args!(
            "{} {} {} {} re",
            Points(left),
            Points(bottom),
            Points(area.width()),
            Points(area.height())
        ));
    }

    pub(crate) fn fill(&mut self, area: Rectangle, colour: &Colour) {
        self.line("q");
        self.fill_colour(colour);
        self.rectangle(area);
        self.line("f\nQ");
    }

    /// Strokes the edge of a rectangle; the middle of the line runs along the edge.
    pub(crate) fn outline(&mut self, area: Rectangle, colour: &Colour, width: f32) {
        self.line("q");
        self.stroke_colour(colour);
        self.line(format_args!("{} w", Points(width)));
        self.rectangle(area);
        self.line("S\nQ");
    }

    pub(crate) fn stroke(&mut self, from: (f32, f32), to: (f32, f32), colour: &Colour, width: f32) {
        self.line("q");
        self.stroke_colour(colour);
        self.line(format_args!(
            "{} w {} {} m {} {} l S\nQ",
            Points(width),
            Points(from.0),
            Points(from.1),
            Points(to.0),
            Points(to.1)
        ));
    }

    /// A text object with one line whose base line begins at `(x, y)`.
    pub(crate) fn text<'text>(
        &mut self,
        fonts: &mut FontSet,
        (x, y): (f32, f32),
        (weight, size): (Weight, f32),
        line: impl Into<TextLine<'text>>,
    ) {
        self.line(format_args!("BT\n{} {} Td", Points(x), Points(y)));
        fonts.show(&mut self.0, weight, size, line);
        self.line("ET");
    }

    /// Like [`Content::text`], for a text that goes on in the next line: the white space between
    /// the two is written as a marked point for `pdf-read`, since nothing shows it. Marked content
    /// would lie within that of the look of a field (12.7.3.3), of which some programs take the
    /// first end for its own when they write another value.
    pub(crate) fn text_before<'text>(
        &mut self,
        fonts: &mut FontSet,
        at: (f32, f32),
        font: (Weight, f32),
        (line, white_space): (impl Into<TextLine<'text>>, Option<&str>),
    ) {
        let Some(white_space) = white_space else {
            return self.text(fonts, at, font, line);
        };
        let text = hexadecimal(white_space);
        self.line(format_args!("/{LINE_END_TAG} <</Text <FEFF{text}>>> DP"));
        self.text(fonts, at, font, line);
    }

    /// What is drawn as the value of a field, by its full name, as marked content; without a name
    /// as it is.
    pub(crate) fn within_field(&mut self, name: Option<&str>, draw: impl FnOnce(&mut Self)) {
        if let Some(name) = name {
            self.line(beginning_of_field(name));
        }
        draw(self);
        if name.is_some() {
            self.line("EMC");
        }
    }

    /// The sign of a button that is on, in the current fill and stroke colour: drawn, as the font
    /// of signs is not everywhere. `code` is its place in ZapfDingbats, as in `MK`'s `CA`: `4`
    /// tick, `8` cross, `l` disc, `n` square, `u` diamond, `H` star.
    pub(crate) fn sign(&mut self, code: u8, (x, y): (f32, f32), side: f32) {
        let at =
            |(dx, dy): &(f32, f32)| format!("{} {}", Points(x + dx * side), Points(y + dy * side));
        let path = |corners: &[(f32, f32)]| {
            let corners: Vec<String> = corners.iter().map(at).collect();
            format!("{} m {} l", corners[0], corners[1..].join(" l "))
        };
        let (shape, paint) = match code {
            // A line of no length with round ends is a disc.
            b'l' => (
                format!("1 J {} w {}", Points(side * 0.5), path(&[(0.0, 0.0); 2])),
                "S",
            ),
            b'8' => (
                format!(
                    "1 J {} w {} {}",
                    Points(side * 0.1),
                    path(&[(-0.25, -0.25), (0.25, 0.25)]),
                    path(&[(-0.25, 0.25), (0.25, -0.25)])
                ),
                "S",
            ),
            b'n' => (
                path(&[(-0.25, -0.25), (0.25, -0.25), (0.25, 0.25), (-0.25, 0.25)]),
                "h f",
            ),
            b'u' => (
                path(&[(0.0, -0.3), (0.3, 0.0), (0.0, 0.3), (-0.3, 0.0)]),
                "h f",
            ),
            b'H' => (path(&STAR), "h f"),
            _ => (
                format!(
                    "1 J 1 j {} w {}",
                    Points(side * 0.12),
                    path(&[(-0.26, 0.0), (-0.07, -0.22), (0.28, 0.26)])
                ),
                "S",
            ),
        };
        self.line(format_args!("{shape} {paint}"));
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    fn colour(&mut self, colour: &Colour, stroke: bool) {
        for component in &colour.0 {
            self.0
                .extend_from_slice(format!("{} ", Points(*component)).as_bytes());
        }
        self.line(colour.operator(stroke));
    }
}

/// Every second corner of a pentagon round the middle.
const STAR: [(f32, f32); 5] = [
    (0.0, 0.35),
    (0.206, -0.283),
    (-0.333, 0.108),
    (0.333, 0.108),
    (-0.206, -0.283),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_short() {
        let shown = |number: f32| Points(number).to_string();
        assert_eq!(shown(0.1 + 0.2), "0.3");
        assert_eq!(shown(-0.000_01), "0");
        assert_eq!(shown(12.0), "12");
        assert_eq!(shown(595.2756), "595.276");
    }

    #[test]
    fn colours_have_one_three_or_four_components() {
        assert_eq!(Colour::from_components(vec![]), None);
        let mut content = Content::default();
        content.stroke_colour(&Colour(vec![0.0, 0.5, 1.0]));
        assert_eq!(content.into_bytes(), b"0 0.5 1 RG\n");
    }
}
