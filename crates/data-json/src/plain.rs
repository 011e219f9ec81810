//! The quick way from JSON text to a value, for text in which nothing is wrong.
//!
//! Goes through the text once. Whatever there is to say of a text (that it is no JSON, that a
//! member is given twice, that a limit is passed) is `parse.rs`' to say: here it is `None`, and
//! that parser reads it again from the start.

use forms::value::Object;
use forms::{Decimal, Value};

use crate::JsonLimits;

/// The value, if the whole text is one within the limits and has no faults.
pub(crate) fn parse(text: &str, limits: JsonLimits) -> Option<Value> {
    let mut cursor = Cursor {
        text,
        place: 0,
        limits,
        values: 0,
        depth: 0,
    };
    let value = cursor.value()?;
    cursor.next().is_none().then_some(value)
}

struct Cursor<'text> {
    text: &'text str,
    /// How many bytes of the text have been read.
    place: usize,
    limits: JsonLimits,
    values: usize,
    /// Arrays and objects that have begun.
    depth: usize,
}

impl Cursor<'_> {
    fn value(&mut self) -> Option<Value> {
        self.values += 1;
        if self.values > self.limits.values_max {
            return None;
        }
        match self.next()? {
            b'{' => self.inside(Self::object),
            b'[' => self.inside(Self::list),
            b'"' => self.string().map(Value::Text),
            b't' => self.word("true", Value::Boolean(true)),
            b'f' => self.word("false", Value::Boolean(false)),
            b'n' => self.word("null", Value::Null),
            _ => self.number(),
        }
    }

    fn inside(&mut self, read: fn(&mut Self) -> Option<Value>) -> Option<Value> {
        if self.depth >= self.limits.nesting_max {
            return None;
        }
        self.depth += 1;
        self.place += 1;
        let value = read(self)?;
        self.depth -= 1;
        Some(value)
    }

    fn object(&mut self) -> Option<Value> {
        let mut object = Object::new();
        if self.takes(b'}') {
            return Some(Value::Object(object));
        }
        loop {
            if self.next()? != b'"' {
                return None;
            }
            let name = self.string()?;
            if !self.takes(b':') {
                return None;
            }
            let value = self.value()?;
            if object.insert(name, value).is_some() {
                return None;
            }
            if !self.takes(b',') {
                return self.takes(b'}').then_some(Value::Object(object));
            }
        }
    }

    fn list(&mut self) -> Option<Value> {
        let mut items = Vec::new();
        if self.takes(b']') {
            return Some(Value::List(items));
        }
        loop {
            items.push(self.value()?);
            if !self.takes(b',') {
                return self.takes(b']').then_some(Value::List(items));
            }
        }
    }

    /// The text between the quotation mark that is next and its partner.
    fn string(&mut self) -> Option<String> {
        let rest = self.text.get(self.place..)?;
        let inner = rest.get(1..)?;
        let is_special = |byte| byte == b'"' || byte == b'\\' || byte < b' ';
        let end = inner.bytes().position(is_special)?;
        let string = match inner.as_bytes()[end] {
            b'"' => inner.get(..end)?.to_owned(),
            b'\\' => return self.escaped(rest),
            _ => return None,
        };
        self.place += end + 2;
        Some(string)
    }

    /// The same of a text with escapes, with which `rest` begins.
    fn escaped(&mut self, rest: &str) -> Option<String> {
        let mut strings = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        let string = strings.next()?.ok()?;
        self.place += strings.byte_offset();
        let is_allowed = self.limits.nul_allowed || !string.contains('\0');
        is_allowed.then_some(string)
    }

    fn number(&mut self) -> Option<Value> {
        let rest = self.text.get(self.place..)?;
        let is_of_number = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
        let end = rest.bytes().position(|byte| !is_of_number(byte));
        let literal = rest.get(..end.unwrap_or(rest.len()))?;
        self.place += literal.len();
        Decimal::parse(literal).map(Value::Number)
    }

    fn word(&mut self, word: &str, value: Value) -> Option<Value> {
        let is_next = self.text.get(self.place..)?.starts_with(word);
        self.place += word.len();
        is_next.then_some(value)
    }

    /// Passes over this byte where it is next.
    fn takes(&mut self, byte: u8) -> bool {
        let is_next = self.next() == Some(byte);
        self.place += usize::from(is_next);
        is_next
    }

    /// The byte that is next, after white space.
    fn next(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(self.place) {
            self.place += 1;
        }
        bytes.get(self.place).copied()
    }
}
