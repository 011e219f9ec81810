//! Keys, and other words that name or open something.

use domain::key::{ApplicationKey, KEY_ENTROPY_BYTES, PresentedKey};
use domain::{BlobKey, IdempotencyKey, PaId, Timestamp};

pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Some(presented) = PresentedKey::parse(&text) {
        assert!(text.contains(presented.lookup().as_str()));
        let kept = ApplicationKey::from_kept(&text).map(|key| key.lookup_and_digest());
        assert!(kept.is_some_and(|(lookup, digest)| {
            lookup == *presented.lookup() && presented.matches(&digest)
        }));
    }
    if let Some(pa_id) = PaId::parse(&text) {
        assert_eq!(pa_id.to_string(), text);
    }
    if let Some(key) = BlobKey::parse(&text) {
        assert_eq!(key.as_str(), text);
    }
    if let Some(timestamp) = Timestamp::parse(&text) {
        assert_eq!(Timestamp::parse(&timestamp.to_string()), Some(timestamp));
    }
    if let Some(key) = IdempotencyKey::parse(&text) {
        assert_eq!(key.as_bytes(), text.as_bytes());
    }
    assert_only_itself_opens(bytes);
}

/// A key made of these bytes opens with itself, and with nothing that differs in one character.
fn assert_only_itself_opens(bytes: &[u8]) {
    let mut entropy = [0; KEY_ENTROPY_BYTES];
    for (byte, given) in entropy.iter_mut().zip(bytes) {
        *byte = *given;
    }
    let key = ApplicationKey::from_entropy(entropy);
    let (lookup, digest) = key.lookup_and_digest();
    let matches = |text: &str| {
        PresentedKey::parse(text).is_some_and(|key| *key.lookup() == lookup && key.matches(&digest))
    };
    assert!(matches(key.reveal()));
    let mut changed = key.reveal().as_bytes().to_vec();
    let place = bytes
        .last()
        .map_or(0, |byte| usize::from(*byte) % changed.len());
    changed[place] = bytes.first().copied().unwrap_or(b'A');
    let changed = String::from_utf8_lossy(&changed);
    assert!(changed == key.reveal() || !matches(&changed), "{changed:?}");
}
