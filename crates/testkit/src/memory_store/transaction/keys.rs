//! The digests of application keys.

use domain::key::KeyLookup;
use ports::{KeyRows, StoreError, StoredKey};

use super::MemoryTransaction;

impl KeyRows for MemoryTransaction {
    fn find_key(&mut self, lookup: &KeyLookup) -> Result<Option<StoredKey>, StoreError> {
        Ok(self.looking()?.keys.get(lookup).cloned())
    }

    fn replace_key(&mut self, key: &StoredKey) -> Result<(), StoreError> {
        let keys = &mut self.changing_locked(key.pa_id)?.keys;
        if keys.contains_key(&key.lookup) {
            return self.conflict("the lookup id is in use");
        }
        keys.retain(|_, other| other.pa_id != key.pa_id);
        keys.insert(key.lookup.clone(), key.clone());
        Ok(())
    }
}
