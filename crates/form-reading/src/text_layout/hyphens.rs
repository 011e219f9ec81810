//! Hyphens as people see them.

use std::borrow::Cow;

const SOFT_HYPHEN: char = '\u{AD}';

/// The text with plain hyphens for soft ones. Fonts have one glyph for both, so those that are
/// drawn are read as plain ones, and a text of the form type is found by what is seen of it.
pub(crate) fn as_seen(text: &str) -> Cow<'_, str> {
    match text.contains(SOFT_HYPHEN) {
        true => Cow::Owned(text.replace(SOFT_HYPHEN, "-")),
        false => Cow::Borrowed(text),
    }
}
