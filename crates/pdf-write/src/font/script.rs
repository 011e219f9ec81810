//! Which characters need shaping, are ideographs, or are not drawn.

use forms::ignorable::is_ignorable;

/// The first byte of the first character whose script has to be shaped or runs from right to left,
/// Hebrew's U+0591: no byte of a text in other alphabets of Europe is as high.
const FIRST_BYTE: u8 = 0xD6;

/// Whether the shape, place or direction of any character of a text depends on those beside it.
pub(super) fn needs_shaping(text: &str) -> bool {
    text.bytes().any(|byte| byte >= FIRST_BYTE) && text.chars().any(is_complex)
}

/// Scripts that join, reorder or stack their letters or are written from right to left, and what
/// makes one sign of several emoji. Characters for forms of letters, as old files have them (U+FB1D
/// and on), are among them.
pub(super) fn is_complex(character: char) -> bool {
    matches!(
        character,
        '\u{591}'..='\u{8FF}'
            | '\u{900}'..='\u{109F}'
            | '\u{1780}'..='\u{18AF}'
            | '\u{1A00}'..='\u{1AAF}'
            | '\u{1B00}'..='\u{1C4F}'
            | '\u{A800}'..='\u{A82F}'
            | '\u{A840}'..='\u{A8FF}'
            | '\u{A930}'..='\u{AADF}'
            | '\u{ABC0}'..='\u{ABFF}'
            | '\u{FB1D}'..='\u{FDFF}'
            | '\u{FE70}'..='\u{FEFC}'
            | '\u{10800}'..='\u{11FFF}'
            | '\u{1E800}'..='\u{1EFFF}'
            | '\u{200D}'
            | '\u{FE0F}'
            | '\u{1F1E6}'..='\u{1F1FF}'
            | '\u{1F3FB}'..='\u{1F3FF}'
    )
}

/// Controls that put the characters after them in any order (UAX 9, 2.1 to 2.4). They are not
/// drawn: the letters stand in the order of their own, so that a page shows what is stored.
pub(super) fn is_forcing_order(character: char) -> bool {
    matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Line ends and the characters that Unicode gives no shape.
pub(super) fn is_invisible(character: char) -> bool {
    matches!(character, '\n' | '\r') || is_ignorable(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_scripts_that_depend_on_their_neighbours_need_shaping() {
        for text in [
            "Müller-Ćirić ß € „Zitat“ Ωmega Ѐӿ",
            "李小龙 ひらがな 한글",
            "😀",
            "",
        ] {
            assert!(!needs_shaping(text), "{text}");
        }
        for text in [
            "a محمد",
            "עברית",
            "हिन्दी",
            "ไทย",
            "\u{FEFB}",
            "👨\u{200D}🎓",
            "🇩🇪",
        ] {
            assert!(needs_shaping(text), "{text}");
        }
    }
}
