//! Whether the field on a page and its copy on none say two things.
//!
//! A file that was saved filled in holds each value twice, and both share their looks. Programs
//! that know only what stands on pages then change or empty one of the two.

use std::collections::BTreeSet;

use forms::form_content::FormFieldKind;
use ports::PdfError;

use super::{is_blank, is_button, is_off};
use crate::annotations::normal_looks;
use crate::document::{Dictionary, Document, Id, Object};
use crate::fields::look::Looks;
use crate::fields::tree::{Terminal, Widget};
use crate::fields::{kind, value};

/// Whether both are filled in, with two values. What cannot be decoded is told later.
pub(super) fn store_two_values(
    document: &dyn Document,
    copy: &Terminal,
    shown: &Terminal,
) -> Result<bool, PdfError> {
    let stored = |terminal| value::terminal_values(document, terminal).unwrap_or_default();
    let states = |terminal| vec![states_on(document, terminal).into_iter().collect()];
    let (stored_in_copy, stored_on_page) = match is_button(kind(document, copy)?) {
        true => (states(copy), states(shown)),
        false => (stored(copy), stored(shown)),
    };
    let says_nothing = |stored: &[Vec<String>]| stored.iter().all(Vec::is_empty);
    Ok(stored_in_copy != stored_on_page
        && !says_nothing(&stored_in_copy)
        && !says_nothing(&stored_on_page))
}

/// Whether people see nothing on the page of what is filled in in the copy, and somebody saw to it:
/// a box is off there, and on in the copy; a text has a look in the copy, and on the page another
/// one that shows nothing, or none. Where programs make no look anew, nobody sees anything of a
/// look without a text that both share, either.
pub(super) fn is_emptied(
    document: &dyn Document,
    looks: &mut Looks,
    copy: &Terminal,
    shown: &Terminal,
) -> Result<bool, PdfError> {
    match kind(document, copy)? {
        FormFieldKind::CheckBox | FormFieldKind::Radio => {
            let says_off = |widget: &Widget| is_off(document, &state_of(document, shown, widget));
            let is_on = !states_on(document, copy).is_empty();
            Ok(is_on && shown.widgets.iter().all(says_off))
        }
        FormFieldKind::Text | FormFieldKind::Choice => {
            let copied = looks_of(document, copy);
            let is_seen = |widget| looks.show_text(document, widget);
            if copied.is_empty() || shown.widgets.iter().any(is_seen) {
                return Ok(false);
            }
            let are_shared = are_alike(document, &copied, &looks_of(document, shown));
            Ok(!are_shared || !looks.are_made_anew())
        }
        _ => Ok(false),
    }
}

/// The states other than off that its widgets are in.
fn states_on(document: &dyn Document, terminal: &Terminal) -> BTreeSet<String> {
    let widgets = terminal.widgets.iter();
    let states = widgets.map(|widget| state_of(document, terminal, widget));
    let states = states.filter(|state| !is_blank(document, state) && !is_off(document, state));
    states
        .filter_map(|state| value::text(document, &state).ok())
        .collect()
}

/// The state that a widget is in: its own; else the one that is stored in it or its field.
fn state_of(document: &dyn Document, terminal: &Terminal, widget: &Widget) -> Object {
    let stored = [
        (&widget.dictionary, &b"AS"[..]),
        (&widget.dictionary, b"V"),
        (&terminal.attributes, b"V"),
    ];
    let stored = stored.map(|(dictionary, key)| document.get(dictionary, key));
    let mut stored = stored.into_iter().filter_map(Result::ok);
    stored
        .find(|state| *state != Object::Null)
        .unwrap_or(Object::Null)
}

fn looks_of(document: &dyn Document, terminal: &Terminal) -> Vec<(Dictionary, Id)> {
    let widgets = terminal.widgets.iter();
    let looks = widgets.filter_map(|widget| normal_looks(document, &widget.dictionary).ok());
    looks.flatten().collect()
}

/// Whether both are the same streams, or hold the same bytes.
fn are_alike(
    document: &dyn Document,
    looks: &[(Dictionary, Id)],
    others: &[(Dictionary, Id)],
) -> bool {
    let raw = |id| document.raw_stream(id).ok().flatten();
    let same = |(one, other): (&(Dictionary, Id), &(Dictionary, Id))| {
        one.1 == other.1 || raw(one.1).is_some_and(|one| raw(other.1) == Some(one))
    };
    looks.len() == others.len() && looks.iter().zip(others).all(same)
}
