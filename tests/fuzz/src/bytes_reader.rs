//! Makes values of the bytes of a fuzzer, so that its changes of bytes are changes of values.

/// What is left of the bytes. Where there are none left every number is 0 and every text empty.
pub(crate) struct BytesReader<'bytes>(&'bytes [u8]);

impl<'bytes> BytesReader<'bytes> {
    pub(crate) fn new(bytes: &'bytes [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }

    /// A number that is not negative, of up to 40 bits.
    pub(crate) fn number(&mut self) -> i64 {
        (0..5).fold(0, |number, _| number << 8 | i64::from(self.byte()))
    }

    /// The same, with quarters and below 1024.
    pub(crate) fn coordinate(&mut self) -> f32 {
        f32::from(u16::from(self.byte()) * 4 + u16::from(self.byte() % 4))
    }

    /// One of these.
    pub(crate) fn one_of<'list, T>(&mut self, list: &'list [T]) -> &'list T {
        &list[usize::from(self.byte()) % list.len()]
    }

    /// A text: one of the words, several of them, or what the bytes spell.
    pub(crate) fn text(&mut self, words: &[String]) -> String {
        match self.byte() {
            0..100 => self.one_of(words).clone(),
            100..140 => format!("{} {}", self.one_of(words), self.one_of(words)),
            140..150 => format!("{}: {}", self.one_of(words), self.one_of(words)),
            150..160 => format!("{}\n{}", self.one_of(words), self.one_of(words)),
            _ => {
                let length = usize::from(self.byte());
                String::from_utf8_lossy(self.take(length)).into_owned()
            }
        }
    }

    fn take(&mut self, length: usize) -> &'bytes [u8] {
        let (taken, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        taken
    }
}
