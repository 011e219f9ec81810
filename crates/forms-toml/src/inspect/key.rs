//! Keys from names: ASCII, camel case, each used once.

use std::collections::HashSet;

use forms::form_type::OTHER_FIELDS;
use unicode_normalization::UnicodeNormalization as _;

/// The longest key. A longer one is cut, between words where there are several.
const LENGTH_MAX: usize = 48;

/// Makes unique keys.
#[derive(Default)]
pub(super) struct Keys(HashSet<String>);

impl Keys {
    /// Keys that are none of these names.
    pub(super) fn apart_from<'name>(names: impl Iterator<Item = &'name String>) -> Self {
        Self(names.cloned().collect())
    }

    /// A key for a name: its words in camel case, with a number where the key is taken.
    pub(super) fn unique(&mut self, name: &str) -> String {
        let key = camel_case(name);
        let key = match key.chars().next() {
            Some(first) if first.is_ascii_alphabetic() => key,
            _ => format!("field{key}"),
        };
        let candidates =
            std::iter::once(key.clone()).chain((2_u64..).map(|number| format!("{key}_{number}")));
        // It is taken for what a form type does not know.
        let free = candidates
            .into_iter()
            .find(|candidate| candidate != OTHER_FIELDS && !self.0.contains(candidate))
            .unwrap_or(key);
        self.0.insert(free.clone());
        free
    }
}

/// The letters and digits of a name as one word; German letters are spelled out, accents left out,
/// and what then is no ASCII ends a word.
pub(super) fn camel_case(name: &str) -> String {
    let spelled = spelled(name);
    let mut key = String::new();
    for word in spelled.split(' ').filter(|word| !word.is_empty()) {
        let is_capitals = word.len() > 1 && !word.bytes().any(|byte| byte.is_ascii_lowercase());
        let word = if is_capitals {
            word.to_ascii_lowercase()
        } else {
            word.to_owned()
        };
        let mut letters = word.chars();
        let first = letters.next().map(|first| match key.is_empty() {
            true => first.to_ascii_lowercase(),
            false => first.to_ascii_uppercase(),
        });
        if !key.is_empty() && key.len() + word.len() > LENGTH_MAX {
            break;
        }
        key.extend(first.into_iter().chain(letters));
    }
    key.truncate(LENGTH_MAX);
    key
}

/// ASCII letters and digits, blanks for all else.
fn spelled(name: &str) -> String {
    let mut spelled = String::new();
    for character in name.nfc() {
        match character {
            'ä' => spelled.push_str("ae"),
            'ö' => spelled.push_str("oe"),
            'ü' => spelled.push_str("ue"),
            'ß' => spelled.push_str("ss"),
            'Ä' => spelled.push_str("Ae"),
            'Ö' => spelled.push_str("Oe"),
            'Ü' => spelled.push_str("Ue"),
            // These part no words.
            '\'' | '’' | '\u{ad}' => {}
            other => {
                let bare = std::iter::once(other).nfd().next();
                let bare = bare.filter(char::is_ascii_alphanumeric);
                spelled.push(bare.unwrap_or(' '));
            }
        }
    }
    spelled
}
