//! The look of check boxes and radio buttons that have none of their own: a tick or a dot in the widget's frame.

use lopdf::{Dictionary, Document};

use super::{add, draw_frame};
use crate::blank::Widget;
use crate::content::{Content, Points};
use crate::font::FontSet;
use crate::objects;

/// Gives a widget an appearance for `state` and for off, drawn as a tick or, for radio buttons, as a dot.
pub(crate) fn add_states(
    document: &mut Document,
    fonts: &FontSet,
    widget: &Widget,
    state: &[u8],
    is_radio: bool,
) {
    let mut looks = Dictionary::new();
    for is_on in [true, false] {
        let mut content = Content::default();
        draw_frame(&mut content, widget.width, widget.height, &widget.frame);
        if is_on {
            draw_mark(&mut content, widget, is_radio);
        }
        let look = add(document, fonts, widget, content);
        looks.set(if is_on { state } else { b"Off" }, look);
    }
    if let Some(widget) = objects::dictionary_mut(document, widget.id) {
        let mut appearance = Dictionary::new();
        appearance.set("N", looks);
        widget.set("AP", appearance);
    }
}

fn draw_mark(content: &mut Content, widget: &Widget, is_radio: bool) {
    let side = widget.width.min(widget.height);
    let (x, y) = (widget.width / 2.0, widget.height / 2.0);
    if is_radio {
        // A line of no length with round ends is a dot.
        return content.line(format_args!(
            "q 0 G 1 J {} w {x} {y} m {x} {y} l S Q",
            Points(side * 0.5),
            x = Points(x),
            y = Points(y)
        ));
    }
    let at = |dx: f32, dy: f32| format!("{} {}", Points(x + dx * side), Points(y + dy * side));
    content.line(format_args!(
        "q 0 G 1 J 1 j {} w {} m {} l {} l S Q",
        Points(side * 0.12),
        at(-0.26, 0.0),
        at(-0.07, -0.22),
        at(0.28, 0.26)
    ));
}
