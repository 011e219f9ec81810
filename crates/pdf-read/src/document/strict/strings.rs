//! Strings and names as they are written (PDF 32000-1, 7.3.4 and 7.3.5).

use std::rc::Rc;

use super::Unusual;
use crate::document::Name;
use crate::document::filters::is_blank;

/// Reads a string from behind its first bracket: what it says, and how many bytes that takes, its
/// last bracket among them.
pub(super) type Read = fn(&[u8]) -> Result<(Rc<[u8]>, usize), Unusual>;

/// A string in round brackets, which may stand within it in pairs (7.3.4.2).
pub(super) fn literal(written: &[u8]) -> Result<(Rc<[u8]>, usize), Unusual> {
    let is_special = |byte: &u8| matches!(byte, b'(' | b')' | b'\\' | b'\r');
    let plain = written.iter().position(is_special).ok_or(Unusual)?;
    if written[plain] == b')' {
        return Ok((written[..plain].into(), plain + 1));
    }
    let mut string = written[..plain].to_vec();
    let (mut position, mut open) = (plain, 1);
    while let Some(&byte) = written.get(position) {
        position += 1;
        match byte {
            b'\\' => position += escaped(&written[position..], &mut string)?,
            // An end of a line, however it is written, is a line feed.
            b'\r' => {
                position += usize::from(written.get(position) == Some(&b'\n'));
                string.push(b'\n');
                continue;
            }
            b'(' => open += 1,
            b')' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Ok((string.into(), position));
        }
        if byte != b'\\' {
            string.push(byte);
        }
    }
    Err(Unusual)
}

/// What a backslash stands before (table 3), and how many bytes that takes.
fn escaped(written: &[u8], string: &mut Vec<u8>) -> Result<usize, Unusual> {
    let byte = *written.first().ok_or(Unusual)?;
    string.push(match byte {
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'b' => b'\x08',
        b'f' => b'\x0c',
        b'(' | b')' | b'\\' => byte,
        // The end of the line does not count.
        b'\n' => return Ok(1),
        b'\r' => return Ok(1 + usize::from(written.get(1) == Some(&b'\n'))),
        b'0'..=b'7' => {
            let is_digit = |byte: &&u8| matches!(byte, b'0'..=b'7');
            let digits = written.iter().take(3).take_while(is_digit);
            let count = digits.clone().count();
            let code = digits.fold(0_u32, |code, digit| code * 8 + u32::from(digit - b'0'));
            string.push(u8::try_from(code).map_err(|_| Unusual)?);
            return Ok(count);
        }
        _ => return Err(Unusual),
    });
    Ok(1)
}

/// A string of digits in angle brackets (7.3.4.3).
pub(super) fn hexadecimal(written: &[u8]) -> Result<(Rc<[u8]>, usize), Unusual> {
    let end = memchr::memchr(b'>', written).ok_or(Unusual)?;
    let mut string = Vec::with_capacity(end.div_ceil(2));
    let mut first = None;
    for byte in written[..end].iter().filter(|byte| !is_blank(**byte)) {
        let digit = digit(*byte)?;
        match first.take() {
            None => first = Some(digit),
            Some(first) => string.push(first << 4 | digit),
        }
    }
    string.extend(first.map(|first| first << 4));
    Ok((string.into(), end + 1))
}

/// A name without its `#xx` escapes.
pub(super) fn name(written: &[u8]) -> Result<Name, Unusual> {
    let Some(plain) = memchr::memchr(b'#', written) else {
        return Ok(written.into());
    };
    let (mut name, mut rest) = (written[..plain].to_vec(), &written[plain..]);
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        if byte != b'#' {
            name.push(byte);
            continue;
        }
        let [first, second, behind @ ..] = behind else {
            return Err(Unusual);
        };
        match digit(*first)? << 4 | digit(*second)? {
            0 => return Err(Unusual),
            byte => name.push(byte),
        }
        rest = behind;
    }
    Ok(Name::from(name.as_slice()))
}

fn digit(byte: u8) -> Result<u8, Unusual> {
    match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        b'A'..=b'F' => Ok(byte - b'A' + 10),
        _ => Err(Unusual),
    }
}

#[cfg(test)]
mod tests {
    use super::{Name, Unusual, hexadecimal, literal, name};

    #[test]
    fn literal_strings_are_freed_of_their_escapes() {
        for (written, said) in [
            (&b")"[..], &b""[..]),
            (b"a(b)c) x", b"a(b)c"),
            (b"\\(\\)\\\\\\n\\t)", b"()\\\n\t"),
            (b"\\0053\\53\\5)", b"\x053+\x05"),
            (b"a\\\r\nb\r\nc\rd\ne)", b"ab\nc\nd\ne"),
            (b"\\\\)", b"\\"),
        ] {
            let (string, length) = literal(written).unwrap();
            assert_eq!((&*string, written[length - 1]), (said, b')'));
        }
        for written in [&b"a"[..], b"(a)", b"\\", b"\\x)", b"\\777)", b"a\\"] {
            assert_eq!(literal(written), Err(Unusual));
        }
    }

    #[test]
    fn hexadecimal_strings_and_names_take_nothing_but_digits() {
        let of = |written: &[u8]| hexadecimal(written).map(|(string, _)| string.to_vec());
        assert_eq!(of(b"4 1\n42>"), Ok(b"AB".to_vec()));
        assert_eq!(of(b"7>"), Ok(b"p".to_vec()));
        assert_eq!(of(b"4g>"), Err(Unusual));
        assert_eq!(of(b"41"), Err(Unusual));
        assert_eq!(name(b"A#20b#C3#bc"), Ok(Name::from(b"A b\xc3\xbc")));
        for written in [&b"#"[..], b"a#4", b"#00", b"#zz"] {
            assert_eq!(name(written), Err(Unusual));
        }
    }
}
