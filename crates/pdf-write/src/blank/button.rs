//! The looks of check boxes and radio buttons that have none of their own: a sign in the widget's
//! frame.

use lopdf::{Dictionary, Document, ObjectId};
use pdf_syntax::button_state::OFF;

use super::Widget;
use crate::objects;
use crate::packing::Packing;

/// Gives a widget an appearance for each of these states and for off, in the place of all others.
pub(crate) fn add_states(
    document: &mut Document,
    packing: Packing,
    widget: &Widget,
    states: &[Vec<u8>],
    is_radio: bool,
) {
    let mut looks = Dictionary::new();
    looks.set(OFF, look(document, packing, widget, None));
    let sign = widget.sign.unwrap_or(if is_radio { b'l' } else { b'4' });
    let on = look(document, packing, widget, Some(sign));
    for state in states {
        looks.set(state.clone(), on);
    }
    if let Some(widget) = objects::dictionary_mut(document, widget.id) {
        let mut appearance = Dictionary::new();
        appearance.set("N", looks);
        widget.set("AP", appearance);
    }
}

/// The frame of a widget, with a sign in it where it is on.
fn look(document: &mut Document, packing: Packing, widget: &Widget, sign: Option<u8>) -> ObjectId {
    let mut content = widget.framed();
    if let Some(sign) = sign {
        let middle = (widget.width / 2.0, widget.height / 2.0);
        let side = widget.width.min(widget.height);
        content.line(format_args!("q {}", widget.default_appearance.colours()));
        content.sign(sign, middle, side);
        content.line("Q");
    }
    let form = widget.form(Dictionary::new());
    document.add_object(objects::stream(packing, form, content.into_bytes()))
}
