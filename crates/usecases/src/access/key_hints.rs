//! Which application a key has opened before: a hint where to look, never a permission.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use domain::PaId;
use domain::key::KeyLookup;

/// About 100 bytes each. When there are more, all are forgotten and noted again.
const HINTS_MAX: usize = 10_000;

/// The applications that keys have opened lately, by the lookup ids of the keys.
///
/// What is remembered of an application is asked for only where the key that is shown has opened
/// it before. So how long an answer takes does not tell a stranger, who does not have the key,
/// whether an application exists.
#[derive(Default)]
pub(super) struct KeyHints(Mutex<HashMap<KeyLookup, PaId>>);

impl KeyHints {
    /// Whether a key with this lookup id has opened the application.
    pub(super) fn has_opened(&self, lookup: &KeyLookup, pa_id: PaId) -> bool {
        // A map is whole whenever the lock is free, so a panic elsewhere does not spoil it.
        let hints = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hints.get(lookup) == Some(&pa_id)
    }

    /// Notes that a key with this lookup id was right, and of which application it is.
    pub(super) fn note(&self, lookup: KeyLookup, pa_id: PaId) {
        let mut hints = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if hints.len() >= HINTS_MAX && !hints.contains_key(&lookup) {
            hints.clear();
        }
        hints.insert(lookup, pa_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_application_that_a_key_has_opened_is_hinted_at_and_hints_are_bounded() {
        let hints = KeyHints::default();
        let lookup = |number: usize| KeyLookup::from_stored(format!("{number}"));
        let [one, other] = [1, 2].map(|number| PaId::new(26, number).unwrap());
        assert!(!hints.has_opened(&lookup(0), one));
        hints.note(lookup(0), one);
        assert!(hints.has_opened(&lookup(0), one));
        assert!(!hints.has_opened(&lookup(0), other));
        assert!(!hints.has_opened(&lookup(1), one));
        for number in 0..3 * HINTS_MAX {
            hints.note(lookup(number), other);
            assert!(hints.0.lock().unwrap().len() <= HINTS_MAX);
        }
    }
}
