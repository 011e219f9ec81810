//! The content of a request, as a hash.

use sha256::Sha256;

/// The hash of what a request asks for: requests with the same content are the same request. Has no
/// `Debug`: with the key it opens an answer.
pub struct RequestContent([u8; 32]);

impl RequestContent {
    /// The content that consists of these parts, in this order.
    pub fn of<const COUNT: usize>(parts: [&[u8]; COUNT]) -> Self {
        Self(digest(parts))
    }

    pub(super) fn digest(&self) -> &[u8] {
        &self.0
    }
}

/// SHA-256 of parts with their lengths, so that no two lists of parts have the same bytes.
pub(super) fn digest<const COUNT: usize>(parts: [&[u8]; COUNT]) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in parts {
        let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
        hash.update(length.to_be_bytes());
        hash.update(part);
    }
    hash.finalize()
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn parts_are_told_apart() {
        assert_eq!(digest([b"ab", b"c"]), digest([b"ab", b"c"]));
        assert_ne!(digest([b"ab", b"c"]), digest([b"a", b"bc"]));
        assert_ne!(digest([b"ab"]), digest([b"ab", b""]));
    }
}
