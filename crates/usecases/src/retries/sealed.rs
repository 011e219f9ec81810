//! Answers as they are kept: encrypted under a key that only the request itself can give, and only
//! to the installation that has kept them.
//!
//! ChaCha20-Poly1305 (RFC 8439). The key is a hash of the idempotency key, the content and the
//! pepper, none of which is stored with it; the nonce is the moment up to which the answer is kept,
//! so no two answers that are ever kept share both.

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use domain::{IdempotencyKey, Timestamp};

use super::content::{RequestContent, digest};
use super::pepper::RetryPepper;

/// Encrypts and decrypts the answers of one request.
pub(super) struct Seal {
    cipher: ChaCha20Poly1305,
    scope_hash: [u8; 32],
}

impl Seal {
    pub(super) fn new(
        pepper: &RetryPepper,
        key: &IdempotencyKey,
        content: &RequestContent,
        scope_hash: [u8; 32],
    ) -> Self {
        let parts: [&[u8]; 3] = [b"seal", key.as_bytes(), content.digest()];
        let secret = match pepper.bytes() {
            [] => digest(parts),
            pepper => digest([parts[0], parts[1], parts[2], pepper]),
        };
        Self {
            cipher: ChaCha20Poly1305::new(&secret.into()),
            scope_hash,
        }
    }

    /// The answer, encrypted; `None` if it is too long for that (256 GB).
    pub(super) fn close(&self, answer: Vec<u8>, expires_at: Timestamp) -> Option<Vec<u8>> {
        let payload = self.payload(&answer);
        self.cipher.encrypt(&nonce(expires_at), payload).ok()
    }

    /// The answer, if the same request has encrypted it and it is unchanged.
    pub(super) fn open(&self, sealed: &[u8], expires_at: Timestamp) -> Option<Vec<u8>> {
        let payload = self.payload(sealed);
        self.cipher.decrypt(&nonce(expires_at), payload).ok()
    }

    /// The scope is authenticated with it (as associated data), so that an answer cannot be moved
    /// to another row.
    fn payload<'bytes>(&'bytes self, msg: &'bytes [u8]) -> Payload<'bytes, 'bytes> {
        Payload {
            msg,
            aad: &self.scope_hash,
        }
    }
}

fn nonce(expires_at: Timestamp) -> Nonce {
    let mut nonce = [0; 12];
    nonce[4..].copy_from_slice(&expires_at.microseconds().to_be_bytes());
    nonce.into()
}

#[cfg(test)]
mod tests {
    use super::{RetryPepper, Seal};
    use crate::RequestContent;
    use domain::{IdempotencyKey, Timestamp};

    const ANSWER: &[u8] = b"{\"pa_key\":\"pak_of_an_application\"}";

    #[test]
    fn only_the_same_request_opens_an_answer() {
        let at = |microseconds| Timestamp::from_microseconds(microseconds).unwrap();
        let sealed = seal("a-key-of-sixteen", b"form", 1)
            .close(ANSWER.to_vec(), at(7))
            .unwrap();
        let holds = |needle: &[u8]| sealed.windows(needle.len()).any(|part| part == needle);
        assert!(!holds(b"pak_") && !holds(b"pa_key"));
        for (seal, expires_at, opens) in [
            (seal("a-key-of-sixteen", b"form", 1), 7, true),
            (seal("b-key-of-sixteen", b"form", 1), 7, false),
            (seal("a-key-of-sixteen", b"farm", 1), 7, false),
            (seal("a-key-of-sixteen", b"form", 2), 7, false),
            (seal("a-key-of-sixteen", b"form", 1), 8, false),
        ] {
            let opened = seal.open(&sealed, at(expires_at));
            assert_eq!(opened, opens.then(|| ANSWER.to_vec()));
        }
        let mut changed = sealed.clone();
        changed[0] ^= 1;
        let seal = seal("a-key-of-sixteen", b"form", 1);
        assert_eq!(seal.open(&changed, at(7)), None);
    }

    fn seal(key: &str, content: &[u8], scope: u8) -> Seal {
        let key = IdempotencyKey::parse(key).unwrap();
        Seal::new(
            &RetryPepper::NONE,
            &key,
            &RequestContent::of([content]),
            [scope; 32],
        )
    }
}
