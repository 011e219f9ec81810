//! Turning on the boxes that show by lines and areas alone that they are on.

use lopdf::{Document, Stream};

use super::apply::set_state;
use crate::blank::{Blank, FieldKind, Widget};
use crate::flatten::shows_text;
use crate::objects;

/// Turns each widget of a button on whose look for that has no text, also several options of one
/// group.
pub(super) fn turn_on(document: &mut Document, blank: &Blank) {
    let buttons = blank.fields.iter();
    let buttons = buttons.filter(|field| field.kind == FieldKind::Button);
    for widget in buttons.flat_map(|field| &field.widgets) {
        let state = widget.states.first();
        if let Some(state) = state.filter(|state| is_painted(document, widget, state)) {
            set_state(document, widget.id, state);
        }
    }
}

fn is_painted(document: &Document, widget: &Widget, state: &[u8]) -> bool {
    look(document, widget, state).is_some_and(|look| !shows_text(look))
}

fn look<'document>(
    document: &'document Document,
    widget: &Widget,
    state: &[u8],
) -> Option<&'document Stream> {
    let widget = document.get_dictionary(widget.id).ok()?;
    let looks = objects::dictionary(document, widget, b"AP")?;
    let states = objects::dictionary(document, looks, b"N")?;
    let look = objects::resolved(document, states.get(state).ok()?)?;
    look.as_stream().ok()
}
