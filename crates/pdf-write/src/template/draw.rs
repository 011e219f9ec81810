//! The content stream of a page: shapes as artifacts, texts as marked content (PDF 32000-1, 14.6 and 14.8).

use super::item::{Area, Item, Role, Shape, Text};
use super::style::{PAGE_HEIGHT, accent, box_edge, box_fill};
use crate::content::{Colour, Content, Points};
use crate::font::FontSet;
use crate::objects::Rectangle;

const EDGE_WIDTH: f32 = 0.6;
/// The control points of a circle's four curves, as a share of its radius.
const CURVE: f32 = 0.552_285;

/// The area as the PDF counts it, from the lower left corner of the page.
pub(super) fn rectangle(area: Area) -> Rectangle {
    Rectangle {
        left: area.left,
        bottom: PAGE_HEIGHT - area.bottom(),
        right: area.right(),
        top: PAGE_HEIGHT - area.top,
    }
}

/// Draws a page; every text that is no artifact gets the next number of marked content, from 0.
pub(super) fn page(fonts: &mut FontSet, items: &[Item]) -> Content {
    let mut content = Content::default();
    let mut number = 0;
    for item in items {
        match item {
            Item::Shape(shape) => {
                content.line("/Artifact BMC");
                draw_shape(&mut content, shape);
                content.line("EMC");
            }
            Item::Text(text) if text.role == Role::Artifact => {
                content.line("/Artifact BMC");
                draw_text(&mut content, fonts, text);
                content.line("EMC");
            }
            Item::Text(text) => {
                let name = structure_type(text.role);
                content.line(format_args!("/{name} <</MCID {number}>> BDC"));
                draw_text(&mut content, fonts, text);
                content.line("EMC");
                number += 1;
            }
            Item::Widget(_) => {}
        }
    }
    content
}

/// The standard structure type of a text.
pub(super) fn structure_type(role: Role) -> &'static str {
    match role {
        Role::Title => "H1",
        Role::Heading => "H2",
        Role::Caption => "H3",
        Role::Paragraph | Role::Artifact => "P",
    }
}

fn draw_text(content: &mut Content, fonts: &mut FontSet, text: &Text) {
    let family = fonts.family();
    let mut x = text.left;
    for (weight, colour, run) in &text.runs {
        content.fill_colour(colour);
        content.text(
            fonts,
            (x, PAGE_HEIGHT - text.base),
            (*weight, text.size),
            run,
        );
        x += family.width(*weight, run, text.size);
    }
}

fn draw_shape(content: &mut Content, shape: &Shape) {
    match shape {
        Shape::Box(area) => {
            content.fill(rectangle(*area), &box_fill());
            content.outline(rectangle(*area), &box_edge(), EDGE_WIDTH);
        }
        Shape::Ground(area, colour) => content.fill(rectangle(*area), colour),
        Shape::Frame(area) => content.outline(rectangle(*area), &box_edge(), EDGE_WIDTH),
        Shape::Line(from, to, colour) => {
            let turned = |(x, y): (f32, f32)| (x, PAGE_HEIGHT - y);
            content.stroke(turned(*from), turned(*to), colour, EDGE_WIDTH);
        }
        Shape::Circle(area) => draw_circle(content, *area),
        Shape::Chevron(x, y) => draw_chevron(content, *x, PAGE_HEIGHT - y),
    }
}

fn draw_circle(content: &mut Content, area: Area) {
    let radius = area.width / 2.0;
    let (x, y) = (area.left + radius, PAGE_HEIGHT - area.top - radius);
    let reach = radius * CURVE;
    begin(content, &box_edge());
    content.fill_colour(&box_fill());
    content.line(format_args!("{} {} m", Points(x + radius), Points(y)));
    let (one, zero) = (radius, 0.0);
    for (first, second, end) in [
        ((one, reach), (reach, one), (zero, one)),
        ((-reach, one), (-one, reach), (-one, zero)),
        ((-one, -reach), (-reach, -one), (zero, -one)),
        ((reach, -one), (one, -reach), (one, zero)),
    ] {
        for (dx, dy) in [first, second, end] {
            content.line(format_args!("{} {}", Points(x + dx), Points(y + dy)));
        }
        content.line("c");
    }
    content.line("b\nQ");
}

fn draw_chevron(content: &mut Content, x: f32, y: f32) {
    begin(content, &accent());
    content.line(format_args!(
        "1.1 w 1 J 1 j {} {} m {} {} l {} {} l S\nQ",
        Points(x - 3.0),
        Points(y + 1.6),
        Points(x),
        Points(y - 1.6),
        Points(x + 3.0),
        Points(y + 1.6)
    ));
}

fn begin(content: &mut Content, colour: &Colour) {
    content.line("q");
    content.line(format_args!("{} w", Points(EDGE_WIDTH)));
    content.stroke_colour(colour);
}
