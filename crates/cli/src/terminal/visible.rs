//! What strangers have written, for a terminal, which would obey its control characters: these and
//! marks that turn the direction of writing stand there as their numbers.

use std::fmt::Write as _;

use domain::attachment::is_direction_mark;

/// The text in one line.
pub(crate) fn in_one_line(text: &str) -> String {
    with_numbers(
        text,
        |_| false,
        |character| character.escape_unicode().to_string(),
    )
}

/// The text, which may have lines and tabulators of its own.
pub(super) fn in_lines(text: &str) -> String {
    with_numbers(text, is_white_space, |character| {
        character.escape_unicode().to_string()
    })
}

/// JSON that says the same.
pub(crate) fn as_json(json: &str) -> String {
    with_numbers(json, is_white_space, |character| {
        let mut units = [0; 2];
        let units = character.encode_utf16(&mut units);
        units.iter().fold(String::new(), |mut escaped, unit| {
            // A text takes everything.
            let _ = write!(escaped, "\\u{unit:04x}");
            escaped
        })
    })
}

/// TOML that says the same. In a comment the numbers stand as they would in a text.
pub(crate) fn as_toml(toml: &str) -> String {
    with_numbers(toml, is_white_space, |character| {
        format!("\\U{:08X}", u32::from(character))
    })
}

fn is_white_space(character: char) -> bool {
    matches!(character, '\n' | '\t')
}

fn with_numbers(
    text: &str,
    is_kept: impl Fn(char) -> bool,
    number: impl Fn(char) -> String,
) -> String {
    let shown = text.chars().map(|character| {
        let is_obeyed = character.is_control() || is_direction_mark(character);
        match is_obeyed && !is_kept(character) {
            true => number(character),
            false => character.to_string(),
        }
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::{as_json, as_toml, in_lines, in_one_line};

    const WRITTEN: &str = "a\u{1b}[2J\u{9b}2J\u{202e}\n\tb";

    #[test]
    fn nothing_is_left_that_a_terminal_would_obey() {
        let shown = "a\\u{1b}[2J\\u{9b}2J\\u{202e}";
        assert_eq!(in_one_line(WRITTEN), format!("{shown}\\u{{a}}\\u{{9}}b"));
        assert_eq!(in_lines(WRITTEN), format!("{shown}\n\tb"));
    }

    #[test]
    fn json_says_the_same_by_numbers() {
        let value = serde_json::json!({ WRITTEN: [WRITTEN, "Übermut 🎉"] });
        let json = serde_json::to_string_pretty(&value).unwrap();
        let shown = as_json(&json);
        assert!(!shown.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{shown}");
        let read: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(read, value);
    }

    #[test]
    fn toml_says_the_same_by_numbers() {
        let shown = as_toml("# a\u{202e}b\nlabel = \"ü\u{202e}b\u{2069}\"\n");
        assert!(!shown.contains(['\u{202e}', '\u{2069}']), "{shown}");
        let read: toml::Table = toml::from_str(&shown).unwrap();
        let label = read["label"].as_str().unwrap();
        assert_eq!(label, "ü\u{202e}b\u{2069}");
    }
}
