//! States of a button in which it looks as if it were off.

use std::collections::HashSet;

use super::{buttons, shown_states, stored};
use crate::document::Document;
use crate::fields::FieldError;
use crate::fields::group::Group;

/// The states of this kind that a button has.
#[derive(Default)]
pub(in crate::fields) struct UnseenStates {
    pub(in crate::fields) all: Vec<String>,
    /// Those in which it is: as stored, or, where nothing is stored, as its widgets say.
    pub(in crate::fields) values: Vec<String>,
}

impl UnseenStates {
    pub(in crate::fields) fn of(
        document: &dyn Document,
        group: &Group,
    ) -> Result<Self, FieldError> {
        let mut found = Self::default();
        for terminal in group.terminals() {
            let buttons = buttons(document, terminal)?.into_iter();
            let unseen: HashSet<String> = buttons.flat_map(|button| button.unseen).collect();
            if unseen.is_empty() {
                continue;
            }
            let states = match stored(document, group, terminal)? {
                Some(stored) => HashSet::from([stored]),
                None => shown_states(document, terminal)?,
            };
            found.values.extend(unseen.intersection(&states).cloned());
            found.all.extend(unseen);
        }
        for states in [&mut found.all, &mut found.values] {
            states.sort_unstable();
            states.dedup();
        }
        Ok(found)
    }
}
