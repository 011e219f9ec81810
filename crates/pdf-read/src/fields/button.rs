//! The value of check boxes and radio buttons (PDF 32000-1, 12.7.4.2).
//!
//! Stored is the name of a state (`V`), shown is the state of each widget (`AS`). The two must tell
//! the same; where nothing is stored, what is shown counts.

mod left_over;
mod off_page;
mod states;
mod unseen;

use std::collections::HashSet;

use pdf_syntax::button_state::OFF;
use ports::PdfError;

use self::left_over::{is_left_over, stores_text};
use self::off_page::{is_stored_off_page_alone, on_pages};
use self::states::all_states;
pub(super) use self::unseen::UnseenStates;
use super::button_texts::button_texts;
use super::group::Group;
use super::tree::{Terminal, Widget};
use super::{FieldError, value};
use crate::document::{Dictionary, Document, Object};

/// The name of the state that is on; none where the button is off. An error where what is stored
/// and what is shown differ.
pub(super) fn value(document: &dyn Document, group: &Group) -> Result<Vec<String>, FieldError> {
    let mut on: Option<String> = None;
    let mut off_states: Vec<String> = Vec::new();
    for terminal in group.terminals() {
        let buttons = buttons(document, terminal)?;
        match state(document, group, terminal, &buttons)? {
            Some(state) if on.as_ref().is_none_or(|on| *on == state) => on = Some(state),
            Some(_) => {
                return Err(FieldError::ambiguous(
                    &group.name,
                    "has two states that are on",
                ));
            }
            None => off_states.extend(buttons.into_iter().flat_map(|button| button.states)),
        }
    }
    // Two boxes of one name and one state, one of them on: whether the field is on depends on which
    // one a viewer asks.
    if on.as_ref().is_some_and(|on| off_states.contains(on)) {
        return Err(FieldError::ambiguous(
            &group.name,
            "stands in it more than once, on and off",
        ));
    }
    Ok(on.into_iter().collect())
}

/// The on-states of a widget, in the order of their names: those that it can show, or, where it has
/// looks for none, those of a button that is pressed.
pub(super) fn states(document: &dyn Document, widget: &Widget) -> Result<Vec<String>, FieldError> {
    Ok(all_states(document, widget)?.0)
}

/// Whether it is off and no widget can show anything else, since each has one look alone: a push
/// button whose writer forgot its flag.
pub(super) fn has_one_look(document: &dyn Document, terminal: &Terminal) -> Result<bool, PdfError> {
    let is_on = |dictionary: &Dictionary, key: &[u8]| {
        let state = state_name(document, dictionary, key);
        !state.is_ok_and(|state| state.is_none_or(|state| state == OFF))
    };
    for widget in &terminal.widgets {
        let appearances = document.dictionary(&widget.dictionary, b"AP")?;
        let has_one = matches!(document.get(&appearances, b"N")?, Object::Stream(..))
            && !matches!(document.get(&appearances, b"D")?, Object::Dictionary(_));
        if !has_one || is_on(&widget.dictionary, b"V") || is_on(&widget.dictionary, b"AS") {
            return Ok(false);
        }
    }
    Ok(!terminal.widgets.is_empty() && !is_on(&terminal.attributes, b"V"))
}

struct Button {
    states: Vec<String>,
    /// States that look like a box that is off.
    unseen: Vec<String>,
    /// `AS`, where it is given; off where that state is not seen.
    shown: Option<String>,
    /// Nobody sees it: what it shows does not count.
    is_off_page: bool,
}

fn buttons(document: &dyn Document, terminal: &Terminal) -> Result<Vec<Button>, FieldError> {
    terminal
        .widgets
        .iter()
        .map(|widget| {
            let (states, unseen) = all_states(document, widget)?;
            let shown = state_name(document, &widget.dictionary, b"AS")?;
            Ok(Button {
                shown: shown.map(|state| seen(state, &unseen)),
                states,
                unseen,
                is_off_page: widget.is_off_page,
            })
        })
        .collect()
}

/// The state as people see it.
fn seen(state: String, unseen: &[String]) -> String {
    match unseen.contains(&state) {
        true => OFF.to_owned(),
        false => state,
    }
}

fn state(
    document: &dyn Document,
    group: &Group,
    terminal: &Terminal,
    buttons: &[Button],
) -> Result<Option<String>, FieldError> {
    let stored = stored(document, group, terminal)?;
    let mut shown: Vec<&String> = on_pages(buttons)
        .filter_map(|button| button.shown.as_ref())
        .filter(|state| *state != OFF)
        .collect();
    shown.sort();
    shown.dedup();
    let Some(stored) = stored else {
        return match shown.as_slice() {
            [] => Ok(None),
            [state] => Ok(Some((*state).clone())),
            _ => Err(FieldError::ambiguous(
                &group.name,
                "shows two states that are on",
            )),
        };
    };
    let state = state_of_text(document, group, terminal, buttons, &stored)?.unwrap_or(stored);
    let is_state = |button: &Button| button.states.contains(&state);
    let state = match buttons {
        // Of several buttons each may have another look for it.
        [button] if !is_state(button) => seen(state, &button.unseen),
        _ => state,
    };
    if shown.iter().any(|shown| **shown != state) {
        return Err(FieldError::ambiguous(
            &group.name,
            "shows another state than is stored",
        ));
    }
    if state == OFF {
        return Ok(None);
    }
    let is_shown_by_widget = !shown.is_empty();
    let is_seen = is_shown_by_widget || !is_stored_off_page_alone(document, terminal)?;
    if is_seen && is_shown(buttons, &state, is_shown_by_widget) {
        Ok(Some(state))
    } else if is_left_over(buttons, &state) {
        match stores_text(document, terminal)? {
            false => Ok(None),
            true => Err(FieldError::ambiguous(
                &group.name,
                "stores a text that is none of its states",
            )),
        }
    } else {
        Err(FieldError::ambiguous(
            &group.name,
            "is stored as on, but shown as off",
        ))
    }
}

/// Whether viewers show the stored state. Without a state of its own a widget takes that of the
/// field, if it has a look for it.
fn is_shown(buttons: &[Button], state: &String, is_shown_by_widget: bool) -> bool {
    is_shown_by_widget
        || on_pages(buttons).all(|button| button.states.is_empty() && button.shown.is_none())
        || on_pages(buttons).any(|button| button.shown.is_none() && button.states.contains(state))
}

/// What is stored in the field; `Off` is stored too. Some writers store in each widget what it
/// shows: that must not tell anything else, and counts where the field itself has nothing, or is
/// off while the widget also shows what it stores. Where the widget shows that it is off, and the
/// field is off too or another widget shows what the field stores, it was left over by a program
/// that knows only these.
fn stored(
    document: &dyn Document,
    group: &Group,
    terminal: &Terminal,
) -> Result<Option<String>, FieldError> {
    let mut stored = state_name(document, &terminal.attributes, b"V")?;
    let shown = shown_states(document, terminal)?;
    for widget in &terminal.widgets {
        match (state_name(document, &widget.dictionary, b"V")?, &stored) {
            (None, _) => {}
            (state, None) => stored = state,
            (Some(state), _) if state == OFF => {}
            (state, Some(first))
                if first == OFF
                    && (!terminal.attributes.has(b"V")
                        || state == state_name(document, &widget.dictionary, b"AS")?) =>
            {
                stored = state;
            }
            (Some(state), Some(first)) if *first == state => {}
            (Some(_), Some(first))
                if shows_off(document, widget)? && (first == OFF || shown.contains(first)) => {}
            _ => return Err(FieldError::ambiguous(&group.name, "stores two states")),
        }
    }
    Ok(stored)
}

fn shows_off(document: &dyn Document, widget: &Widget) -> Result<bool, FieldError> {
    let shown = state_name(document, &widget.dictionary, b"AS")?;
    Ok(shown.as_deref() == Some(OFF))
}

/// What the widgets of the field that people see say that they show.
fn shown_states(
    document: &dyn Document,
    terminal: &Terminal,
) -> Result<HashSet<String>, FieldError> {
    let widgets = terminal.widgets.iter().filter(|widget| !widget.is_off_page);
    let states = widgets.map(|widget| state_name(document, &widget.dictionary, b"AS"));
    states.filter_map(Result::transpose).collect()
}

/// The state whose text in `Opt` is stored, where writers store that instead of the state.
fn state_of_text(
    document: &dyn Document,
    group: &Group,
    terminal: &Terminal,
    buttons: &[Button],
    stored: &str,
) -> Result<Option<String>, FieldError> {
    if stored == OFF
        || buttons
            .iter()
            .any(|button| button.states.iter().any(|state| state == stored))
    {
        return Ok(None);
    }
    let texts = button_texts(document, group, terminal)?;
    for (text, button) in texts.iter().zip(buttons) {
        if value::text(document, &document.resolve(text)?)? == stored {
            return Ok(button.states.first().cloned());
        }
    }
    Ok(None)
}

/// The name of a state. Some writers store it as a text, with the `/` that only its spelling in the
/// file begins with.
fn state_name(
    document: &dyn Document,
    dictionary: &Dictionary,
    key: &[u8],
) -> Result<Option<String>, FieldError> {
    let object = document.get(dictionary, key)?;
    let text = value::text(document, &object)?;
    Ok(match object {
        Object::Null => None,
        // An empty text is how some writers clear a box; an empty name is a name.
        Object::String(_) if text.is_empty() => None,
        Object::String(_) => Some(text.strip_prefix('/').unwrap_or(&text).to_owned()),
        _ => Some(text),
    })
}
