//! The look of check boxes and radio buttons that have none of their own: a tick or a dot in the
//! widget's frame.

use lopdf::{Dictionary, Document};

use super::{add, draw_frame};
use crate::blank::Widget;
use crate::content::Content;
use crate::font::FontSet;
use crate::objects;

/// Gives a widget an appearance for `state` and for off, drawn as a tick or, for radio buttons, as
/// a dot.
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
            let middle = (widget.width / 2.0, widget.height / 2.0);
            let side = widget.width.min(widget.height);
            content.line("q 0 g 0 G");
            content.sign(if is_radio { b'l' } else { b'4' }, middle, side);
            content.line("Q");
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
