//! The fonts of one document: which characters were shown, and the operators that show them.

use forms::words::LINE_TAG;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};

use super::added::AddedFonts;
use super::embed;
use super::error::FontError;
use super::face::{choose, resource_name};
use super::family::FontFamily;
use super::pen::Pen;
use super::script::needs_shaping;
use super::shaped_text::ShapedText;
use super::shaping;
use super::subset::Subset;
use super::text_line::TextLine;
use super::weight::Weight;
use crate::packing::Packing;
use crate::text_string::{hexadecimal, push_escaped};

/// Collects what is shown in a document and embeds it at the end.
///
/// Everything that shows text names one shared dictionary of fonts, which exists from the start and
/// is filled in by [`FontSet::finish`].
pub(crate) struct FontSet {
    family: FontFamily,
    fonts: ObjectId,
    /// What appearance streams share: the fonts alone.
    resources: ObjectId,
    packing: Packing,
    /// One for each face.
    subsets: Vec<Subset>,
}

/// The most text of a document that is shaped, counted in characters of the values that need
/// shaping: some forty pages. Where there is more, every character of the document stands for
/// itself: nothing is missing and all of it stands in order, but letters do not join. Shaping costs
/// more than ten times as much as other text, and the text comes from strangers.
pub(super) const SHAPED_CHARACTERS_MAX: usize = 100_000;

impl FontSet {
    /// An empty set for a document; takes two object numbers.
    pub(crate) fn new(
        document: &mut Document,
        packing: Packing,
        added: &AddedFonts,
    ) -> Result<Self, FontError> {
        let family = FontFamily::with(added)?;
        Ok(Self {
            fonts: document.new_object_id(),
            resources: document.new_object_id(),
            packing,
            subsets: family.faces.iter().map(|_| Subset::default()).collect(),
            family,
        })
    }

    /// The same set, without shaping if these texts of the document have more than
    /// [`SHAPED_CHARACTERS_MAX`].
    pub(crate) fn for_texts<'text>(mut self, texts: impl Iterator<Item = &'text str>) -> Self {
        let shaped = texts.filter(|text| needs_shaping(text));
        let characters = shaped.map(|text| text.chars().count()).sum::<usize>();
        if characters > SHAPED_CHARACTERS_MAX {
            self.family = self.family.without_shaping();
        }
        self
    }

    pub(crate) fn family(&self) -> &FontFamily {
        &self.family
    }

    /// How the streams of the document are compressed.
    pub(crate) fn packing(&self) -> Packing {
        self.packing
    }

    /// The dictionary of resources with the fonts, for `/Resources` of appearance streams.
    pub(crate) fn resources(&self) -> ObjectId {
        self.resources
    }

    /// The resources of one page: each has a dictionary of its own, since programs that draw fields
    /// into pages add to it, under names that are new on that page only.
    pub(crate) fn page_resources(&self) -> Dictionary {
        dictionary! { "Font" => self.fonts }
    }

    /// Appends the operators that choose the fonts and show a text (`Tf`, `Tj`); to stand between
    /// `BT` and `ET` after a positioning operator. Line ends are not drawn. Where codes are drawn,
    /// `pdf-read` is told what they stand for ([`LINE_TAG`]).
    pub(crate) fn show<'text>(
        &mut self,
        content: &mut Vec<u8>,
        weight: Weight,
        size: f32,
        line: impl Into<TextLine<'text>>,
    ) {
        let line = line.into();
        if let Some(shaped) = shaping::shaped(&self.family, weight, line) {
            return self.show_shaped(content, size, &shaped);
        }
        let behind_codes = self.family.behind_codes(weight, line.text);
        if let Some(text) = &behind_codes {
            begin_line(content, text);
        }
        let subsets = &mut self.subsets;
        let mut current = None;
        self.family
            .each_glyph(weight, line.text, |face, character, glyph| {
                if current != Some(face) {
                    if current.is_some() {
                        content.extend_from_slice(b") Tj\n");
                    }
                    choose(content, face, size);
                    content.push(b'(');
                    current = Some(face);
                }
                for byte in subsets[face].code(character, glyph).to_be_bytes() {
                    push_escaped(content, byte);
                }
            });
        if current.is_some() {
            content.extend_from_slice(b") Tj\n");
        }
        if behind_codes.is_some() {
            content.extend_from_slice(b"EMC\n");
        }
    }

    /// Shows shaped text. Viewers reverse text that runs to the left by themselves; `pdf-read` is
    /// told its order ([`LINE_TAG`]).
    fn show_shaped(&mut self, content: &mut Vec<u8>, size: f32, shaped: &ShapedText) {
        if shaped.glyphs.is_empty() {
            return;
        }
        begin_line(content, &shaped.text);
        let mut pen = Pen::default();
        let mut left_in_cluster = 0;
        for glyph in &shaped.glyphs {
            if let Some((count, text)) = &glyph.cluster {
                pen.close(content);
                let text = hexadecimal(text);
                let span = format!("/Span <</ActualText <FEFF{text}>>> BDC\n");
                content.extend_from_slice(span.as_bytes());
                left_in_cluster = *count;
            }
            let code = self.subsets[glyph.face].shaped_code(glyph);
            pen.draw(content, size, glyph, code);
            if left_in_cluster == 1 {
                pen.close(content);
                content.extend_from_slice(b"EMC\n");
            }
            left_in_cluster = left_in_cluster.saturating_sub(1);
        }
        pen.finish(content);
        content.extend_from_slice(b"EMC\n");
    }

    /// Embeds the faces that were used. The numbers of the new objects follow those of the
    /// document.
    pub(crate) fn finish(self, document: &mut Document) -> Result<(), FontError> {
        let mut fonts = Dictionary::new();
        for (index, subset) in self.subsets.iter().enumerate() {
            if !subset.shown.is_empty() {
                let font = embed::embed(document, self.family.faces[index], subset, self.packing)?;
                fonts.set(resource_name(index), Object::Reference(font));
            }
        }
        document.set_object(self.fonts, fonts);
        document.set_object(self.resources, self.page_resources());
        Ok(())
    }
}

/// Begins marked content that says what a line is read as.
fn begin_line(content: &mut Vec<u8>, text: &str) {
    let text = hexadecimal(text);
    content.extend_from_slice(format!("/{LINE_TAG} <</Text <FEFF{text}>>> BDC\n").as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_used_faces_are_embedded_and_the_bytes_are_the_same_each_time() {
        let make = || {
            let mut document = Document::with_version("1.7");
            let mut fonts =
                FontSet::new(&mut document, Packing::Quick, &AddedFonts::default()).unwrap();
            let mut content = Vec::new();
            fonts.show(&mut content, Weight::Regular, 10.0, "Größe (1)\u{1F600}");
            let resources = fonts.resources();
            fonts.finish(&mut document).unwrap();
            let mut bytes = Vec::new();
            document.save_to(&mut bytes).unwrap();
            (document, resources, content, bytes)
        };
        let (document, resources, content, bytes) = make();
        let fonts = document.get_dictionary(resources).unwrap().get(b"Font");
        let fonts = document.get_dictionary(fonts.unwrap().as_reference().unwrap());
        let fonts = fonts.unwrap();
        assert!(fonts.has(b"Face0") && !fonts.has(b"Face1") && fonts.has(b"Face2"));
        assert!(content.starts_with(b"/Face0 10 Tf\n(\0\x01"));
        assert!(bytes.len() < 30_000, "{}", bytes.len());
        assert_eq!(make().3, bytes);
    }

    #[test]
    fn for_texts_shapes_up_to_its_bound_and_draws_all_of_what_is_beyond_it() {
        let widths = |beyond: usize| {
            let mut document = Document::with_version("1.7");
            let words = "سلام ".repeat(SHAPED_CHARACTERS_MAX / 10);
            let texts = [&words, "Hallo", &words, &"س".repeat(beyond)];
            let fonts =
                FontSet::new(&mut document, Packing::Quick, &AddedFonts::default()).unwrap();
            let fonts = fonts.for_texts(texts.into_iter());
            let width = |text: &str| fonts.family().width(Weight::Regular, text, 10.0);
            (
                width("سلام"),
                "سلام"
                    .chars()
                    .map(|one| width(&one.to_string()))
                    .sum::<f32>(),
            )
        };
        let (joined, apart) = widths(0);
        assert!(joined < 0.8 * apart, "{joined} {apart}");
        let (joined, apart) = widths(1);
        assert!((joined - apart).abs() < 0.01, "{joined} {apart}");
    }

    #[test]
    fn an_empty_text_shows_nothing() {
        let mut document = Document::with_version("1.7");
        let mut fonts =
            FontSet::new(&mut document, Packing::Quick, &AddedFonts::default()).unwrap();
        let mut content = Vec::new();
        fonts.show(&mut content, Weight::Regular, 10.0, "\n");
        assert!(content.is_empty());
    }
}
