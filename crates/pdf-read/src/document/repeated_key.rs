//! Dictionaries that name a key twice. The standard leaves open which entry counts (PDF 32000-1,
//! 7.3.7), and viewers differ.

use std::borrow::Cow;

/// Keys on which the content of a form depends.
const DECISIVE: [&[u8]; 20] = [
    b"AP",
    b"AS",
    b"AcroForm",
    b"Annots",
    b"Contents",
    b"FT",
    b"Ff",
    b"Fields",
    b"Filter",
    b"Kids",
    b"Length",
    b"N",
    b"Opt",
    b"Parent",
    b"RV",
    b"Resources",
    b"Subtype",
    b"T",
    b"V",
    b"XFA",
];

/// The first decisive key that occurs twice in a dictionary, which is given as written from `<<` to
/// `>>`.
pub(super) fn repeated_key(written: &[u8]) -> Option<&'static str> {
    let mut seen = [false; DECISIVE.len()];
    for key in Keys::new(written) {
        let key = unescaped(key);
        if let Some(index) = DECISIVE.iter().position(|decisive| **decisive == *key) {
            if seen[index] {
                return str::from_utf8(DECISIVE[index]).ok();
            }
            seen[index] = true;
        }
    }
    None
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

/// The keys of the outermost level, one by one, as they are written.
struct Keys<'bytes> {
    bytes: &'bytes [u8],
    position: usize,
    depth: usize,
    /// Whether the next name is a key: it is, unless it follows directly after one.
    expects_key: bool,
}

impl<'bytes> Keys<'bytes> {
    fn new(written: &'bytes [u8]) -> Self {
        Self {
            bytes: written.strip_prefix(b"<<").unwrap_or(written),
            position: 0,
            depth: 0,
            expects_key: true,
        }
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
    type Item = &'bytes [u8];

    fn next(&mut self) -> Option<&'bytes [u8]> {
        while let Some(byte) = self.peek() {
            self.position += 1;
            if byte == b'/' {
                let name = self.name();
                if self.depth == 0 {
                    self.expects_key = !self.expects_key;
                    if !self.expects_key {
                        return Some(name);
                    }
                }
                continue;
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
    use super::repeated_key;

    #[test]
    fn a_repeated_key_is_found() {
        assert_eq!(repeated_key(b"<</V(a)/T(b)/V(c)>>"), Some("V"));
        assert_eq!(repeated_key(b"<< /AS /On /V /On /AS /Off >>"), Some("AS"));
        assert_eq!(repeated_key(b"<</Kids[1 0 R]/Kids 2 0 R>>"), Some("Kids"));
        assert_eq!(repeated_key(b"<</V(a)/#56(b)>>"), Some("V"));
        assert_eq!(repeated_key(b"<</#5 1/#zz 2/V 3/V 4>>"), Some("V"));
    }

    #[test]
    fn names_as_values_inner_dictionaries_strings_and_comments_hold_no_keys() {
        for written in [
            &b"<</V/T/T(x)>>"[..],
            b"<</V/V/T/T>>",
            b"<</T(a)/MK<</V 1/T 2>>/V(/V /T \\) /V)>>",
            b"<</T<2f562f56>/V[/V/V/T]>>",
            b"<</T(a) %/T /V\n/V null>>",
            b"<</Type/X/Type/Y>>",
        ] {
            assert_eq!(
                repeated_key(written),
                None,
                "{}",
                String::from_utf8_lossy(written)
            );
        }
    }
}
