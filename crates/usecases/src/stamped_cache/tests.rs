use std::sync::Arc;

use domain::{PaId, Timestamp};
use ports::ApplicationStamp;

use super::{Stamped, StampedCache};

const BYTES_MAX: usize = 10_000;
const NUMBERS: std::ops::Range<u16> = 1..1000;

struct View {
    pa_id: PaId,
    stamp: ApplicationStamp,
    bytes: usize,
}

impl Stamped for View {
    fn pa_id(&self) -> PaId {
        self.pa_id
    }

    fn stamp(&self) -> &ApplicationStamp {
        &self.stamp
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

fn pa_id(number: u16) -> PaId {
    PaId::new(26, number).unwrap()
}

fn stamp(revision: i64) -> ApplicationStamp {
    ApplicationStamp {
        revision,
        activity_at: Timestamp::EPOCH,
        package: None,
        created_at: Timestamp::EPOCH,
    }
}

fn view(number: u16, revision: i64, bytes: usize) -> Arc<View> {
    Arc::new(View {
        pa_id: pa_id(number),
        stamp: stamp(revision),
        bytes,
    })
}

fn kept(cache: &StampedCache<View>) -> Vec<Arc<View>> {
    let halves = cache.lock();
    let kept = halves.young.values().chain(halves.old.values());
    kept.cloned().collect()
}

#[test]
fn stamped_cache_gives_a_view_only_for_its_stamp() {
    let cache = StampedCache::new(BYTES_MAX);
    let first = view(1, 1, 1);
    cache.add(Arc::clone(&first));
    let found = cache.find(pa_id(1), &stamp(1)).unwrap();
    assert!(Arc::ptr_eq(&found, &first));
    assert!(cache.find(pa_id(1), &stamp(2)).is_none());
    assert!(cache.find(pa_id(2), &stamp(2)).is_none());
    cache.add(view(1, 2, 1));
    assert!(cache.find(pa_id(1), &stamp(1)).is_none());
    assert!(cache.find(pa_id(1), &stamp(2)).is_some());
    assert_eq!(kept(&cache).len(), 1);
}

#[test]
fn stamped_cache_is_bounded_and_keeps_what_is_used() {
    let cache = StampedCache::new(BYTES_MAX);
    for number in NUMBERS {
        cache.add(view(number, 1, BYTES_MAX / 100));
        cache.find(pa_id(1), &stamp(1)).unwrap();
        let bytes: usize = kept(&cache).iter().map(|view| view.bytes).sum();
        assert!(bytes <= BYTES_MAX, "{bytes}");
    }
    assert!(cache.find(pa_id(2), &stamp(1)).is_none());
    assert!(cache.find(pa_id(NUMBERS.end - 1), &stamp(1)).is_some());
}

#[test]
fn stamped_cache_does_not_keep_what_would_push_all_others_out() {
    let cache = StampedCache::new(BYTES_MAX);
    cache.add(view(1, 1, BYTES_MAX));
    assert!(kept(&cache).is_empty());
}

#[test]
fn stamped_cache_forgets_a_removed_application() {
    let cache = StampedCache::new(BYTES_MAX);
    for number in NUMBERS {
        cache.add(view(number, 1, 1));
        cache.forget(pa_id(number));
    }
    assert!(kept(&cache).is_empty());
    assert_eq!(cache.lock().young_bytes, 0);
}

#[test]
fn stamped_cache_that_was_cleared_has_nothing_and_takes_as_much_as_before() {
    let cache = StampedCache::new(BYTES_MAX);
    for number in NUMBERS {
        cache.add(view(number, 1, BYTES_MAX / 100));
    }
    cache.clear();
    assert!(kept(&cache).is_empty());
    assert_eq!(cache.lock().young_bytes, 0);
    cache.add(view(1, 1, BYTES_MAX / 2));
    assert!(cache.find(pa_id(1), &stamp(1)).is_some());
}
