//! The boxes that are drawn under widgets.

use pdf_syntax::Rectangle;

use super::item::WidgetKind;
use super::style;
use crate::content::{Content, Points};

/// The box under a widget, so that viewers which draw no empty widget show it all the same.
pub(super) fn draw_box(content: &mut Content, area: Rectangle, kind: &WidgetKind) {
    if matches!(kind, WidgetKind::Radio { .. }) {
        return circle(content, area);
    }
    content.fill(area, &style::paper());
    if let WidgetKind::Comb { cells } = kind {
        comb(content, area, *cells);
    }
    content.outline(area, &style::line(), 0.6);
}

/// Cells in groups of four, as an IBAN is printed.
fn comb(content: &mut Content, area: Rectangle, cells: usize) {
    let width = area.width() / cells as f32;
    for group in (0..cells).step_by(4).skip(1).step_by(2) {
        let left = area.left + width * group as f32;
        content.fill(
            Rectangle {
                left,
                right: (left + 4.0 * width).min(area.right),
                ..area
            },
            &style::shade(),
        );
    }
    for cell in 1..cells {
        let x = area.left + width * cell as f32;
        content.stroke(
            (x, area.bottom),
            (x, area.bottom + 4.0),
            &style::line(),
            0.5,
        );
    }
}

/// A circle of four Bézier curves.
fn circle(content: &mut Content, area: Rectangle) {
    const CONTROL: f32 = 0.5523;
    let radius = area.width() / 2.0 - 0.3;
    let (x, y) = (
        (area.left + area.right) / 2.0,
        (area.bottom + area.top) / 2.0,
    );
    content.line("q");
    content.fill_colour(&style::paper());
    content.stroke_colour(&style::line());
    content.line(format_args!("0.6 w {} {} m", Points(x + radius), Points(y)));
    for (from, to) in [
        ((1.0, 0.0), (0.0, 1.0)),
        ((0.0, 1.0), (-1.0, 0.0)),
        ((-1.0, 0.0), (0.0, -1.0)),
        ((0.0, -1.0), (1.0, 0.0)),
    ] {
        let at = |share: (f32, f32), pull: (f32, f32)| {
            (
                x + radius * (share.0 + CONTROL * pull.0),
                y + radius * (share.1 + CONTROL * pull.1),
            )
        };
        let (first, second, end) = (at(from, to), at(to, from), at(to, (0.0, 0.0)));
        content.line(format_args!(
            "{} {} {} {} {} {} c",
            Points(first.0),
            Points(first.1),
            Points(second.0),
            Points(second.1),
            Points(end.0),
            Points(end.1)
        ));
    }
    content.line("b\nQ");
}
