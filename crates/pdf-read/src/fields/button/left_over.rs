//! States that are stored in a button and that it cannot show.

use super::{Button, OFF};
use crate::document::{Document, Object};
use crate::fields::tree::Terminal;
use crate::fields::{FieldError, value};

/// What programs store as a text in a box that is off.
const WORDS_FOR_OFF: [&str; 5] = ["off", "no", "nein", "false", "0"];

/// Whether the stored state is the old name of one that was renamed since, as Acrobat leaves it, or
/// the empty name that some writers clear a box with: every widget has looks, but none of this
/// name, and each says that it is off, so that no viewer can show anything else.
pub(super) fn is_left_over(buttons: &[Button], state: &str) -> bool {
    buttons.iter().all(|button| {
        button.shown.as_deref() == Some(OFF)
            && !button.states.is_empty()
            && !button.states.iter().any(|known| may_be_meant(known, state))
    })
}

/// Whether a text is stored where names of states are, other than one of the usual words for off:
/// it may have been typed into the field before another version of the form made buttons of it.
pub(super) fn stores_text(
    document: &dyn Document,
    terminal: &Terminal,
) -> Result<bool, FieldError> {
    let widgets = terminal.widgets.iter().map(|widget| &widget.dictionary);
    for dictionary in widgets.chain([&terminal.attributes]) {
        let object = document.get(dictionary, b"V")?;
        if let Object::String(_) = object {
            let text = value::text(document, &object)?;
            let word = text.trim().trim_start_matches('/').to_lowercase();
            if !word.is_empty() && !WORDS_FOR_OFF.contains(&word.as_str()) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Whether the stored state may be this one as a program has written it that knows letters by other
/// bytes than the form does (`Ã–kologie`, `Oekologie`), and then finds no look for it. Names of
/// plain ASCII are the same in all programs.
fn may_be_meant(known: &str, stored: &str) -> bool {
    known == stored || !(stored.is_empty() || known.is_ascii() && stored.is_ascii())
}
