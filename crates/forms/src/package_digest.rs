//! What tells one version of a form type from any other: a digest of its two files.

use std::fmt;

use sha256::Sha256;

use crate::hexadecimal::hexadecimal;

/// SHA-256 over definition and template of a form type, byte for byte.
///
/// Each is preceded by its length (eight bytes, big-endian), so that no byte can pass from one to
/// the other unnoticed. Displayed as 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackageDigest([u8; 32]);

impl PackageDigest {
    /// The digest of these files.
    pub fn of(definition: &[u8], template: &[u8]) -> Self {
        let mut hash = Sha256::new();
        for part in [definition, template] {
            let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
            hash.update(length.to_be_bytes());
            hash.update(part);
        }
        Self(hash.finalize())
    }

    /// A digest that was stored.
    pub fn from_stored(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The digest to be stored.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for PackageDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&hexadecimal(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::PackageDigest;

    /// Stored for ever: `printf '\0\0\0\0\0\0\0\1a\0\0\0\0\0\0\0\2bc' | sha256sum`.
    #[test]
    fn package_digest_is_sha256_over_lengths_and_bytes() {
        let digest = PackageDigest::of(b"a", b"bc");
        assert_eq!(
            digest.to_string(),
            "3fafa1cf2f19a7c1129beb20cf0983f73a489a221fc0dd2f16d1be292d089205"
        );
        assert_eq!(PackageDigest::from_stored(*digest.as_bytes()), digest);
    }

    #[test]
    fn package_digest_tells_where_the_definition_ends() {
        assert_ne!(
            PackageDigest::of(b"a", b"bc"),
            PackageDigest::of(b"ab", b"c")
        );
        assert_ne!(
            PackageDigest::of(b"", b"abc"),
            PackageDigest::of(b"abc", b"")
        );
    }
}
