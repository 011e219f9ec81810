//! Codes that a filled form draws in the place of characters that no font has: `[U+6AA4]`.

use std::borrow::Cow;

/// What stands before a code, and behind it.
const CODE: (&str, char) = ("[U+", ']');

/// What is drawn for a character.
pub fn code(character: char) -> String {
    format!("{}{:04X}{}", CODE.0, u32::from(character), CODE.1)
}

/// The text with the characters themselves.
pub fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains(CODE.0) {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split(CODE.0);
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match character(piece) {
            Some((character, rest)) => {
                plain.push(character);
                plain.push_str(rest);
            }
            None => {
                plain.push_str(CODE.0);
                plain.push_str(piece);
            }
        }
    }
    Cow::Owned(plain)
}

fn character(piece: &str) -> Option<(char, &str)> {
    let (code, rest) = piece.split_once(CODE.1)?;
    let code = u32::from_str_radix(code, 16).ok()?;
    Some((char::from_u32(code)?, rest))
}

#[cfg(test)]
mod tests {
    use super::{code, decoded};

    #[test]
    fn decoded_gives_characters_for_codes_and_leaves_what_is_none() {
        for (drawn, text) in [
            ("Straße", "Straße"),
            ("[U+6AA4] und [U+1F33F]", "\u{6aa4} und \u{1f33f}"),
            ("[U+6AA4", "[U+6AA4"),
            ("[U+Z] [U+D800]", "[U+Z] [U+D800]"),
        ] {
            assert_eq!(decoded(drawn), text);
        }
        assert_eq!(decoded(&code('\u{1F33F}')), "\u{1F33F}");
    }
}
