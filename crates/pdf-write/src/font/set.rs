//! The fonts of one document: which characters were shown, and the operators that show them.

use std::collections::HashMap;

use lopdf::{Dictionary, Document, Object, ObjectId};

use super::embed;
use super::face::Glyph;
use super::family::{FACES, FontError, FontFamily, Weight};

/// Collects what is shown in a document and embeds it at the end.
///
/// Everything that shows text names one shared dictionary of resources, [`FontSet::resources`],
/// which exists from the start and is filled in by [`FontSet::finish`].
pub struct FontSet {
    family: &'static FontFamily,
    resources: ObjectId,
    subsets: [Subset; FACES],
}

/// The characters shown in one face. The code of a character is its place in the list, from 1: each
/// keeps a code of its own, also where two share a glyph, so that copied text is the text that was
/// shown.
#[derive(Default)]
pub(super) struct Subset {
    codes: HashMap<char, u16>,
    pub(super) shown: Vec<(char, Glyph)>,
}

impl FontSet {
    /// An empty set for a document; takes one object number.
    pub fn new(document: &mut Document) -> Result<Self, FontError> {
        Ok(Self {
            family: FontFamily::embedded()?,
            resources: document.new_object_id(),
            subsets: std::array::from_fn(|_| Subset::default()),
        })
    }

    pub fn family(&self) -> &'static FontFamily {
        self.family
    }

    /// The dictionary of resources with the fonts, for `/Resources` of pages and appearance
    /// streams.
    pub fn resources(&self) -> ObjectId {
        self.resources
    }

    /// Appends the operators that choose the fonts and show a text (`Tf`, `Tj`); to stand between
    /// `BT` and `ET` after a positioning operator. Line ends are not drawn.
    pub fn show(&mut self, content: &mut Vec<u8>, weight: Weight, size: f32, text: &str) {
        let subsets = &mut self.subsets;
        let mut current = None;
        self.family
            .each_glyph(weight, text, |face, character, glyph| {
                if current != Some(face) {
                    if current.is_some() {
                        content.extend_from_slice(b") Tj\n");
                    }
                    content.extend_from_slice(format!("/F{face} {size} Tf (").as_bytes());
                    current = Some(face);
                }
                for byte in subsets[face].code(character, glyph).to_be_bytes() {
                    push_escaped(content, byte);
                }
            });
        if current.is_some() {
            content.extend_from_slice(b") Tj\n");
        }
    }

    /// Embeds the faces that were used. The numbers of the new objects follow those of the
    /// document.
    pub fn finish(self, document: &mut Document) -> Result<(), FontError> {
        let mut fonts = Dictionary::new();
        for (index, subset) in self.subsets.iter().enumerate() {
            if !subset.shown.is_empty() {
                let font = embed::embed(document, &self.family.faces[index], subset)?;
                fonts.set(format!("F{index}"), Object::Reference(font));
            }
        }
        let mut resources = Dictionary::new();
        resources.set("Font", fonts);
        document.set_object(self.resources, resources);
        Ok(())
    }
}

impl Subset {
    fn code(&mut self, character: char, glyph: Glyph) -> u16 {
        *self.codes.entry(character).or_insert_with(|| {
            self.shown.push((character, glyph));
            // No face has more characters than glyph numbers.
            u16::try_from(self.shown.len()).unwrap_or(u16::MAX)
        })
    }
}

/// A byte of a literal string (PDF 32000-1, 7.3.4.2).
fn push_escaped(content: &mut Vec<u8>, byte: u8) {
    match byte {
        b'\r' => content.extend_from_slice(b"\\r"),
        b'\n' => content.extend_from_slice(b"\\n"),
        b'(' | b')' | b'\\' => content.extend_from_slice(&[b'\\', byte]),
        _ => content.push(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_used_faces_are_embedded_and_the_bytes_are_the_same_each_time() {
        let make = || {
            let mut document = Document::with_version("1.7");
            let mut fonts = FontSet::new(&mut document).unwrap();
            let mut content = Vec::new();
            fonts.show(&mut content, Weight::Regular, 10.0, "Größe (1)\u{1F600}");
            let resources = fonts.resources();
            fonts.finish(&mut document).unwrap();
            let mut bytes = Vec::new();
            document.save_to(&mut bytes).unwrap();
            (document, resources, content, bytes)
        };
        let (document, resources, content, bytes) = make();
        let fonts = document.get_dictionary(resources).unwrap();
        let fonts = fonts.get(b"Font").unwrap().as_dict().unwrap();
        assert!(fonts.has(b"F0") && !fonts.has(b"F1") && fonts.has(b"F2"));
        assert!(content.starts_with(b"/F0 10 Tf (\0\x01"));
        assert!(bytes.len() < 30_000, "{}", bytes.len());
        assert_eq!(make().3, bytes);
    }

    #[test]
    fn an_empty_text_shows_nothing() {
        let mut document = Document::with_version("1.7");
        let mut fonts = FontSet::new(&mut document).unwrap();
        let mut content = Vec::new();
        fonts.show(&mut content, Weight::Regular, 10.0, "\n");
        assert!(content.is_empty());
    }
}
