//! What a store holds.

use std::collections::{BTreeMap, HashMap};

use domain::key::KeyLookup;
use domain::{Application, BlobKey, PaId, Timestamp};
use ports::StoredKey;

/// Everything, as of one moment.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) applications: BTreeMap<PaId, Application>,
    pub(super) keys: HashMap<KeyLookup, StoredKey>,
    pub(super) last_numbers: BTreeMap<u8, u16>,
    pub(super) loose_blobs: BTreeMap<BlobKey, Timestamp>,
}

impl State {
    /// Why an application and its key cannot be added.
    pub(super) fn conflict(
        &self,
        application: &Application,
        key: &StoredKey,
    ) -> Option<&'static str> {
        let mut stored = self.applications.values();
        if self.applications.contains_key(&application.pa_id) {
            return Some("the number is in use");
        }
        if stored.any(|other| other.original == application.original) {
            return Some("the original is another application's");
        }
        if self.keys.contains_key(&key.lookup) {
            return Some("the lookup id is in use");
        }
        let owned = key.pa_id == application.pa_id || self.applications.contains_key(&key.pa_id);
        (!owned).then_some("the key is of no application")
    }
}
