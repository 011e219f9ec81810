//! A text as it can be drawn, before it is put in order: what no face has is its code point.

use unicode_normalization::UnicodeNormalization as _;
use unicode_segmentation::UnicodeSegmentation as _;

use super::family::{FontFamily, Weight};
use super::script::{is_complex, is_invisible};

pub(super) struct DrawableText {
    pub(super) text: String,
    /// Where graphemes begin that are longer or shorter than they were: here and in the text that
    /// was given, in bytes.
    origins: Vec<(usize, usize)>,
}

impl DrawableText {
    pub(super) fn of(family: &FontFamily, weight: Weight, text: &str) -> Self {
        let mut drawable = Self {
            text: String::with_capacity(text.len()),
            origins: Vec::new(),
        };
        for (start, grapheme) in text.grapheme_indices(true) {
            drawable.origins.push((drawable.text.len(), start));
            drawable.push(family, weight, grapheme);
        }
        drawable
    }

    /// Where the grapheme at a place of this text begins in the text that was given.
    pub(super) fn origin(&self, place: usize) -> usize {
        let after = self.origins.partition_point(|(here, _)| *here <= place);
        after
            .checked_sub(1)
            .and_then(|last| self.origins.get(last))
            .map_or(0, |(_, origin)| *origin)
    }

    fn push(&mut self, family: &FontFamily, weight: Weight, grapheme: &str) {
        match grapheme {
            "\n" | "\r" | "\r\n" => return,
            "\t" => return self.text.push_str("    "),
            _ => {}
        }
        if family.face_of(weight, grapheme, None).is_some() {
            if grapheme.chars().any(is_complex) {
                self.text.push_str(grapheme);
            } else {
                self.text.extend(grapheme.nfc());
            }
            return;
        }
        for character in grapheme.nfc() {
            if is_invisible(character) || family.has(weight, character) {
                self.text.push(character);
            } else {
                self.text
                    .push_str(&format!("[U+{:04X}]", u32::from(character)));
            }
        }
    }
}

impl FontFamily {
    /// The face that has all characters of a grapheme that can be seen.
    pub(super) fn face_of(
        &self,
        weight: Weight,
        grapheme: &str,
        current: Option<usize>,
    ) -> Option<usize> {
        let has_all = |face: &usize| {
            let face = &self.faces[*face];
            let mut characters = grapheme.chars();
            characters.all(|character| is_invisible(character) || face.glyph(character).is_some())
        };
        let mut faces = current.into_iter().chain(self.complex_faces(weight));
        faces.find(has_all)
    }

    fn has(&self, weight: Weight, character: char) -> bool {
        let mut faces = self.complex_faces(weight);
        faces.any(|face| self.faces[face].glyph(character).is_some())
    }
}
