//! The port's transaction over a copy of the state.

use domain::application::NUMBER_MAX;
use domain::key::KeyLookup;
use domain::{Application, BlobKey, Data, PaId, Revision, Status, Timestamp};
use ports::{Access, StoreError, StoredKey, Transaction};

use super::state::State;

/// One work's copy of the state. After the first error everything else fails, as it does in a database.
pub(super) struct MemoryTransaction {
    state: State,
    access: Access,
    locked: Vec<PaId>,
    failed: bool,
}

impl MemoryTransaction {
    pub(super) fn new(state: State, access: Access) -> Self {
        Self {
            state,
            access,
            locked: Vec::new(),
            failed: false,
        }
    }

    /// The changed state, unless a step failed.
    pub(super) fn finish(self) -> Result<State, StoreError> {
        if self.failed {
            Err(spent())
        } else {
            Ok(self.state)
        }
    }

    fn looking(&self) -> Result<&State, StoreError> {
        if self.failed {
            Err(spent())
        } else {
            Ok(&self.state)
        }
    }

    fn changing(&mut self) -> Result<&mut State, StoreError> {
        if self.failed {
            return Err(spent());
        }
        if self.access == Access::Read {
            return self.fail(StoreError::Failed(
                "a reading work wanted to change something".into(),
            ));
        }
        Ok(&mut self.state)
    }

    fn changing_locked(&mut self, pa_id: PaId) -> Result<&mut State, StoreError> {
        if !self.locked.contains(&pa_id) {
            return self.fail(StoreError::Failed(
                "an application was to be changed without its lock".into(),
            ));
        }
        self.changing()
    }

    fn fail<T>(&mut self, error: StoreError) -> Result<T, StoreError> {
        self.failed = true;
        Err(error)
    }
}

impl Transaction for MemoryTransaction {
    fn next_pa_id(&mut self, year: u8) -> Result<Option<PaId>, StoreError> {
        let last = self.changing()?.last_numbers.entry(year).or_default();
        if *last == NUMBER_MAX {
            return Ok(None);
        }
        *last += 1;
        Ok(PaId::new(year, *last))
    }

    fn lock(&mut self, pa_id: PaId) -> Result<Option<Revision>, StoreError> {
        let Some(application) = self.changing()?.applications.get_mut(&pa_id) else {
            return Ok(None);
        };
        application.revision += 1;
        let revision = application.revision;
        self.locked.push(pa_id);
        Ok(Some(revision))
    }

    fn add_application(
        &mut self,
        application: &Application,
        key: &StoredKey,
    ) -> Result<(), StoreError> {
        if let Some(conflict) = self.changing()?.conflict(application, key) {
            return self.fail(StoreError::Conflict(conflict.into()));
        }
        self.state
            .applications
            .insert(application.pa_id, application.clone());
        self.state.keys.insert(key.lookup.clone(), key.clone());
        self.locked.push(application.pa_id);
        Ok(())
    }

    fn find_application(&mut self, pa_id: PaId) -> Result<Option<Application>, StoreError> {
        Ok(self.looking()?.applications.get(&pa_id).cloned())
    }

    fn save_data(
        &mut self,
        pa_id: PaId,
        data: &Data,
        status: Status,
        updated_at: Timestamp,
    ) -> Result<(), StoreError> {
        if let Some(application) = self.changing_locked(pa_id)?.applications.get_mut(&pa_id) {
            application.data = data.clone();
            application.status = status;
            application.updated_at = updated_at;
        }
        Ok(())
    }

    fn remove_application(&mut self, pa_id: PaId) -> Result<(), StoreError> {
        let state = self.changing_locked(pa_id)?;
        state.applications.remove(&pa_id);
        state.keys.retain(|_, key| key.pa_id != pa_id);
        self.locked.retain(|locked| *locked != pa_id);
        Ok(())
    }

    fn find_key(&mut self, lookup: &KeyLookup) -> Result<Option<StoredKey>, StoreError> {
        Ok(self.looking()?.keys.get(lookup).cloned())
    }

    fn add_loose_blob(&mut self, key: &BlobKey, since: Timestamp) -> Result<(), StoreError> {
        if self.changing()?.loose_blobs.contains_key(key) {
            return self.fail(StoreError::Conflict("the blob is listed already".into()));
        }
        self.state.loose_blobs.insert(key.clone(), since);
        Ok(())
    }

    fn remove_loose_blob(&mut self, key: &BlobKey) -> Result<bool, StoreError> {
        Ok(self.changing()?.loose_blobs.remove(key).is_some())
    }

    fn list_loose_blobs(
        &mut self,
        before: Timestamp,
        count_max: usize,
    ) -> Result<Vec<BlobKey>, StoreError> {
        let listed = self.looking()?.loose_blobs.iter();
        let mut due: Vec<_> = listed.filter(|(_, since)| **since <= before).collect();
        due.sort_by_key(|(key, since)| (**since, *key));
        Ok(due
            .into_iter()
            .take(count_max)
            .map(|(key, _)| key.clone())
            .collect())
    }
}

fn spent() -> StoreError {
    StoreError::Failed("an earlier step of the transaction failed".into())
}
