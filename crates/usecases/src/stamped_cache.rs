//! What was made of applications that were read lately.
//!
//! It is given only to whoever has just read the application's stamp, in the transaction that
//! judges the key: so nothing here can be old, and whoever else writes to the store need not tell.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::PaId;
use ports::ApplicationStamp;

/// What follows from one state of an application alone.
pub(crate) trait Stamped {
    /// Whose it is.
    fn pa_id(&self) -> PaId;

    /// The state that it was made of.
    fn stamp(&self) -> &ApplicationStamp;

    /// About as much memory it takes.
    fn bytes(&self) -> usize;
}

/// Keeps what was used last, in two halves: what is used goes to the young one, and when that is
/// full it becomes the old one, which is forgotten.
pub(crate) struct StampedCache<View> {
    /// All together take about as much at most.
    bytes_max: usize,
    halves: Mutex<Halves<View>>,
}

struct Halves<View> {
    young: HashMap<PaId, Arc<View>>,
    young_bytes: usize,
    old: HashMap<PaId, Arc<View>>,
}

impl<View: Stamped> StampedCache<View> {
    /// Nothing yet, and never much more than so many bytes.
    pub(crate) fn new(bytes_max: usize) -> Self {
        let halves = Halves {
            young: HashMap::new(),
            young_bytes: 0,
            old: HashMap::new(),
        };
        Self {
            bytes_max,
            halves: Mutex::new(halves),
        }
    }

    /// What was made of the application that has this stamp.
    pub(crate) fn find(&self, pa_id: PaId, stamp: &ApplicationStamp) -> Option<Arc<View>> {
        self.find_where(pa_id, |view| view.stamp() == stamp)
    }

    /// What was made of the application last, and the stamp that it had then.
    pub(crate) fn find_remembered(&self, pa_id: PaId) -> Option<(ApplicationStamp, Arc<View>)> {
        let view = self.find_where(pa_id, |_| true)?;
        Some((*view.stamp(), view))
    }

    fn find_where(&self, pa_id: PaId, is_it: impl Fn(&View) -> bool) -> Option<Arc<View>> {
        let mut halves = self.lock();
        let is_it = |view: &&Arc<View>| is_it(view);
        if let Some(view) = halves.young.get(&pa_id).filter(is_it) {
            return Some(Arc::clone(view));
        }
        let view = Arc::clone(halves.old.get(&pa_id).filter(is_it)?);
        halves.add(Arc::clone(&view), self.bytes_max / 2);
        Some(view)
    }

    /// Keeps it in the place of another one of its application.
    pub(crate) fn add(&self, view: Arc<View>) {
        if view.bytes() <= self.bytes_max / 2 {
            self.lock().add(view, self.bytes_max / 2);
        }
    }

    /// Forgets an application that was removed.
    pub(crate) fn forget(&self, pa_id: PaId) {
        self.lock().remove(pa_id);
    }

    /// What is kept is whole whenever the lock is free, so a panic elsewhere does not spoil it.
    fn lock(&self) -> MutexGuard<'_, Halves<View>> {
        self.halves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<View: Stamped> Halves<View> {
    fn add(&mut self, view: Arc<View>, bytes_max: usize) {
        let pa_id = view.pa_id();
        self.remove(pa_id);
        let bytes = view.bytes();
        if self.young_bytes + bytes > bytes_max {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
        self.young_bytes += bytes;
        self.young.insert(pa_id, view);
    }

    fn remove(&mut self, pa_id: PaId) {
        self.old.remove(&pa_id);
        if let Some(view) = self.young.remove(&pa_id) {
            self.young_bytes -= view.bytes();
        }
    }
}

#[cfg(test)]
mod tests;
