//! PDFDocEncoding (PDF 32000-2, annex D.3): Latin-1 with other characters where Latin-1 has
//! controls.

use super::TextStringError;

/// 0x18 to 0x1F.
const ACCENTS: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];

/// 0x80 to 0xA0. `\0` where nothing is defined.
const TYPOGRAPHIC: [char; 33] = [
    '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', // 0x80
    '‹', '›', '−', '‰', '„', '“', '”', '‘', // 0x88
    '’', '‚', '™', 'ﬁ', 'ﬂ', 'Ł', 'Œ', 'Š', // 0x90
    'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž', '\0', // 0x98
    '€',
];

/// The text of the bytes, if each of them is defined.
pub(super) fn decode(bytes: &[u8]) -> Result<String, TextStringError> {
    bytes
        .iter()
        .map(|byte| character(*byte).ok_or(TextStringError))
        .collect()
}

fn character(byte: u8) -> Option<char> {
    match byte {
        0x00..=0x17 | 0x20..=0x7e | 0xa1..=0xac | 0xae..=0xff => Some(char::from(byte)),
        0x18..=0x1f => ACCENTS.get(usize::from(byte - 0x18)).copied(),
        0x80..=0xa0 => TYPOGRAPHIC
            .get(usize::from(byte - 0x80))
            .copied()
            .filter(|character| *character != '\0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn the_table_is_that_of_the_standard() {
        // Annex D.2 by character: the octal codes given there.
        for (byte, character) in [
            (0o200, '•'),
            (0o203, '…'),
            (0o204, '—'),
            (0o205, '–'),
            (0o206, 'ƒ'),
            (0o207, '⁄'),
            (0o210, '‹'),
            (0o211, '›'),
            (0o212, '−'),
            (0o213, '‰'),
            (0o214, '„'),
            (0o215, '“'),
            (0o216, '”'),
            (0o217, '‘'),
            (0o220, '’'),
            (0o221, '‚'),
            (0o222, '™'),
            (0o223, 'ﬁ'),
            (0o224, 'ﬂ'),
            (0o225, 'Ł'),
            (0o226, 'Œ'),
            (0o227, 'Š'),
            (0o230, 'Ÿ'),
            (0o231, 'Ž'),
            (0o232, 'ı'),
            (0o233, 'ł'),
            (0o234, 'œ'),
            (0o235, 'š'),
            (0o236, 'ž'),
            (0o240, '€'),
            (0o241, '¡'),
            (0o337, 'ß'),
            (0o377, 'ÿ'),
            (0o30, '˘'),
            (0o31, 'ˇ'),
            (0o32, 'ˆ'),
            (0o33, '˙'),
            (0o34, '˝'),
            (0o35, '˛'),
            (0o36, '˚'),
            (0o37, '˜'),
        ] {
            assert_eq!(decode(&[byte]), Ok(character.to_string()), "{byte:o}");
        }
    }

    #[test]
    fn exactly_the_undefined_codes_are_refused() {
        let undefined: Vec<u8> = (0..=255).filter(|byte| decode(&[*byte]).is_err()).collect();
        assert_eq!(undefined, [0x7f, 0x9f, 0xad]);
    }
}
