//! Maps to Unicode (PDF 32000-1, 9.10.3) that name half of a character, as Ghostscript 10 does for
//! glyphs that stand for several: the library would give up at those.

use forms::form_content::MISWRITTEN;

/// Targets of two units or more have so many digits, codes fewer.
const DIGITS_MIN: usize = 8;

/// The map with [`MISWRITTEN`] in the place of every target that is no UTF-16. `None` where there
/// is none.
pub(super) fn put_right(map: &[u8]) -> Option<Vec<u8>> {
    let parts: Vec<&[u8]> = map.split_inclusive(|byte| *byte == b'<').collect();
    let (first, others) = parts.split_first()?;
    let is_broken = |part: &&[u8]| {
        let digits = part.split(|byte| *byte == b'>').next();
        digits.is_some_and(|digits| digits.len() < part.len() && is_no_text(digits))
    };
    if !others.iter().any(is_broken) {
        return None;
    }
    let mut right = first.to_vec();
    for part in others {
        let kept = match is_broken(part) {
            true => {
                let end = part.iter().position(|byte| *byte == b'>');
                right.extend(format!("{:04X}", u32::from(MISWRITTEN)).bytes());
                &part[end.unwrap_or_default()..]
            }
            false => part,
        };
        right.extend(kept);
    }
    Some(right)
}

/// Whether hexadecimal digits are several units that are not UTF-16.
fn is_no_text(digits: &[u8]) -> bool {
    if digits.len() < DIGITS_MIN || !digits.iter().all(u8::is_ascii_hexdigit) {
        return false;
    }
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
    fn other_maps_stay() {
        for map in [
            b"<D83DDE00><d83d><0041> << /Ordering (UCS) >> <0627064".as_slice(),
            b"<01> <00660069006a>",
            b"",
            b"<<<>>>",
            b"<zzzzdd00>",
        ] {
            assert_eq!(put_right(map), None, "{}", map.escape_ascii());
        }
    }
}
