//! Whether bytes that go out are those that were noted: by their fingerprint where their content is
//! known, else by their SHA-256, which makes it known.

use std::sync::Arc;

use bytes::Bytes;
use ports::BlobError;
use xxhash_rust::xxh3::Xxh3;

use super::KnownContents;
use super::running_hash::RunningHash;

/// Judges the pieces of one file.
pub(super) struct ContentCheck {
    noted: [u8; 32],
    known: Arc<KnownContents>,
    fingerprint: Box<Xxh3>,
    way: Way,
}

enum Way {
    /// The content is known, and has this fingerprint.
    Known(u128),
    Unknown(RunningHash),
}

impl ContentCheck {
    /// A check of what was noted with this SHA-256.
    pub(super) fn of(noted: [u8; 32], known: &Arc<KnownContents>) -> Self {
        let way = match known.find(&noted) {
            Some(fingerprint) => Way::Known(fingerprint),
            None => Way::Unknown(RunningHash::default()),
        };
        Self {
            noted,
            known: Arc::clone(known),
            fingerprint: known.fingerprint(),
            way,
        }
    }

    pub(super) async fn update(&mut self, piece: &Bytes) -> Result<(), BlobError> {
        self.fingerprint.update(piece);
        match &mut self.way {
            Way::Known(_) => Ok(()),
            Way::Unknown(hash) => hash.update(piece).await,
        }
    }

    /// Whether all pieces so far together are the noted bytes.
    pub(super) async fn is_noted(&mut self) -> Result<bool, BlobError> {
        let fingerprint = self.fingerprint.digest128();
        let is_noted = match &mut self.way {
            Way::Known(known) => *known == fingerprint,
            Way::Unknown(hash) => hash.digest().await? == self.noted,
        };
        if is_noted {
            self.known.add(self.noted, fingerprint);
        }
        Ok(is_noted)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;
    use ports::Entropy;
    use sha256::Sha256;

    use super::{ContentCheck, KnownContents, Way};

    struct Fixed;

    impl Entropy for Fixed {
        fn fill(&self, buffer: &mut [u8]) {
            let numbers = (0..251_u8).cycle();
            buffer
                .iter_mut()
                .zip(numbers)
                .for_each(|(byte, number)| *byte = number);
        }
    }

    async fn check(known: &Arc<KnownContents>, noted: &[u8], pieces: &[&[u8]]) -> (bool, bool) {
        let mut check = ContentCheck::of(Sha256::digest(noted), known);
        let is_by_fingerprint = matches!(check.way, Way::Known(_));
        for piece in pieces {
            check.update(&Bytes::copy_from_slice(piece)).await.unwrap();
        }
        (is_by_fingerprint, check.is_noted().await.unwrap())
    }

    #[tokio::test]
    async fn a_content_is_known_once_it_was_found_right_and_changed_bytes_are_found_then_too() {
        let known = Arc::new(KnownContents::new(&Fixed));
        let large = vec![7; 100_000];
        let mut changed = large.clone();
        for content in [&b""[..], b"short", &large] {
            // What was wrong makes nothing known.
            assert_eq!(check(&known, content, &[b"wrong"]).await, (false, false));
            assert_eq!(check(&known, content, &[content]).await, (false, true));
            let (first, rest) = content.split_at(content.len() / 3);
            assert_eq!(check(&known, content, &[first, rest]).await, (true, true));
            assert_eq!(check(&known, content, &[b"wrong"]).await, (true, false));
            assert_eq!(check(&known, content, &[content]).await, (true, true));
        }
        for place in [0, 50_000, 99_999] {
            changed[place] ^= 1;
            assert_eq!(check(&known, &large, &[&changed]).await, (true, false));
            changed[place] ^= 1;
        }
    }

    #[tokio::test]
    async fn more_contents_than_there_are_places_are_all_judged_rightly() {
        let known = Arc::new(KnownContents::new(&Fixed));
        let contents: Vec<_> = (0..3000_u32).map(u32::to_le_bytes).collect();
        for round in 0..2 {
            for content in &contents {
                let (_, is_noted) = check(&known, content, &[content]).await;
                assert!(is_noted, "{round}");
                assert!(!check(&known, content, &[b"other"]).await.1, "{round}");
            }
        }
    }
}
