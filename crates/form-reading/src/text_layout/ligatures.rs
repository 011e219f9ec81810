//! Latin ligatures as characters of their own (U+FB00 to U+FB06): some programs that print a form
//! anew say of its `fi` that it was one. Only what the form itself prints is compared without them;
//! values keep theirs.

use std::borrow::Cow;

/// Those that are known, and their letters.
const LIGATURES: [(char, &str); 7] = [
    ('\u{FB00}', "ff"),
    ('\u{FB01}', "fi"),
    ('\u{FB02}', "fl"),
    ('\u{FB03}', "ffi"),
    ('\u{FB04}', "ffl"),
    ('\u{FB05}', "st"),
    ('\u{FB06}', "st"),
];

/// A text with the letters of its ligatures.
pub(crate) fn taken_apart(text: &str) -> Cow<'_, str> {
    let mut apart = Cow::Borrowed(text);
    for (ligature, letters) in LIGATURES {
        if apart.contains(ligature) {
            apart = Cow::Owned(apart.replace(ligature, letters));
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::taken_apart;

    #[test]
    fn ligatures_are_read_as_their_letters() {
        assert_eq!(taken_apart("Pre\u{FB01}x Su\u{FB03}x"), "Prefix Suffix");
        assert_eq!(taken_apart("Größe"), "Größe");
    }
}
