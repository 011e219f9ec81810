use std::sync::Arc;

use domain::{Application, BlobKey, PaId, Timestamp};
use forms::value::Object;
use forms::{Data, Status, Value};
use ports::ApplicationStamp;

use super::{ApplicationView, BYTES_MAX, ViewCache, size};

const NUMBERS: std::ops::Range<u16> = 1..1000;

fn pa_id(number: u16) -> PaId {
    PaId::new(26, number).unwrap()
}

fn view(number: u16, revision: i64, text: &str) -> Arc<ApplicationView> {
    let time = Timestamp::from_microseconds(0).unwrap();
    let members = Object::from([("name".to_owned(), Value::text(text))]);
    let view = ApplicationView::of(Application {
        pa_id: pa_id(number),
        form_type: "pa_form".to_owned(),
        form_version: None,
        status: Status::Complete,
        data: Data::from_checked(members),
        original: BlobKey::from_entropy([0; 16]),
        original_sha256: None,
        original_bytes: None,
        created_at: time,
        updated_at: time,
        activity_at: time,
        revision,
    });
    Arc::new(view.unwrap())
}

fn stamp(number: u16, revision: i64) -> ApplicationStamp {
    view(number, revision, "").stamp
}

fn kept(cache: &ViewCache) -> Vec<Arc<ApplicationView>> {
    let halves = cache.lock();
    let kept = halves.young.values().chain(halves.old.values());
    kept.cloned().collect()
}

#[test]
fn view_cache_gives_a_view_only_for_its_stamp() {
    let cache = ViewCache::default();
    let first = view(1, 1, "a");
    cache.add(Arc::clone(&first));
    let found = cache.find(pa_id(1), &stamp(1, 1)).unwrap();
    assert!(Arc::ptr_eq(&found, &first));
    assert!(cache.find(pa_id(1), &stamp(1, 2)).is_none());
    assert!(cache.find(pa_id(2), &stamp(2, 1)).is_none());
    cache.add(view(1, 2, "b"));
    assert!(cache.find(pa_id(1), &stamp(1, 1)).is_none());
    assert!(cache.find(pa_id(1), &stamp(1, 2)).is_some());
    assert_eq!(kept(&cache).len(), 1);
}

#[test]
fn view_cache_is_bounded_and_keeps_what_is_used() {
    let cache = ViewCache::default();
    let text = "x".repeat(BYTES_MAX / 500);
    for number in NUMBERS {
        cache.add(view(number, 1, &text));
        cache.find(pa_id(1), &stamp(1, 1)).unwrap();
        let kept = kept(&cache);
        let bytes: usize = kept.iter().map(|view| size(view)).sum();
        assert!(bytes <= BYTES_MAX, "{bytes}");
    }
    assert!(cache.find(pa_id(2), &stamp(2, 1)).is_none());
    let last = NUMBERS.end - 1;
    assert!(cache.find(pa_id(last), &stamp(last, 1)).is_some());
}

#[test]
fn view_cache_does_not_keep_what_would_push_all_others_out() {
    let cache = ViewCache::default();
    cache.add(view(1, 1, &"x".repeat(BYTES_MAX)));
    assert!(kept(&cache).is_empty());
}

#[test]
fn view_cache_forgets_a_removed_application() {
    let cache = ViewCache::default();
    for number in NUMBERS {
        cache.add(view(number, 1, "a"));
        cache.forget(pa_id(number));
    }
    assert!(kept(&cache).is_empty());
    assert_eq!(cache.lock().young_bytes, 0);
}
