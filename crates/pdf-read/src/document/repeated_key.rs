//! Dictionaries that name a key twice. The standard leaves open which entry counts (PDF 32000-1,
//! 7.3.7), and viewers differ.

use std::borrow::Cow;

use ports::PdfError;

use super::Id;
use super::strict::{is_same_value, value};

/// So many characters of a key are told.
const TOLD_MAX: usize = 40;

/// So many pairs of references are followed in a dictionary.
const FOLLOWED_MAX: usize = 16;

/// Whether two references lead to the same.
pub(super) type AreAlike<'document> = &'document dyn Fn(Id, Id) -> bool;

/// Where nothing is known of what references lead to.
pub(super) const NONE_ARE_ALIKE: AreAlike<'static> = &|_, _| false;

/// Refuses a dictionary that names a key twice, with different values. It is given as written from
/// `<<` to `>>`; what stands behind that is left out.
pub(super) fn check_keys(written: &[u8], are_alike: AreAlike<'_>) -> Result<(), PdfError> {
    match repeated_key(&mut Keys::new(written), are_alike) {
        Some(key) => Err(refusal(&key)),
        None => Ok(()),
    }
}

/// The same for one that is followed by others; gives its length.
pub(super) fn check_keys_of_first(written: &[u8]) -> Result<usize, PdfError> {
    let mut keys = Keys::new(written);
    match repeated_key(&mut keys, NONE_ARE_ALIKE) {
        Some(key) => Err(refusal(&key)),
        None => Ok(keys.position),
    }
}

fn refusal(key: &[u8]) -> PdfError {
    let key: String = String::from_utf8_lossy(key)
        .chars()
        .filter(|character| !character.is_control())
        .take(TOLD_MAX)
        .collect();
    PdfError::Ambiguous(format!(
        "a dictionary names {key} twice, with different values"
    ))
}

/// A key, and what stands between it and the next one.
type Entry<'bytes> = (Cow<'bytes, [u8]>, &'bytes [u8]);

/// The first key, in their order, that occurs twice with different values.
fn repeated_key<'bytes>(
    keys: &mut Keys<'bytes>,
    are_alike: AreAlike<'_>,
) -> Option<Cow<'bytes, [u8]>> {
    let mut entries: Vec<Entry<'bytes>> = Vec::with_capacity(16);
    let mut last: Option<Key<'bytes>> = None;
    while let Some(key) = keys.next() {
        if let Some(last) = last.replace(key) {
            entries.push((unescaped(last.name), keys.between(last.end, key.begin)));
        }
    }
    let last = last?;
    entries.push((unescaped(last.name), keys.between(last.end, keys.end)));
    entries.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    let different =
        |pair: &&[Entry<'bytes>]| pair[0].0 == pair[1].0 && !is_same_value(pair[0].1, pair[1].1);
    let pairs = entries.windows(2).filter(different).enumerate();
    let lead_apart = |(index, pair): &(usize, &[Entry<'bytes>])| {
        *index >= FOLLOWED_MAX || !lead_to_the_same(pair[0].1, pair[1].1, are_alike)
    };
    let mut pairs = pairs.filter(lead_apart);
    pairs.next().map(|(_, pair)| pair[0].0.clone())
}

/// Whether both are references, to what is the same.
fn lead_to_the_same(one: &[u8], other: &[u8], are_alike: AreAlike<'_>) -> bool {
    let reference = |written| value(written).and_then(|value| value.reference());
    let both = reference(one).zip(reference(other));
    both.is_some_and(|(one, other)| are_alike(one, other))
}

/// The name without its `#xx` escapes (7.3.5).
fn unescaped(name: &[u8]) -> Cow<'_, [u8]> {
    if !name.contains(&b'#') {
        return Cow::Borrowed(name);
    }
    let (mut bytes, mut rest) = (Vec::with_capacity(name.len()), name);
    while let Some((&byte, after)) = rest.split_first() {
        let escaped = after
            .get(..2)
            .filter(|digits| byte == b'#' && digits.iter().all(u8::is_ascii_hexdigit))
            .and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(escaped.unwrap_or(byte));
        rest = escaped.map_or(after, |_| &after[2..]);
    }
    Cow::Owned(bytes)
}

/// A key as it is written, and where it begins and ends.
#[derive(Clone, Copy)]
struct Key<'bytes> {
    name: &'bytes [u8],
    begin: usize,
    end: usize,
}

/// The keys of the outermost level, one by one.
struct Keys<'bytes> {
    bytes: &'bytes [u8],
    position: usize,
    depth: usize,
    /// Whether the next name is a key: it is, unless it follows directly after one.
    expects_key: bool,
    /// Where the dictionary ends, as far as it was gone through.
    end: usize,
}

impl<'bytes> Keys<'bytes> {
    fn new(written: &'bytes [u8]) -> Self {
        Self {
            bytes: written,
            position: if written.starts_with(b"<<") { 2 } else { 0 },
            depth: 0,
            expects_key: true,
            end: written.len(),
        }
    }

    fn between(&self, begin: usize, end: usize) -> &'bytes [u8] {
        self.bytes.get(begin..end).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.position += 1;
        }
    }

    /// Skips the rest of a string whose `(` was passed, its `)` included.
    fn skip_string(&mut self) {
        let mut open = 1;
        while let Some(byte) = self.peek() {
            self.position += 1;
            match byte {
                b'\\' => self.position += 1,
                b'(' => open += 1,
                b')' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return;
            }
        }
    }

    fn name(&mut self) -> &'bytes [u8] {
        let start = self.position;
        self.skip_while(is_regular);
        &self.bytes[start..self.position]
    }

    fn skip_other(&mut self, byte: u8) {
        match byte {
            b'%' => self.skip_while(|byte| byte != b'\n' && byte != b'\r'),
            b'(' => self.skip_string(),
            b'<' if self.peek() == Some(b'<') => {
                self.position += 1;
                self.depth += 1;
            }
            b'<' => self.skip_while(|byte| byte != b'>'),
            b'[' => self.depth += 1,
            b']' => self.depth = self.depth.saturating_sub(1),
            b'>' if self.peek() == Some(b'>') => {
                self.position += 1;
                self.depth = self.depth.saturating_sub(1);
            }
            _ => {}
        }
    }
}

impl<'bytes> Iterator for Keys<'bytes> {
    type Item = Key<'bytes>;

    fn next(&mut self) -> Option<Key<'bytes>> {
        while self.end == self.bytes.len()
            && let Some(byte) = self.peek()
        {
            let begin = self.position;
            self.position += 1;
            if byte == b'/' {
                let name = self.name();
                if self.depth == 0 {
                    self.expects_key = !self.expects_key;
                    if !self.expects_key {
                        let end = self.position;
                        return Some(Key { name, begin, end });
                    }
                }
                continue;
            }
            if byte == b'>' && self.depth == 0 && self.peek() == Some(b'>') {
                self.position += 1;
                self.end = begin;
                return None;
            }
            self.skip_other(byte);
            if !byte.is_ascii_whitespace() && byte != 0 && byte != b'%' {
                self.expects_key = true;
            }
        }
        None
    }
}

fn is_regular(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && byte != 0 && !b"()<>[]{}/%".contains(&byte)
}

#[cfg(test)]
mod tests;
