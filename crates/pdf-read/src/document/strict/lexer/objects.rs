//! Objects as they are written (PDF 32000-1, 7.3).

use super::super::numbers::Number;
use super::super::{Unusual, strings};
use super::{Lexer, ends_word};
use crate::document::{Dictionary, Id, Name, Object};
use crate::limits::OBJECT_DEPTH_MAX;
use crate::steps::step;

impl Lexer<'_> {
    /// The object that begins here or behind white space.
    pub(in crate::document::strict) fn object(&mut self, depth: usize) -> Result<Object, Unusual> {
        if depth > OBJECT_DEPTH_MAX {
            return Err(Unusual);
        }
        step();
        self.skip_comments();
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
            _ if self.skip_word(b"true") => Ok(Object::Boolean(true)),
            _ if self.skip_word(b"false") => Ok(Object::Boolean(false)),
            _ if self.skip_word(b"null") => Ok(Object::Null),
            _ => Err(Unusual),
        }
    }

    /// A string that a function reads from the byte behind its bracket on.
    fn string(&mut self, read: strings::Read) -> Result<Object, Unusual> {
        let (string, length) = read(&self.rest()[1..])?;
        self.position += 1 + length;
        Ok(Object::String(string))
    }

    fn name(&mut self) -> Result<Name, Unusual> {
        self.position += 1;
        let start = self.position;
        self.skip_while(|byte| !ends_word(byte));
        strings::name(&self.bytes[start..self.position])
    }

    fn array(&mut self, depth: usize) -> Result<Object, Unusual> {
        self.position += 1;
        let mut members = Vec::new();
        loop {
            self.skip_comments();
            if self.peek() == Some(b']') {
                self.position += 1;
                return Ok(Object::Array(members.into()));
            }
            members.push(self.object(depth + 1)?);
        }
    }

    /// The entries of a dictionary, from behind its `<<` on. No key may stand twice.
    fn dictionary(&mut self, depth: usize) -> Result<Dictionary, Unusual> {
        let mut entries = Vec::with_capacity(8);
        loop {
            self.skip_comments();
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

    pub(in crate::document::strict) fn number(&mut self) -> Result<Number, Unusual> {
        let (number, length) = Number::read(self.rest())?;
        self.position += length;
        match self.peek().is_none_or(ends_word) {
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
        if !self.skip_word(b"R") {
            return None;
        }
        Some((u32::try_from(number).ok()?, generation))
    }
}
