//! What the codes of a composite font stand for (PDF 32000-1, 9.10.3).
//!
//! Programs that embed only the glyphs in use number them anew each time they write a file, so that
//! one text has other codes in each. Left out on purpose: maps with codes of another length than
//! two bytes, which the usual encodings of such fonts do not have.

use std::collections::HashMap;

use memchr::memmem;

/// Twice as many codes as there are: a map that names more is not taken.
const CODES_MAX: usize = 1 << 17;

/// The longest text of a code, in units of UTF-16. Ranges repeat theirs for each code.
const TEXT_LENGTH_MAX: usize = 32;

/// The sections of a map, and the words at which they begin and end.
const CHARACTERS: [&[u8]; 2] = [b"beginbfchar", b"endbfchar"];
const RANGES: [&[u8]; 2] = [b"beginbfrange", b"endbfrange"];

/// The texts of codes of two bytes.
#[derive(Debug, Default)]
pub(super) struct CodeMap {
    texts: HashMap<u16, Vec<u16>>,
    count: usize,
}

impl CodeMap {
    /// `None` where the map is written in another way than programs write it.
    pub(super) fn of(map: &[u8]) -> Option<Self> {
        let mut codes = Self::default();
        for section in sections(map, CHARACTERS) {
            for pair in strings(section)?.chunks(2) {
                let [code, text] = pair else { return None };
                codes.add(single(code)?, text.clone())?;
            }
        }
        for section in sections(map, RANGES) {
            // Those that name a text for each code are rare where glyphs are numbered anew.
            if section.contains(&b'[') {
                return None;
            }
            for range in strings(section)?.chunks(3) {
                let [first, last, text] = range else {
                    return None;
                };
                codes.add_range(single(first)?, single(last)?, text)?;
            }
        }
        Some(codes)
    }

    fn add_range(&mut self, first: u16, last: u16, text: &[u16]) -> Option<()> {
        for code in first..=last {
            let mut text = text.to_vec();
            let unit = text.last_mut()?;
            *unit = unit.checked_add(code - first)?;
            self.add(code, text)?;
        }
        Some(())
    }

    fn add(&mut self, code: u16, text: Vec<u16>) -> Option<()> {
        self.count += 1;
        let is_usual = text.len() <= TEXT_LENGTH_MAX && self.count <= CODES_MAX;
        self.texts.insert(code, text);
        is_usual.then_some(())
    }

    /// The text that a string shows, and its codes. `None` where one of them is unknown.
    pub(super) fn text(&self, string: &[u8]) -> Option<(String, Vec<u16>)> {
        let (codes, []) = string.as_chunks::<2>() else {
            return None;
        };
        let codes: Vec<u16> = codes.iter().map(|code| u16::from_be_bytes(*code)).collect();
        let mut units = Vec::new();
        for code in &codes {
            units.extend(self.texts.get(code)?);
        }
        Some((String::from_utf16(&units).ok()?, codes))
    }
}

/// What stands between two words, as often as they do.
fn sections<'map>(map: &'map [u8], words: [&'static [u8]; 2]) -> impl Iterator<Item = &'map [u8]> {
    let [begin, end] = words;
    memmem::find_iter(map, begin).map(move |place| {
        let section = &map[place + begin.len()..];
        &section[..memmem::find(section, end).unwrap_or(section.len())]
    })
}

/// The hexadecimal strings of a section, in units of two bytes.
fn strings(section: &[u8]) -> Option<Vec<Vec<u16>>> {
    let text = str::from_utf8(section).ok()?;
    let digits = text.split('<').skip(1).map(|part| part.split_once('>'));
    digits.map(|part| units(part?.0)).collect()
}

fn units(digits: &str) -> Option<Vec<u16>> {
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let (units, []) = digits.as_bytes().as_chunks::<4>() else {
        return None;
    };
    units
        .iter()
        .map(|unit| u16::from_str_radix(str::from_utf8(unit).ok()?, 16).ok())
        .collect()
}

fn single(units: &[u16]) -> Option<u16> {
    match units {
        [unit] => Some(*unit),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::CodeMap;

    fn text(map: &str, codes: &[u8]) -> Option<String> {
        Some(CodeMap::of(map.as_bytes())?.text(codes)?.0)
    }

    #[test]
    fn codes_are_told_one_by_one_and_as_ranges() {
        let map = "2 beginbfchar\n<0001> <0020>\n<000F> <D83DDE05>\nendbfchar\n\
                   1 beginbfrange <0020><0022><0041>endbfrange";
        let known = text(map, &[0, 0x20, 0, 0x22, 0, 1, 0, 0x0f]);
        assert_eq!(known.as_deref(), Some("AC 😅"));
        for unknown in [&[0, 2][..], &[0], &[0, 0x23]] {
            assert_eq!(text(map, unknown), None, "{unknown:?}");
        }
    }

    #[test]
    fn maps_that_are_written_otherwise_are_not_taken() {
        for map in [
            "beginbfchar <01> <0020> endbfchar",
            "beginbfchar <0001> endbfchar",
            "beginbfchar <0001> <00 20> endbfchar",
            "beginbfrange <0001> <0002> [<0041> <0042>] endbfrange",
            "beginbfrange <0001> <0002> <FFFF> endbfrange",
            &"beginbfrange <0000> <FFFF> <0000> endbfrange ".repeat(3),
            &format!("beginbfchar <0001> <{}> endbfchar", "0041".repeat(33)),
        ] {
            assert_eq!(text(map, &[]), None, "{map}");
        }
    }
}
