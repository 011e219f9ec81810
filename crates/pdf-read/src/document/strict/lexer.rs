//! Objects as they are written (PDF 32000-1, 7.2 and 7.3).

use super::Unusual;
use super::numbers::Number;
use super::strings;
use crate::document::{Dictionary, Id, Object};
use crate::limits::OBJECT_DEPTH_MAX;
use crate::steps::step;

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

    /// White space and comments (7.2.2, 7.2.3).
    pub(super) fn skip_blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'%' => self.skip_while(|byte| byte != b'\n' && byte != b'\r'),
                byte if is_blank(byte) => self.position += 1,
                _ => return,
            }
        }
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        let end = self.rest().iter().position(|byte| !wanted(*byte));
        self.position = end.map_or(self.bytes.len(), |end| self.position + end);
    }

    /// Goes behind a word if it stands here, whole.
    pub(super) fn takes(&mut self, word: &[u8]) -> bool {
        let rest = self.rest();
        let is_there = rest.starts_with(word) && rest.get(word.len()).is_none_or(|b| ends(*b));
        self.position += if is_there { word.len() } else { 0 };
        is_there
    }

    /// The word that begins here.
    pub(super) fn word(&mut self) -> Result<&'bytes [u8], Unusual> {
        let start = self.position;
        self.skip_while(|byte| !ends(byte));
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
        if digits.is_empty() || digits.len() > 10 || self.peek().is_some_and(|byte| !ends(byte)) {
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
        match found == id && self.takes(b"obj") {
            true => Ok(()),
            false => Err(Unusual),
        }
    }

    /// The bytes of a stream behind its dictionary, up to the word that ends it (7.3.8.1).
    pub(super) fn stream(&mut self, length: usize) -> Result<&'bytes [u8], Unusual> {
        let data = self.rest().strip_prefix(b"stream").ok_or(Unusual)?;
        let data = data.strip_prefix(b"\r").unwrap_or(data);
        let data = data.strip_prefix(b"\n").ok_or(Unusual)?;
        let (data, behind) = data.split_at_checked(length).ok_or(Unusual)?;
        let behind = behind.strip_prefix(b"\r").unwrap_or(behind);
        let behind = behind.strip_prefix(b"\n").unwrap_or(behind);
        match behind.starts_with(b"endstream") {
            true => Ok(data),
            false => Err(Unusual),
        }
    }

    /// The object that begins here or behind white space.
    pub(super) fn object(&mut self, depth: usize) -> Result<Object, Unusual> {
        if depth > OBJECT_DEPTH_MAX {
            return Err(Unusual);
        }
        step();
        self.skip_blanks();
        match self.peek().ok_or(Unusual)? {
            b'/' => self.name().map(Object::Name),
            b'(' => self.string(strings::literal),
            b'<' if self.rest().starts_with(b"<<") => {
                self.position += 2;
                self.dictionary(depth).map(Object::Dictionary)
            }
            b'<' => self.string(strings::hexadecimal),
            b'[' => self.array(depth),
            b'0'..=b'9' => self.number_or_reference(),
            b'+' | b'-' | b'.' => Ok(self.number()?.object()),
            _ if self.takes(b"true") => Ok(Object::Boolean(true)),
            _ if self.takes(b"false") => Ok(Object::Boolean(false)),
            _ if self.takes(b"null") => Ok(Object::Null),
            _ => Err(Unusual),
        }
    }

    /// A string that a function reads from the byte behind its bracket on.
    fn string(&mut self, read: strings::Read) -> Result<Object, Unusual> {
        let (string, length) = read(&self.rest()[1..])?;
        self.position += 1 + length;
        Ok(Object::String(string))
    }

    fn name(&mut self) -> Result<Vec<u8>, Unusual> {
        self.position += 1;
        let start = self.position;
        self.skip_while(|byte| !ends(byte));
        strings::name(&self.bytes[start..self.position])
    }

    fn array(&mut self, depth: usize) -> Result<Object, Unusual> {
        self.position += 1;
        let mut members = Vec::new();
        loop {
            self.skip_blanks();
            if self.peek() == Some(b']') {
                self.position += 1;
                return Ok(Object::Array(members.into()));
            }
            members.push(self.object(depth + 1)?);
        }
    }

    /// The entries of a dictionary, from behind its `<<` on. No key may stand twice.
    pub(super) fn dictionary(&mut self, depth: usize) -> Result<Dictionary, Unusual> {
        let mut entries = Vec::with_capacity(8);
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'/') => {
                    let key = self.name()?;
                    entries.push((key, self.object(depth + 1)?));
                }
                Some(b'>') if self.rest().starts_with(b">>") => {
                    self.position += 2;
                    return Dictionary::of_different_keys(entries).ok_or(Unusual);
                }
                _ => return Err(Unusual),
            }
        }
    }

    pub(super) fn number(&mut self) -> Result<Number, Unusual> {
        let (number, length) = Number::read(self.rest())?;
        self.position += length;
        match self.peek().is_none_or(ends) {
            true => Ok(number),
            false => Err(Unusual),
        }
    }

    /// A number, or the first of the two of a reference (7.3.10).
    fn number_or_reference(&mut self) -> Result<Object, Unusual> {
        let number = self.number()?;
        let behind = self.position;
        if let Number::Integer(number) = number
            && let Some(id) = self.reference_behind(number)
        {
            return Ok(Object::Reference(id));
        }
        self.position = behind;
        Ok(number.object())
    }

    fn reference_behind(&mut self, number: i64) -> Option<Id> {
        self.skip_blanks();
        if !self.peek()?.is_ascii_digit() {
            return None;
        }
        let generation: u16 = self.next_unsigned().ok()?;
        self.skip_blanks();
        if !self.takes(b"R") {
            return None;
        }
        Some((u32::try_from(number).ok()?, generation))
    }
}

/// White space (7.2.2).
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'\0' | b'\x0c')
}

/// Whether a word ends before this byte (7.2.2).
fn ends(byte: u8) -> bool {
    is_blank(byte)
        || matches!(
            byte,
            b'/' | b'<' | b'>' | b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'%'
        )
}
