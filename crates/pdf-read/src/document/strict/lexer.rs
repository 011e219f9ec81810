//! Words and numbers between white space (PDF 32000-1, 7.2), and what an object begins and ends
//! with (7.3.8 and 7.3.10).

mod objects;

use super::Unusual;
use crate::document::Id;
use crate::document::filters::is_blank;

/// A place in bytes from which is read on.
pub(super) struct Lexer<'bytes> {
    bytes: &'bytes [u8],
    position: usize,
}

impl<'bytes> Lexer<'bytes> {
    pub(super) fn at(bytes: &'bytes [u8], position: usize) -> Result<Self, Unusual> {
        match position < bytes.len() {
            true => Ok(Self { bytes, position }),
            false => Err(Unusual),
        }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn rest(&self) -> &'bytes [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    /// White space (7.2.2).
    pub(super) fn skip_blanks(&mut self) {
        self.skip_while(is_blank);
    }

    /// White space and comments (7.2.3), which belong between the words of objects.
    pub(super) fn skip_comments(&mut self) {
        self.skip_blanks();
        while self.peek() == Some(b'%') {
            self.skip_while(|byte| byte != b'\n' && byte != b'\r');
            self.skip_blanks();
        }
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        let end = self.rest().iter().position(|byte| !wanted(*byte));
        self.position = end.map_or(self.bytes.len(), |end| self.position + end);
    }

    /// Goes behind a word if it stands here, whole; tells whether it does.
    pub(super) fn skip_word(&mut self, word: &[u8]) -> bool {
        let rest = self.rest();
        let is_there =
            rest.starts_with(word) && rest.get(word.len()).is_none_or(|byte| ends_word(*byte));
        self.position += if is_there { word.len() } else { 0 };
        is_there
    }

    /// Whether nothing else follows but white space.
    pub(super) fn is_rest(&self, last: &[u8]) -> bool {
        let behind = self.rest().strip_prefix(last);
        behind.is_some_and(|behind| behind.iter().all(|byte| is_blank(*byte)))
    }

    /// The word that begins here.
    pub(super) fn word(&mut self) -> Result<&'bytes [u8], Unusual> {
        let start = self.position;
        self.skip_while(|byte| !ends_word(byte));
        match &self.bytes[start..self.position] {
            [] => Err(Unusual),
            word => Ok(word),
        }
    }

    /// A whole number without a sign, of at most ten digits.
    pub(super) fn unsigned(&mut self) -> Result<u64, Unusual> {
        let start = self.position;
        self.skip_while(|byte| byte.is_ascii_digit());
        let digits = &self.bytes[start..self.position];
        if digits.is_empty()
            || digits.len() > 10
            || self.peek().is_some_and(|byte| !ends_word(byte))
        {
            return Err(Unusual);
        }
        let digits = digits.iter().map(|digit| u64::from(digit - b'0'));
        Ok(digits.fold(0, |number, digit| number * 10 + digit))
    }

    /// A whole number without a sign behind white space.
    pub(super) fn next_unsigned<N: TryFrom<u64>>(&mut self) -> Result<N, Unusual> {
        self.skip_blanks();
        N::try_from(self.unsigned()?).map_err(|_| Unusual)
    }

    /// What an indirect object begins with (7.3.10), which must be this one.
    pub(super) fn header(&mut self, id: Id) -> Result<(), Unusual> {
        let found: Id = (self.next_unsigned()?, self.next_unsigned()?);
        self.skip_blanks();
        match found == id && self.skip_word(b"obj") {
            true => Ok(()),
            false => Err(Unusual),
        }
    }

    /// The bytes of a stream behind its dictionary (7.3.8.1), up to the end of its object.
    pub(super) fn stream(&mut self, length: usize) -> Result<&'bytes [u8], Unusual> {
        let data = self.rest().strip_prefix(b"stream").ok_or(Unusual)?;
        let data = data.strip_prefix(b"\r").unwrap_or(data);
        let data = data.strip_prefix(b"\n").ok_or(Unusual)?;
        let (data, behind) = data.split_at_checked(length).ok_or(Unusual)?;
        self.position = self.bytes.len() - behind.len();
        self.skip_blanks();
        let ends_there = self.skip_word(b"endstream");
        self.skip_blanks();
        match ends_there && self.skip_word(b"endobj") {
            true => Ok(data),
            false => Err(Unusual),
        }
    }
}

/// Whether a word ends before this byte (7.2.2).
pub(super) fn ends_word(byte: u8) -> bool {
    is_blank(byte)
        || matches!(
            byte,
            b'/' | b'<' | b'>' | b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'%'
        )
}
