//! Maps to Unicode (PDF 32000-1, 9.10.3) with targets that are no UTF-16, at which the library
//! would give up: halves of a character, as Ghostscript 10 names them for glyphs that stand for
//! several, and the number of a character, as MuPDF writes emoji.

use std::borrow::Cow;

use forms::form_content::MISWRITTEN;

/// Targets of two units or more have so many digits, codes fewer.
const DIGITS_MIN: usize = 8;

/// The number of a character that has two units has so many digits; codes and targets have an even
/// number of them.
const NUMBER_DIGITS: usize = 5;

/// The map with UTF-16 in the place of every target that is none: of the number of a character
/// that character, else [`MISWRITTEN`]; and with a space for each white space that the library
/// takes for the end (7.2.2). `None` where there is nothing to put right.
pub(super) fn put_right(map: &[u8]) -> Option<Vec<u8>> {
    let is_odd = |byte: &u8| matches!(byte, b'\0' | b'\x0c');
    if map.iter().any(is_odd) {
        let spaced = map
            .iter()
            .map(|byte| if is_odd(byte) { b' ' } else { *byte });
        let spaced: Vec<u8> = spaced.collect();
        return Some(with_right_targets(&spaced).unwrap_or(spaced));
    }
    with_right_targets(map)
}

fn with_right_targets(map: &[u8]) -> Option<Vec<u8>> {
    let mut parts = map.split_inclusive(|byte| *byte == b'<');
    let first = parts.next()?;
    let others: Vec<Cow<'_, [u8]>> = parts.map(part_put_right).collect();
    let is_broken = others.iter().any(|part| matches!(part, Cow::Owned(_)));
    is_broken.then(|| [first, &others.concat()].concat())
}

/// What stands behind a `<`, with other digits where those up to the `>` are no UTF-16.
fn part_put_right(part: &[u8]) -> Cow<'_, [u8]> {
    let end = part.iter().position(|byte| *byte == b'>');
    let right = end.and_then(|end| Some((target(&part[..end])?, &part[end..])));
    match right {
        Some((target, rest)) => Cow::Owned([digits(target).as_bytes(), rest].concat()),
        None => Cow::Borrowed(part),
    }
}

/// What hexadecimal digits that are no UTF-16 stand for.
fn target(digits: &[u8]) -> Option<char> {
    let text = std::str::from_utf8(digits).ok();
    let text = text.filter(|text| text.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    match text.len() {
        NUMBER_DIGITS => {
            let number = u32::from_str_radix(text, 16).ok()?;
            char::from_u32(number).filter(|character| character.len_utf16() == 2)
        }
        DIGITS_MIN.. => is_no_text(digits).then_some(MISWRITTEN),
        _ => None,
    }
}

/// A character as hexadecimal digits of UTF-16.
fn digits(character: char) -> String {
    let mut units = [0; 2];
    let units = character.encode_utf16(&mut units).iter();
    units.map(|unit| format!("{unit:04X}")).collect()
}

/// Whether hexadecimal digits of several units are not UTF-16.
fn is_no_text(digits: &[u8]) -> bool {
    let units = digits.chunks(4).map(|unit| {
        let unit = std::str::from_utf8(unit).unwrap_or_default();
        u16::from_str_radix(unit, 16).unwrap_or_default()
    });
    char::decode_utf16(units).any(|unit| unit.is_err())
}

#[cfg(test)]
mod tests {
    use super::put_right;

    #[test]
    fn halves_of_characters_are_left_out() {
        let map = b"2 beginbfrange <01><01><7400dd00> <02> <02> [<D83D3D00>]<03><03><0041> end";
        let right = b"2 beginbfrange <01><01><FDD0> <02> <02> [<FDD0>]<03><03><0041> end";
        assert_eq!(put_right(map).as_deref(), Some(right.as_slice()));
    }

    #[test]
    fn numbers_of_characters_become_these() {
        let map = b"2 beginbfrange <0355> <0357> <1f605> <036e> <036e> [<1F600>] <01><01><0041>";
        let right =
            b"2 beginbfrange <0355> <0357> <D83DDE05> <036e> <036e> [<D83DDE00>] <01><01><0041>";
        assert_eq!(put_right(map).as_deref(), Some(right.as_slice()));
    }

    #[test]
    fn white_space_is_a_space() {
        let map = b"1 beginbfchar\x0c<01>\0<0041> endbfchar";
        let right = b"1 beginbfchar <01> <0041> endbfchar";
        assert_eq!(put_right(map).as_deref(), Some(right.as_slice()));
    }

    #[test]
    fn other_maps_stay() {
        for map in [
            b"<D83DDE00><d83d><0041> << /Ordering (UCS) >> <0627064".as_slice(),
            b"<01> <00660069006a>",
            b"",
            b"<<<>>>",
            b"<zzzzdd00>",
            b"<0660a> <+1f60> <1f60> <1f6000>",
        ] {
            assert_eq!(put_right(map), None, "{}", map.escape_ascii());
        }
    }
}
