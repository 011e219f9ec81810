//! A cache of what was derived from applications that were read lately.
//!
//! An entry is shown only where its stamp is the application's, as the look that judges the key has
//! just read it: so no entry is ever stale, and other instances may write without telling this one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::PaId;
use ports::ApplicationStamp;

/// A value that depends on one state of an application only.
pub(crate) trait Stamped {
    /// The application that it was derived from.
    fn pa_id(&self) -> PaId;

    /// The state that it was derived from.
    fn stamp(&self) -> &ApplicationStamp;

    /// About how much memory it takes, in bytes.
    fn bytes(&self) -> usize;
}

/// Keeps the entries that were used last, in two halves: an entry that is used goes to the young
/// half; when that is full it becomes the old one, and the old one before is dropped.
pub(crate) struct StampedCache<View> {
    /// About as much memory as all entries take at most.
    bytes_max: usize,
    halves: Mutex<Halves<View>>,
}

struct Halves<View> {
    young: HashMap<PaId, Arc<View>>,
    young_bytes: usize,
    old: HashMap<PaId, Arc<View>>,
}

impl<View: Stamped> StampedCache<View> {
    /// An empty cache of at most about so many bytes.
    pub(crate) fn new(bytes_max: usize) -> Self {
        Self {
            bytes_max,
            halves: Mutex::new(Halves::new()),
        }
    }

    /// The entry of an application, if it has this stamp.
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

    /// Adds an entry, in the place of another one of its application. One larger than half of the
    /// cache is not kept.
    pub(crate) fn add(&self, view: Arc<View>) {
        if view.bytes() <= self.bytes_max / 2 {
            self.lock().add(view, self.bytes_max / 2);
        }
    }

    /// Forgets an application that was removed.
    pub(crate) fn forget(&self, pa_id: PaId) {
        self.lock().remove(pa_id);
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        *self.lock() = Halves::new();
    }

    /// The cache is consistent whenever the lock is free, so a poisoned lock is still good.
    fn lock(&self) -> MutexGuard<'_, Halves<View>> {
        self.halves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<View: Stamped> Halves<View> {
    fn new() -> Self {
        Self {
            young: HashMap::new(),
            young_bytes: 0,
            old: HashMap::new(),
        }
    }

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
