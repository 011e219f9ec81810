//! SHA-256 (FIPS 180-4) of bytes: of files, keys, forms and lines of the history.
//!
//! The library behind it is chosen here alone, for processors without instructions for SHA-256
//! (decision 33).

#![forbid(unsafe_code)]

use ring::digest::{Context, SHA256};

/// The length of a digest in bytes.
const DIGEST_BYTES: usize = 32;

/// A hash that bytes are added to.
#[derive(Clone)]
pub struct Sha256(Context);

impl Sha256 {
    /// The hash of no bytes.
    pub fn new() -> Self {
        Self(Context::new(&SHA256))
    }

    /// The digest of all of these bytes.
    pub fn digest(bytes: impl AsRef<[u8]>) -> [u8; DIGEST_BYTES] {
        Self::new().chain_update(bytes).finalize()
    }

    /// Adds bytes behind those that were added before.
    pub fn update(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.update(bytes.as_ref());
    }

    /// The same as [`Self::update`], for an expression.
    #[must_use]
    pub fn chain_update(mut self, bytes: impl AsRef<[u8]>) -> Self {
        self.update(bytes);
        self
    }

    /// The digest of all bytes that were added.
    pub fn finalize(self) -> [u8; DIGEST_BYTES] {
        let mut digest = [0; DIGEST_BYTES];
        digest.copy_from_slice(self.0.finish().as_ref());
        digest
    }
}

impl Default for Sha256 {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use sha2::Digest as _;

    use super::Sha256;

    /// NIST's example of one block, and what it gives for no bytes (FIPS 180-4, CAVP).
    #[test]
    fn digest_is_that_of_the_standard() {
        let hex = |digest: [u8; 32]| digest.map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(
            hex(Sha256::digest("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(
            hex(Sha256::digest("")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
    }

    #[test]
    fn digest_is_that_of_another_library_however_the_bytes_are_cut() {
        let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
        for length in 0..bytes.len() {
            let expected: [u8; 32] = sha2::Sha256::digest(&bytes[..length]).into();
            assert_eq!(Sha256::digest(&bytes[..length]), expected, "{length}");
            let (first, second) = bytes[..length].split_at(length / 3);
            let cut = Sha256::new().chain_update(first).chain_update(second);
            assert_eq!(cut.clone().finalize(), expected, "{length} in two pieces");
            assert_eq!(cut.finalize(), expected, "{length} of a clone");
        }
    }
}
