//! How an error shows a text that came from a client: by its beginning, on one line.

/// The first `characters_max` characters of a text, with `…` where there are more of them. What
/// would steer a terminal or break the line of a log is a blank.
pub fn excerpt(text: &str, characters_max: usize) -> String {
    let mut characters = text.chars().map(on_one_line);
    let beginning: String = characters.by_ref().take(characters_max).collect();
    let mark = characters.next().map_or("", |_| "…");
    beginning + mark
}

/// Cuts what is longer than so many bytes, at the end of a character, and marks that with `…`.
pub fn cut_to(text: &mut String, bytes_max: usize) {
    if text.len() > bytes_max {
        text.truncate(text.floor_char_boundary(bytes_max));
        text.push('…');
    }
}

fn on_one_line(character: char) -> char {
    let breaks_line = matches!(character, '\u{2028}' | '\u{2029}');
    match breaks_line || character.is_control() {
        true => ' ',
        false => character,
    }
}

#[cfg(test)]
mod tests {
    use super::{cut_to, excerpt};

    #[test]
    fn an_excerpt_is_the_whole_text_up_to_its_length_and_marked_beyond() {
        for (text, expected) in [
            ("", ""),
            ("äöü", "äöü"),
            ("äöüß", "äöüß"),
            ("äöüß€", "äöüß…"),
        ] {
            assert_eq!(excerpt(text, 4), expected);
        }
        assert_eq!(excerpt(&"x".repeat(1_000_000), 60).chars().count(), 61);
    }

    #[test]
    fn cut_to_keeps_what_is_short_enough_and_whole_characters_of_what_is_not() {
        for (text, expected) in [
            ("", ""),
            ("a\nb", "a\nb"),
            ("äö", "äö"),
            ("abcde", "abcd…"),
            ("aäöü", "aä…"),
        ] {
            let mut cut = text.to_owned();
            cut_to(&mut cut, 4);
            assert_eq!(cut, expected);
        }
    }

    #[test]
    fn an_excerpt_has_one_line_and_no_control_characters() {
        let breaks = "a\nb\rc\td\0e\u{1b}f\u{85}g\u{2028}h\u{2029}i";
        assert_eq!(excerpt(breaks, 60), "a b c d e f g h i");
        let letters = "Müller-Ćirić, 1.234,50 €, 👩\u{200d}🔬";
        assert_eq!(excerpt(letters, 60), letters);
    }
}
