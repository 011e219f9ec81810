//! Turning on the boxes that show by lines and areas alone that they are on.

use lopdf::{Document, Object, Stream};

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
    let look = look(document, widget, state);
    look.is_some_and(|look| !shows_text(look) && !may_draw_forms(document, look))
}

/// Whether a look may draw others (8.10), which may show text: then what it paints beside may be
/// the frame of its box.
fn may_draw_forms(document: &Document, look: &Stream) -> bool {
    let resources = objects::dictionary(document, &look.dict, b"Resources");
    let drawn = resources.and_then(|entries| objects::dictionary(document, entries, b"XObject"));
    let is_form = |object: &Object| {
        let drawn = objects::resolved(document, object);
        let drawn = drawn.and_then(|drawn| drawn.as_stream().ok());
        drawn.is_some_and(|drawn| objects::name(document, &drawn.dict, b"Subtype") == Some(b"Form"))
    };
    drawn.is_some_and(|drawn| drawn.iter().any(|(_, object)| is_form(object)))
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
