//! The states that a button has looks for.

use std::collections::HashSet;

use pdf_syntax::button_state::{BLANK_LOOK_BYTES_MAX, OFF, paints_nothing, seen_states};
use pdf_syntax::text_string;

use crate::document::{Document, Object};
use crate::fields::FieldError;
use crate::fields::tree::Widget;
use crate::steps::step;

/// The on-states of a widget, in the order of their names, and those that look like a box which is
/// off.
pub(super) fn all_states(
    document: &dyn Document,
    widget: &Widget,
) -> Result<(Vec<String>, Vec<String>), FieldError> {
    let appearances = document.dictionary(&widget.dictionary, b"AP")?;
    let mut found = Vec::new();
    let mut known = HashSet::new();
    for key in [&b"N"[..], b"D"] {
        // A stream here is the one look of a push button.
        if let Object::Dictionary(looks) = document.get(&appearances, key)? {
            for name in looks.keys() {
                let state = text_string::decode_name(name)?;
                step();
                if state != OFF && known.insert(state.clone()) {
                    found.push((state, document.get(&looks, name)?));
                }
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    let is_alone = found.len() == 1;
    let found = found.into_iter().map(|(state, look)| {
        let is_blank = !is_alone && is_blank(document, &look);
        (state, is_blank)
    });
    Ok(seen_states(found.collect()))
}

/// Whether a look shows nothing. Of one that cannot be read that is not known.
fn is_blank(document: &dyn Document, look: &Object) -> bool {
    let Object::Stream(entries, id) = look else {
        return false;
    };
    let content = document.stream_bytes_within(entries, *id, BLANK_LOOK_BYTES_MAX);
    content.is_ok_and(|content| paints_nothing(&content))
}
