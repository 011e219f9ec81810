//! From JSON text to a value.
//!
//! `serde_json` checks the grammar; its numbers would be floats, so every value is first taken as
//! the piece of text it stands in ([`RawValue`]) and a number read from its own digits. Each level
//! of nesting scans its piece once more: that is why the depth has a small limit. Most texts are
//! read before that in `plain.rs`, which goes through them once and gives up at whatever is odd.

use forms::excerpt::excerpt;
use forms::value::Object;
use forms::{Decimal, Fault, Faults, Value};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::members::MembersVisitor;
use crate::{JsonError, JsonLimits, plain};

/// A value and what is wrong with its text: members that are given twice, of which the last one is
/// taken, and NUL characters, which are left out. Their paths are those of the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotedJson {
    pub value: Value,
    /// In the order of the text.
    pub faults: Vec<Fault>,
}

impl From<Value> for NotedJson {
    fn from(value: Value) -> Self {
        Self {
            value,
            faults: Vec::new(),
        }
    }
}

/// Reads one JSON value, with nothing but white space around it. A byte order mark before it, as
/// some programs write it, is passed over (RFC 8259, 8.1).
pub fn parse(bytes: &[u8], limits: JsonLimits) -> Result<Value, JsonError> {
    let NotedJson { value, faults } = parse_noting(bytes, limits)?;
    Faults::unless_none(faults, value).map_err(JsonError::Members)
}

/// The same for whoever names what else is wrong with the value: what leaves it readable is noted
/// and ends nothing.
pub fn parse_noting(bytes: &[u8], limits: JsonLimits) -> Result<NotedJson, JsonError> {
    let text = std::str::from_utf8(bytes).map_err(|error| JsonError::NotUtf8 {
        byte: error.valid_up_to(),
    })?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    match plain::parse(text, limits) {
        Some(value) => Ok(value.into()),
        None => parse_step_by_step(text, limits),
    }
}

/// Reads any text, and says what is wrong with it.
fn parse_step_by_step(text: &str, limits: JsonLimits) -> Result<NotedJson, JsonError> {
    let mut reading = Parser {
        text,
        limits,
        values: 0,
        path: Vec::new(),
        faults: Vec::new(),
    };
    let whole: &RawValue = reading.read(text)?;
    let value = reading.value(whole)?;
    let faults = reading.faults;
    Ok(NotedJson { value, faults })
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// A name is shown in an error up to this many characters.
const NAME_SHOWN_MAX: usize = 60;
/// So many faults, which are more than an error shows, are kept with their whole paths; of the
/// others, which are only counted, the path is cut at so many characters.
const WHOLE_PATHS_MAX: usize = 100;
const PATH_KEPT_MAX: usize = 10;

struct Parser<'text> {
    text: &'text str,
    limits: JsonLimits,
    values: usize,
    path: Vec<String>,
    faults: Vec<Fault>,
}

impl<'text> Parser<'text> {
    fn value(&mut self, raw: &'text RawValue) -> Result<Value, JsonError> {
        self.values += 1;
        if self.values > self.limits.values_max {
            let values_max = self.limits.values_max;
            return Err(JsonError::TooMany { values_max });
        }
        let piece = raw.get();
        match piece.as_bytes().first() {
            Some(b'{') => self.object(piece),
            Some(b'[') => self.list(piece),
            Some(b'"') => self.string(piece).map(Value::Text),
            Some(b't') => Ok(Value::Boolean(true)),
            Some(b'f') => Ok(Value::Boolean(false)),
            Some(b'n') => Ok(Value::Null),
            _ => Decimal::parse(piece)
                .map(Value::Number)
                .ok_or_else(|| self.syntax(piece, "a number of another form".to_owned(), 1, 1)),
        }
    }

    fn object(&mut self, piece: &'text str) -> Result<Value, JsonError> {
        self.check_depth(piece)?;
        let MembersVisitor(members) = self.read(piece)?;
        let mut object = Object::with_capacity(members.len());
        for (mut name, raw) in members {
            let has_nul = self.strike_nul(&mut name);
            self.path.push(excerpt(&name, NAME_SHOWN_MAX));
            if has_nul {
                self.note_nul();
            }
            let value = self.value(raw)?;
            if object.insert(name, value).is_some() {
                self.note("is given twice, give it once");
            }
            self.path.pop();
        }
        Ok(Value::Object(object))
    }

    fn list(&mut self, piece: &'text str) -> Result<Value, JsonError> {
        self.check_depth(piece)?;
        let pieces: Vec<&RawValue> = self.read(piece)?;
        let mut items = Vec::with_capacity(pieces.len());
        for (index, raw) in pieces.into_iter().enumerate() {
            self.path.push(index.to_string());
            items.push(self.value(raw)?);
            self.path.pop();
        }
        Ok(Value::List(items))
    }

    fn string(&mut self, piece: &'text str) -> Result<String, JsonError> {
        let mut string: String = self.read(piece)?;
        if self.strike_nul(&mut string) {
            self.note_nul();
        }
        Ok(string)
    }

    /// The path has one step for each level above.
    fn check_depth(&self, piece: &str) -> Result<(), JsonError> {
        let nesting_max = self.limits.nesting_max;
        if self.path.len() < nesting_max {
            return Ok(());
        }
        let (line, column) = self.position(piece, 1, 1);
        Err(JsonError::TooDeep {
            nesting_max,
            line,
            column,
        })
    }

    /// Takes out NUL characters where none are allowed, and says whether there were any.
    fn strike_nul(&self, text: &mut String) -> bool {
        let has_nul = !self.limits.nul_allowed && text.contains('\0');
        if has_nul {
            text.retain(|character| character != '\0');
        }
        has_nul
    }

    fn note_nul(&mut self) {
        self.note("holds a NUL character, leave it out");
    }

    fn note(&mut self, problem: &str) {
        let path = match self.faults.len() < WHOLE_PATHS_MAX {
            true => self.path.join("."),
            false => self.beginning_of_path(),
        };
        self.faults.push(Fault::new(path, problem));
    }

    fn beginning_of_path(&self) -> String {
        let steps = self.path.iter().enumerate();
        let steps = steps.flat_map(|(index, step)| {
            let dot = (index > 0).then_some('.');
            dot.into_iter().chain(step.chars())
        });
        steps.take(PATH_KEPT_MAX).collect()
    }

    fn read<T: Deserialize<'text>>(&self, piece: &'text str) -> Result<T, JsonError> {
        serde_json::from_str(piece).map_err(|error| {
            let message = error.to_string();
            let what = message.split(" at line ").next().unwrap_or_default();
            self.syntax(piece, what.to_owned(), error.line(), error.column())
        })
    }

    fn syntax(&self, piece: &str, what: String, line: usize, column: usize) -> JsonError {
        let (line, column) = self.position(piece, line, column);
        JsonError::Syntax { what, line, column }
    }

    /// The line and column in the whole text of a line and column in a piece of it.
    fn position(&self, piece: &str, line: usize, column: usize) -> (usize, usize) {
        let offset = piece.as_ptr().addr() - self.text.as_ptr().addr();
        let before = &self.text.as_bytes()[..offset];
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        let line_start = before.iter().rposition(|byte| *byte == b'\n');
        let column_before = offset - line_start.map_or(0, |newline| newline + 1);
        match line {
            0 | 1 => (lines + 1, column_before + column.max(1)),
            _ => (lines + line, column),
        }
    }
}

#[cfg(test)]
mod tests;
