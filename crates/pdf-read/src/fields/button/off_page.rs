//! Buttons of a field that stand on no page, while others of it do.

use super::{Button, OFF, state_name};
use crate::document::{Dictionary, Document};
use crate::fields::FieldError;
use crate::fields::tree::Terminal;

pub(super) fn on_pages(buttons: &[Button]) -> impl Iterator<Item = &Button> {
    buttons.iter().filter(|button| !button.is_off_page)
}

/// Whether only widgets on no page store that the field is on: others without a state of their own
/// do not take it from them.
pub(super) fn is_stored_off_page_alone(
    document: &dyn Document,
    terminal: &Terminal,
) -> Result<bool, FieldError> {
    let is_on = |dictionary: &Dictionary| {
        let state = state_name(document, dictionary, b"V")?;
        Ok::<bool, FieldError>(state.is_some_and(|state| state != OFF))
    };
    let mut is_off_page = false;
    for widget in &terminal.widgets {
        if is_on(&widget.dictionary)? {
            if !widget.is_off_page {
                return Ok(false);
            }
            is_off_page = true;
        }
    }
    Ok(is_off_page && !is_on(&terminal.attributes)?)
}
