//! Dictionaries that name a key twice. The standard leaves open which entry counts (PDF 32000-1,
//! 7.3.7), and viewers differ.

use std::borrow::Cow;

use ports::PdfError;

use super::strict::is_same_value;

/// So many characters of a key are told.
const TOLD_MAX: usize = 40;

/// Refuses a dictionary that names a key twice, with different values. It is given as written from
/// `<<` to `>>`; what stands behind that is left out.
pub(super) fn check_keys(written: &[u8]) -> Result<(), PdfError> {
    match repeated_key(&mut Keys::new(written)) {
        Some(key) => Err(refusal(&key)),
        None => Ok(()),
    }
}

/// The same for one that is followed by others; gives its length.
pub(super) fn check_keys_of_first(written: &[u8]) -> Result<usize, PdfError> {
    let mut keys = Keys::new(written);
    match repeated_key(&mut keys) {
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
fn repeated_key<'bytes>(keys: &mut Keys<'bytes>) -> Option<Cow<'bytes, [u8]>> {
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
    entries
        .windows(2)
        .find(different)
        .map(|pair| pair[0].0.clone())
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
mod tests {
    use super::{Keys, check_keys_of_first, repeated_key};

    fn repeated(written: &[u8]) -> Option<String> {
        let key = repeated_key(&mut Keys::new(written))?;
        String::from_utf8(key.into_owned()).ok()
    }

    #[test]
    fn a_key_with_two_values_is_found() {
        for (written, key) in [
            (&b"<</V(a)/T(b)/V(c)>>"[..], "V"),
            (b"<< /AS /On /V /On /AS /Off >>", "AS"),
            (b"<</Kids[1 0 R]/Kids 2 0 R>>", "Kids"),
            (b"<</V(a)/#56(b)>>", "V"),
            (b"<</#5 1/#zz 2/V 3/V 4>>", "V"),
            (b"<</Type/X/Type/Y>>", "Type"),
            (b"<</F1 1 0 R/F2 2 0 R/F1 1 0 R/F1 3 0 R>>", "F1"),
            (b"<</V(a)/V(b)", "V"),
            (b"<</V<</A 1>>/V<</A 2>>>>", "V"),
        ] {
            let found = repeated(written);
            assert_eq!(found.as_deref(), Some(key), "{}", written.escape_ascii());
        }
    }

    #[test]
    fn the_same_value_twice_is_one() {
        for written in [
            &b"<</V(a)/T 1/V(a)>>"[..],
            b"<</V(a)/T 1/V <61> >>",
            b"<</V[ 1 0 R]/V[1 0 R] % twice\n>>",
            b"<</V<</A/B>>/V <</A /B>>>>",
        ] {
            assert_eq!(repeated(written), None, "{}", written.escape_ascii());
        }
    }

    #[test]
    fn names_as_values_inner_dictionaries_strings_and_comments_hold_no_keys() {
        for written in [
            &b"<</V/T/T(x)>>"[..],
            b"<</V/V/T/T>>",
            b"<</T(a)/MK<</V 1/T 2>>/V(/V /T \\) /V)>>",
            b"<</T<2f562f56>/V[/V/V/T]>>",
            b"<</T(a) %/T /V\n/V null>>",
        ] {
            assert_eq!(repeated(written), None, "{}", written.escape_ascii());
        }
    }

    #[test]
    fn what_stands_behind_a_dictionary_is_none_of_its_keys() {
        let written = b"<</V<</T 1>>/T 2>>startxref /V 3";
        assert_eq!(check_keys_of_first(written), Ok(18));
    }
}
