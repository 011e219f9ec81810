//! Views of applications that were read lately.
//!
//! A view is given only to whoever has just read the application's stamp, in the transaction that
//! judges the key: so nothing here can be old, and whoever else writes to the store need not tell.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::PaId;
use ports::ApplicationStamp;

use super::ApplicationView;

/// All views together take about as much at most.
const BYTES_MAX: usize = 8 * 1_048_576;

/// How much more memory a view takes than its data have as JSON: there they are twice, once as a
/// tree of values; and what it takes whatever its data.
const BYTES_FACTOR: usize = 6;
const BYTES_BESIDE: usize = 1024;

/// Keeps what was used last, in two halves: what is used goes to the young one, and when that is
/// full it becomes the old one, whose views are forgotten.
#[derive(Default)]
pub(super) struct ViewCache {
    halves: Mutex<Halves>,
}

#[derive(Default)]
struct Halves {
    young: HashMap<PaId, Arc<ApplicationView>>,
    young_bytes: usize,
    old: HashMap<PaId, Arc<ApplicationView>>,
}

impl ViewCache {
    /// The view of an application that has this stamp.
    pub(super) fn find(
        &self,
        pa_id: PaId,
        stamp: &ApplicationStamp,
    ) -> Option<Arc<ApplicationView>> {
        let mut halves = self.lock();
        let is_it = |view: &&Arc<ApplicationView>| view.stamp == *stamp;
        if let Some(view) = halves.young.get(&pa_id).filter(is_it) {
            return Some(Arc::clone(view));
        }
        let view = Arc::clone(halves.old.get(&pa_id).filter(is_it)?);
        halves.add(Arc::clone(&view));
        Some(view)
    }

    /// Keeps a view in the place of another one of its application.
    pub(super) fn add(&self, view: Arc<ApplicationView>) {
        if size(&view) <= BYTES_MAX / 2 {
            self.lock().add(view);
        }
    }

    /// Forgets an application that was removed.
    pub(super) fn forget(&self, pa_id: PaId) {
        self.lock().remove(pa_id);
    }

    /// What is kept is whole whenever the lock is free, so a panic elsewhere does not spoil it.
    fn lock(&self) -> MutexGuard<'_, Halves> {
        self.halves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Halves {
    fn add(&mut self, view: Arc<ApplicationView>) {
        let pa_id = view.application.pa_id;
        self.remove(pa_id);
        let bytes = size(&view);
        if self.young_bytes + bytes > BYTES_MAX / 2 {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes;
        self.young.insert(pa_id, view);
    }

    fn remove(&mut self, pa_id: PaId) {
        self.old.remove(&pa_id);
        if let Some(view) = self.young.remove(&pa_id) {
            self.young_bytes -= size(&view);
        }
    }
}

fn size(view: &ApplicationView) -> usize {
    BYTES_BESIDE + BYTES_FACTOR * view.data.get().len()
}

#[cfg(test)]
mod tests;
