//! Keys from names: ASCII, camel case, each used once.

use std::collections::HashSet;

/// Longer keys say no more.
const LENGTH_MAX: usize = 60;

/// Makes keys that differ.
#[derive(Default)]
pub(super) struct Keys(HashSet<String>);

impl Keys {
    /// A key for a name: its words in camel case, with a number where the key is taken.
    pub(super) fn unique(&mut self, name: &str) -> String {
        let key = camel_case(name);
        let key = match key.chars().next() {
            Some(first) if first.is_ascii_alphabetic() => key,
            _ => format!("field{key}"),
        };
        let candidates =
            std::iter::once(key.clone()).chain((2_u64..).map(|number| format!("{key}_{number}")));
        // `otherFields` is taken for what a form type does not know.
        let free = candidates
            .into_iter()
            .find(|candidate| candidate != "otherFields" && !self.0.contains(candidate))
            .unwrap_or(key);
        self.0.insert(free.clone());
        free
    }
}

/// The letters and digits of a name as one word; German letters are spelled out, others without an
/// ASCII form end a word.
pub(super) fn camel_case(name: &str) -> String {
    let mut key = String::new();
    let mut word_begins = false;
    for character in name.chars() {
        let spelled = match character {
            'ä' => "ae",
            'ö' => "oe",
            'ü' => "ue",
            'ß' => "ss",
            'Ä' => "Ae",
            'Ö' => "Oe",
            'Ü' => "Ue",
            other if other.is_ascii_alphanumeric() => {
                push(&mut key, other, &mut word_begins);
                continue;
            }
            _ => {
                word_begins = true;
                continue;
            }
        };
        spelled
            .chars()
            .for_each(|letter| push(&mut key, letter, &mut word_begins));
    }
    key.truncate(LENGTH_MAX);
    key
}

fn push(key: &mut String, letter: char, word_begins: &mut bool) {
    let letter = match (key.is_empty(), *word_begins) {
        (true, _) => letter.to_ascii_lowercase(),
        (false, true) => letter.to_ascii_uppercase(),
        (false, false) => letter,
    };
    key.push(letter);
    *word_begins = false;
}
