//! The word by which a client tells that a request is one it has sent before.

/// An `Idempotency-Key`: 16 to 128 visible ASCII characters. Whoever knows that of an upload can
/// have its answer again, so it has no `Debug`, no `Display` and no `Clone`.
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Shortest and longest key, in characters.
    pub const LENGTHS: std::ops::RangeInclusive<usize> = 16..=128;

    /// The key as it was sent, if it can be one.
    pub fn parse(text: &str) -> Option<Self> {
        let is_visible = text.bytes().all(|byte| byte.is_ascii_graphic());
        (is_visible && Self::LENGTHS.contains(&text.len())).then(|| Self(text.to_owned()))
    }

    /// Its characters, to be hashed.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::IdempotencyKey;

    #[test]
    fn sixteen_to_128_visible_characters_are_a_key() {
        for (text, is_key) in [
            ("x".repeat(15), false),
            ("x".repeat(16), true),
            ("x".repeat(128), true),
            ("x".repeat(129), false),
            ("!~".repeat(8), true),
            ("with a space in it".to_owned(), false),
            ("with-a-tab\t-in-it".to_owned(), false),
            ("ü".repeat(16), false),
            ("\u{7f}".repeat(16), false),
        ] {
            assert_eq!(IdempotencyKey::parse(&text).is_some(), is_key, "{text:?}");
        }
    }
}
