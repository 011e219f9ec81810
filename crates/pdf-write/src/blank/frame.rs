//! What a widget draws behind and around its value (`MK`, `BS`; PDF 32000-1, 12.5.6.19).

use lopdf::{Dictionary, Document};
use pdf_syntax::Rectangle;

use crate::content::{Colour, Content, Points};
use crate::objects;

/// What is drawn behind and around the value (`MK`, `BS`).
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Frame {
    pub(crate) background: Option<Colour>,
    pub(crate) border: Option<Colour>,
    /// The width of the border; keeps its distance from the value also where there is no colour.
    pub(crate) width: f32,
    pub(crate) style: BorderStyle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum BorderStyle {
    /// A line all round. Bevelled and inset borders are drawn so too.
    #[default]
    Solid,
    Dashed,
    Underline,
}

impl Frame {
    pub(super) fn read(
        document: &Document,
        widget: &Dictionary,
        marks: Option<&Dictionary>,
    ) -> Self {
        let colour = |key| {
            let components = objects::numbers(document, marks?, key);
            Colour::from_components(components)
        };
        let style = objects::dictionary(document, widget, b"BS");
        let width = match style {
            Some(style) => {
                objects::entry(document, style, b"W").and_then(|width| width.as_float().ok())
            }
            None => objects::numbers(document, widget, b"Border")
                .get(2)
                .copied(),
        };
        let name = style.and_then(|style| objects::name(document, style, b"S"));
        Self {
            background: colour(b"BG"),
            border: colour(b"BC"),
            width: width
                .filter(|width| (0.0..=20.0).contains(width))
                .unwrap_or(1.0),
            style: match name {
                Some(b"D") => BorderStyle::Dashed,
                Some(b"U") => BorderStyle::Underline,
                _ => BorderStyle::Solid,
            },
        }
    }

    /// Draws it behind and around an area of this size.
    pub(super) fn draw(&self, content: &mut Content, width: f32, height: f32) {
        if let Some(background) = &self.background {
            let area = Rectangle {
                right: width,
                top: height,
                ..Rectangle::default()
            };
            content.fill(area, background);
        }
        let Some(border) = self.border.as_ref().filter(|_| self.width > 0.0) else {
            return;
        };
        let half = self.width / 2.0;
        if self.style == BorderStyle::Underline {
            return content.stroke((0.0, half), (width, half), border, self.width);
        }
        let area = Rectangle {
            left: half,
            bottom: half,
            right: width - half,
            top: height - half,
        };
        content.line("q");
        if self.style == BorderStyle::Dashed {
            content.line(format_args!("[{}] 0 d", Points(3.0)));
        }
        content.outline(area, border, self.width);
        content.line("Q");
    }
}
