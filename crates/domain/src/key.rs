//! Application keys: `pak_` + public lookup id + secret + checksum, URL-safe.
//!
//! A key is shown once, when it is made; [`ApplicationKey`] therefore has no `Clone`, `Debug` or
//! `Display`. What is kept is its SHA-256: a secret of 256 random bits needs no stretching (OWASP
//! ASVS 6.5.2). The checksum lets junk be refused without a look at the store.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha256::Sha256;
use subtle::ConstantTimeEq as _;

/// How much randomness a key takes: 9 bytes of lookup id, 32 of secret.
pub const KEY_ENTROPY_BYTES: usize = 41;

const PREFIX: &str = "pak_";
const LOOKUP_BYTES: usize = 9;
const LOOKUP_CHARACTERS: usize = 12;
const SECRET_CHARACTERS: usize = 43;
const CHECKSUM_BYTES: usize = 3;
const CHECKSUM_CHARACTERS: usize = 4;

/// A freshly made key in plain text.
pub struct ApplicationKey(String);

/// The public part of a key, by which it is found.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KeyLookup(String);

/// SHA-256 of a whole key. Compared in constant time.
#[derive(Debug, Clone)]
pub struct KeyDigest([u8; 32]);

/// A key that a client sent, of the right shape and with the right checksum.
pub struct PresentedKey {
    lookup: KeyLookup,
    digest: KeyDigest,
}

impl ApplicationKey {
    /// Makes a key from randomness.
    pub fn from_entropy(entropy: [u8; KEY_ENTROPY_BYTES]) -> Self {
        let (lookup, secret) = entropy.split_at(LOOKUP_BYTES);
        let body = format!(
            "{PREFIX}{}{}",
            URL_SAFE_NO_PAD.encode(lookup),
            URL_SAFE_NO_PAD.encode(secret)
        );
        let checksum = checksum(&body);
        Self(body + &checksum)
    }

    /// Takes a key back from an answer that was kept encrypted for its own sender; `None` if it
    /// cannot be a key.
    pub fn from_kept(text: &str) -> Option<Self> {
        PresentedKey::parse(text).map(|_| Self(text.to_owned()))
    }

    /// The key in plain text, to be shown once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub fn lookup_and_digest(&self) -> (KeyLookup, KeyDigest) {
        (KeyLookup::of(&self.0), KeyDigest::of(&self.0))
    }
}

impl KeyLookup {
    /// Takes a lookup id back from storage.
    pub fn from_stored(text: String) -> Self {
        Self(text)
    }

    /// The lookup id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn of(key: &str) -> Self {
        Self(key[PREFIX.len()..PREFIX.len() + LOOKUP_CHARACTERS].to_owned())
    }
}

impl KeyDigest {
    /// Takes a digest back from storage.
    pub fn from_stored(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The digest as it is stored.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    fn of(key: &str) -> Self {
        Self(Sha256::digest(key.as_bytes()))
    }
}

impl PartialEq for KeyDigest {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for KeyDigest {}

impl PresentedKey {
    /// The key a client sent; `None` if it cannot be a key, whatever the store holds.
    pub fn parse(text: &str) -> Option<Self> {
        let length = PREFIX.len() + LOOKUP_CHARACTERS + SECRET_CHARACTERS + CHECKSUM_CHARACTERS;
        // Anybody can compute a checksum, also of letters that a database refuses, such as NUL.
        if text.len() != length || !text.bytes().all(is_url_safe) || !text.starts_with(PREFIX) {
            return None;
        }
        let (body, presented) = text.split_at(length - CHECKSUM_CHARACTERS);
        (checksum(body) == presented).then(|| Self {
            lookup: KeyLookup::of(text),
            digest: KeyDigest::of(text),
        })
    }

    /// The public part, by which the stored key is found.
    pub fn lookup(&self) -> &KeyLookup {
        &self.lookup
    }

    /// Whether it is the key with this digest.
    pub fn matches(&self, stored: &KeyDigest) -> bool {
        self.digest == *stored
    }
}

fn is_url_safe(letter: u8) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_')
}

fn checksum(body: &str) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(body.as_bytes())[..CHECKSUM_BYTES])
}

#[cfg(test)]
mod tests {
    use super::{
        ApplicationKey, CHECKSUM_CHARACTERS, KEY_ENTROPY_BYTES, PREFIX, PresentedKey, checksum,
    };

    #[test]
    fn a_key_is_recognised_and_only_that_key() {
        let key = ApplicationKey::from_entropy([7; KEY_ENTROPY_BYTES]);
        let other = ApplicationKey::from_entropy([8; KEY_ENTROPY_BYTES]);
        let presented = PresentedKey::parse(key.reveal()).unwrap();
        assert!(presented.matches(&key.lookup_and_digest().1));
        assert!(!presented.matches(&other.lookup_and_digest().1));
        assert_eq!(presented.lookup(), &key.lookup_and_digest().0);
    }

    #[test]
    fn any_changed_character_is_refused() {
        let key = ApplicationKey::from_entropy([7; KEY_ENTROPY_BYTES]);
        for index in 0..key.reveal().len() {
            let mut bytes = key.reveal().as_bytes().to_vec();
            bytes[index] = if bytes[index] == b'A' { b'B' } else { b'A' };
            assert!(
                PresentedKey::parse(std::str::from_utf8(&bytes).unwrap()).is_none(),
                "{index}"
            );
        }
        for text in [
            "",
            "pak_",
            "pak_ä",
            &key.reveal()[1..],
            &format!("{}A", key.reveal()),
        ] {
            assert!(PresentedKey::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn letters_that_no_key_has_are_refused_also_with_their_checksum() {
        let key = ApplicationKey::from_entropy([7; KEY_ENTROPY_BYTES]);
        let (body, _) = key
            .reveal()
            .split_at(key.reveal().len() - CHECKSUM_CHARACTERS);
        for letter in ["\0", "\n", " ", "'", "%", "+", "/", "=", "\u{7f}", "A"] {
            for index in [PREFIX.len(), body.len() - 1] {
                let mut changed = body.to_owned();
                changed.replace_range(index..=index, letter);
                let whole = changed.clone() + &checksum(&changed);
                let is_taken = PresentedKey::parse(&whole).is_some();
                assert_eq!(is_taken, letter == "A", "{whole:?}");
            }
        }
    }
}
