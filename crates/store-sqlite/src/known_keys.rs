//! The keys that were looked up since the last commit.
//!
//! Most requests look a key up, and between two of them there was often no commit: what was found
//! then is found again, without a transaction. Any commit of anybody makes all of it unknown, so a
//! replaced key, or one of a removed application, is refused as soon as that is acknowledged.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ports::{FoundKey, KeyLookup};

use crate::wal_index::CommittedState;

/// How many keys are known at most: about a megabyte.
const KEYS_MAX: usize = 4096;

/// Keys by their lookup ids, as one committed state has them.
#[derive(Default)]
pub(crate) struct KnownKeys(Mutex<Keys>);

#[derive(Default)]
struct Keys {
    state: Option<CommittedState>,
    found: HashMap<KeyLookup, FoundKey>,
}

impl KnownKeys {
    /// The key, if it was found in this state.
    pub(crate) fn find(&self, state: CommittedState, lookup: &KeyLookup) -> Option<FoundKey> {
        let keys = self.lock();
        let known = keys.found.get(lookup);
        known.filter(|_| keys.state == Some(state)).cloned()
    }

    /// Adds a key that was found in this state. Only such a one: of invented keys a stranger has
    /// as many as he likes.
    pub(crate) fn add(&self, state: CommittedState, found: &FoundKey) {
        let mut keys = self.lock();
        if keys.state != Some(state) {
            keys.state = Some(state);
            keys.found.clear();
        }
        if keys.found.len() < KEYS_MAX {
            keys.found.insert(found.key.lookup.clone(), found.clone());
        }
    }

    /// A thread that panicked has left nothing half done.
    fn lock(&self) -> MutexGuard<'_, Keys> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use domain::key::{KeyDigest, KeyLookup};
    use domain::{PaId, Timestamp};
    use ports::{ApplicationStamp, FoundKey, StoredKey};

    use super::{CommittedState, KEYS_MAX, KnownKeys};

    fn found(number: usize) -> FoundKey {
        FoundKey {
            key: StoredKey {
                pa_id: PaId::new(26, 1).unwrap(),
                lookup: KeyLookup::from_stored(number.to_string()),
                digest: KeyDigest::from_stored([7; 32]),
            },
            stamp: ApplicationStamp {
                revision: 1,
                activity_at: Timestamp::EPOCH,
                package: None,
                created_at: Timestamp::EPOCH,
            },
        }
    }

    #[test]
    fn a_key_is_known_in_the_state_it_was_found_in_only() {
        let [one, other] = [1, 2].map(CommittedState::of_number);
        let (keys, key) = (KnownKeys::default(), found(0));
        assert_eq!(keys.find(one, &key.key.lookup), None);
        keys.add(one, &key);
        assert_eq!(keys.find(one, &key.key.lookup), Some(key.clone()));
        assert_eq!(keys.find(other, &key.key.lookup), None);
        keys.add(other, &found(1));
        assert_eq!(keys.find(other, &key.key.lookup), None);
        assert_eq!(keys.find(one, &key.key.lookup), None);
    }

    #[test]
    fn no_more_keys_are_known_than_there_is_room_for() {
        let (keys, state) = (KnownKeys::default(), CommittedState::of_number(1));
        (0..2 * KEYS_MAX).for_each(|number| keys.add(state, &found(number)));
        let is_known = |number: &usize| keys.find(state, &found(*number).key.lookup).is_some();
        assert_eq!((0..2 * KEYS_MAX).filter(is_known).count(), KEYS_MAX);
    }
}
