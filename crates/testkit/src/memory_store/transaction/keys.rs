//! The digests of application keys.

use domain::key::KeyLookup;
use ports::{ApplicationStamp, FoundKey, KeyRows, StoreError, StoredKey};

use super::MemoryTransaction;

impl KeyRows for MemoryTransaction {
    fn find_key(&mut self, lookup: &KeyLookup) -> Result<Option<FoundKey>, StoreError> {
        let rows = self.looking()?;
        let found = rows.keys.get(lookup).and_then(|key| {
            let application = rows.find_application(key.pa_id)?;
            Some(FoundKey {
                key: key.clone(),
                stamp: ApplicationStamp::of(&application),
            })
        });
        Ok(found)
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
