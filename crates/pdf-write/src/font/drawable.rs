//! A text as it can be drawn, before it is put in order: what no face has is its code point.

use forms::codes::code;
use unicode_normalization::UnicodeNormalization as _;

use super::family::{FontFamily, push_behind_code};
use super::grapheme::Graphemes;
use super::script::{is_complex, is_forcing_order, is_invisible, needs_shaping};
use super::weight::Weight;

pub(super) struct DrawableText {
    pub(super) text: String,
    /// What it is read as: with the characters behind the codes.
    pub(super) read: String,
    /// Where what is drawn for each character begins: here and in the text that was given, in
    /// bytes.
    origins: Vec<(usize, usize)>,
}

impl DrawableText {
    pub(super) fn of(family: &FontFamily, weight: Weight, text: &str) -> Self {
        let mut drawable = Self {
            text: String::with_capacity(text.len()),
            read: String::with_capacity(text.len()),
            origins: Vec::new(),
        };
        for (start, grapheme) in Graphemes::of(text) {
            drawable.push(family, weight, start, grapheme);
        }
        drawable
    }

    /// Where the character at a place of this text begins in the text that was given.
    pub(super) fn origin(&self, place: usize) -> usize {
        let after = self.origins.partition_point(|(here, _)| *here <= place);
        after
            .checked_sub(1)
            .and_then(|last| self.origins.get(last))
            .map_or(0, |(_, origin)| *origin)
    }

    fn push(&mut self, family: &FontFamily, weight: Weight, start: usize, grapheme: &str) {
        match grapheme {
            "\n" | "\r" | "\r\n" => return,
            forcing if forcing.chars().all(is_forcing_order) => return,
            "\t" => {
                self.origins.push((self.text.len(), start));
                self.read.push_str("    ");
                return self.text.push_str("    ");
            }
            _ => {}
        }
        let is_whole = family.face_of(weight, grapheme, None).is_some();
        let is_shaped = is_whole && family.is_shaping && grapheme.chars().any(is_complex);
        // A composed character stands for more than one, so that the last ones can be too many.
        let mut places = grapheme.char_indices();
        let mut push = |character: char| {
            let place = places.next();
            let origin = place.map(|(index, _)| (self.text.len(), start + index));
            self.origins.extend(origin);
            if is_whole || is_invisible(character) || family.has(weight, character) {
                self.text.push(character);
                return self.read.push(character);
            }
            self.text.push_str(&code(character));
            push_behind_code(&mut self.read, character);
        };
        match is_shaped {
            true => grapheme.chars().for_each(&mut push),
            false => grapheme.nfc().for_each(&mut push),
        }
    }
}

impl FontFamily {
    /// The characters of a text that no face has, each time that one is drawn as its code point.
    pub(crate) fn missing(&self, weight: Weight, text: &str) -> Vec<char> {
        let lacks = |character: &char| {
            !is_invisible(*character) && *character != '\t' && !self.has(weight, *character)
        };
        if !needs_shaping(text) {
            return text.nfc().filter(lacks).collect();
        }
        let graphemes = Graphemes::of(text).map(|(_, grapheme)| grapheme);
        let undrawn = graphemes.filter(|whole| self.face_of(weight, whole, None).is_none());
        undrawn
            .flat_map(|whole| whole.nfc().filter(lacks))
            .collect()
    }

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
            characters.all(|character| is_invisible(character) || face.has(character))
        };
        let mut faces = current.into_iter().chain(self.complex_faces(weight));
        faces.find(has_all)
    }

    fn has(&self, weight: Weight, character: char) -> bool {
        let mut faces = self.complex_faces(weight);
        faces.any(|face| self.faces[face].has(character))
    }
}
