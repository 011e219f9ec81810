//! A new key in the place of one that was lost or has become known.

use std::sync::Arc;

use domain::PaId;
use domain::history::{Action, Author, EntryContent};
use domain::key::{ApplicationKey, KEY_ENTROPY_BYTES};
use ports::{Entropy, StoredKey};

use super::{ApplicationError, Applications};
use crate::history::record;

impl Applications {
    /// Gives the application a fresh key, which is shown this once. The old one opens nothing from
    /// then on, and the answers kept for requests that are sent again, which may hold it, are
    /// erased. For whoever holds a master key.
    pub async fn replace_key(&self, pa_id: PaId) -> Result<ApplicationKey, ApplicationError> {
        let key = fresh_key(self.ports.storing.entropy.as_ref());
        let (lookup, digest) = key.lookup_and_digest();
        let clock = Arc::clone(&self.ports.storing.clock);
        self.ports
            .storing
            .store
            .write(move |rows| {
                rows.lock(pa_id)?.ok_or(ApplicationError::NotFound)?;
                rows.replace_key(&StoredKey {
                    pa_id,
                    lookup,
                    digest,
                })?;
                rows.erase_replays_of(pa_id)?;
                let entry = EntryContent {
                    at: clock.now(),
                    by: Author::Master,
                    action: Action::KeyReplaced,
                    changes: Vec::new(),
                };
                Ok::<_, ApplicationError>(record(rows, pa_id, entry)?)
            })
            .await?;
        Ok(key)
    }
}

pub(super) fn fresh_key(entropy: &dyn Entropy) -> ApplicationKey {
    let mut random = [0; KEY_ENTROPY_BYTES];
    entropy.fill(&mut random);
    ApplicationKey::from_entropy(random)
}
