//! Graphemes: what a person sees as one character (UAX 29).

use unicode_segmentation::{GraphemeIndices, UnicodeSegmentation as _};

/// Longest grapheme, in characters; a longer one is parted, as no script needs it. Text that is
/// safe to stream has at most 30 marks on a letter (UAX 15, 13).
const CHARACTERS_MAX: usize = 32;

/// The graphemes of a text, each with where it begins, in bytes.
pub(super) struct Graphemes<'text> {
    indices: GraphemeIndices<'text>,
    /// What is left of one that is too long.
    rest: (usize, &'text str),
}

impl<'text> Graphemes<'text> {
    pub(super) fn of(text: &'text str) -> Self {
        Self {
            indices: text.grapheme_indices(true),
            rest: (0, ""),
        }
    }
}

impl<'text> Iterator for Graphemes<'text> {
    type Item = (usize, &'text str);

    fn next(&mut self) -> Option<Self::Item> {
        let (start, grapheme) = match self.rest.1 {
            "" => self.indices.next()?,
            _ => self.rest,
        };
        let end = grapheme.char_indices().nth(CHARACTERS_MAX);
        let (part, rest) = grapheme.split_at(end.map_or(grapheme.len(), |(end, _)| end));
        self.rest = (start + part.len(), rest);
        Some((start, part))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphemes_keep_their_marks_up_to_thirty_one() {
        let of = |text| Graphemes::of(text).collect::<Vec<_>>();
        assert_eq!(of("e\u{301}b"), [(0, "e\u{301}"), (3, "b")]);
        let marks = format!("xa{}b", "\u{301}".repeat(33));
        let lengths: Vec<(usize, usize)> = of(&marks)
            .into_iter()
            .map(|(start, grapheme)| (start, grapheme.chars().count()))
            .collect();
        assert_eq!(lengths, [(0, 1), (1, 32), (64, 2), (68, 1)]);
    }
}
