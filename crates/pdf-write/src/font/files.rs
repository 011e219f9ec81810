//! Font files with a part of the glyphs of a face, as they are embedded.
//!
//! Files that many documents share are made once and kept: cutting one out of a face and packing it
//! takes longer than filling a small form. Promises: the glyphs alone decide what a file is,
//! whatever was made before.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lopdf::{Stream, dictionary};
use subsetter::GlyphRemapper;

use super::error::FontError;
use crate::packing::Packing;

/// A font file with some glyphs of a face.
pub(super) struct SubsetFile {
    /// The numbers of its glyphs in the face.
    glyphs: Vec<u16>,
    places: GlyphRemapper,
    stream: Stream,
}

/// The files of a face: how they are made, and those that are kept.
pub(super) struct SubsetFiles {
    /// The name of the face.
    name: &'static str,
    /// The file with all of its glyphs.
    whole: &'static [u8],
    /// The glyphs of what most texts are made of, in their order.
    common_glyphs: Vec<u16>,
    common: OnceLock<Result<Arc<SubsetFile>, FontError>>,
    /// Those that were used last, the latest one at the end.
    others: Mutex<Vec<Arc<SubsetFile>>>,
}

/// What most texts are made of.
const COMMON: &str = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`\
    abcdefghijklmnopqrstuvwxyz{|}~ÄÖÜäöüß§°€–„“”’é";

/// A document that uses fewer of the common glyphs has a file of its own, which is shorter.
const COMMON_GLYPHS_MIN: usize = 40;

/// How many other files of a face are kept, and how long they may be, in bytes.
const KEPT_MAX: usize = 8;
const KEPT_BYTES_MAX: usize = 64 << 10;

impl SubsetFile {
    /// The number in the file of a glyph of the face.
    pub(super) fn place(&self, glyph: u16) -> Option<u16> {
        self.places.get(glyph)
    }

    pub(super) fn stream(&self) -> Stream {
        self.stream.clone()
    }
}

impl SubsetFiles {
    /// Of a face with this name and file; `number` knows the glyphs of its characters.
    pub(super) fn new(
        name: &'static str,
        whole: &'static [u8],
        number: impl Fn(char) -> Option<u16>,
    ) -> Self {
        Self {
            name,
            whole,
            common_glyphs: in_order(COMMON.chars().filter_map(number).collect()),
            common: OnceLock::new(),
            others: Mutex::default(),
        }
    }

    /// A file that has at least these glyphs, for a document like many others.
    pub(super) fn shared(&self, glyphs: Vec<u16>) -> Result<Arc<SubsetFile>, FontError> {
        let glyphs = in_order(glyphs);
        if glyphs.len() >= COMMON_GLYPHS_MIN {
            let common = self.common.get_or_init(|| {
                let common = self.cut(self.common_glyphs.clone(), Packing::Smallest);
                common.map(Arc::new)
            });
            let common = common.as_ref().map_err(FontError::clone)?;
            if glyphs.iter().all(|glyph| common.place(*glyph).is_some()) {
                return Ok(Arc::clone(common));
            }
        }
        self.kept(glyphs)
    }

    /// A file with these glyphs, in their order.
    pub(super) fn cut(&self, glyphs: Vec<u16>, packing: Packing) -> Result<SubsetFile, FontError> {
        let places = GlyphRemapper::new_from_glyphs(&glyphs);
        let file = subsetter::subset(self.whole, 0, &places)
            .map_err(|error| FontError::new(self.name, error))?;
        let length = dictionary! { "Length1" => file.len() as i64 };
        let stream = packing.stream(length, file);
        Ok(SubsetFile {
            glyphs,
            places,
            stream,
        })
    }

    /// The file with exactly these glyphs: one that is kept, or a new one.
    fn kept(&self, glyphs: Vec<u16>) -> Result<Arc<SubsetFile>, FontError> {
        // The list is whole whenever the lock is free, so a panic elsewhere does not spoil it.
        let lock = || self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |kept: &mut Vec<Arc<SubsetFile>>| {
            let place = kept.iter().position(|file| file.glyphs == glyphs)?;
            let file = kept.remove(place);
            kept.push(Arc::clone(&file));
            Some(file)
        };
        if let Some(file) = known(&mut lock()) {
            return Ok(file);
        }
        let file = Arc::new(self.cut(glyphs.clone(), Packing::Quick)?);
        let mut kept = lock();
        if file.stream.content.len() <= KEPT_BYTES_MAX && known(&mut kept).is_none() {
            if kept.len() >= KEPT_MAX {
                kept.remove(0);
            }
            kept.push(Arc::clone(&file));
        }
        Ok(file)
    }
}

/// Each once.
fn in_order(mut glyphs: Vec<u16>) -> Vec<u16> {
    glyphs.sort_unstable();
    glyphs.dedup();
    glyphs
}

#[cfg(test)]
mod tests {
    use super::super::embedded::{BOLD, faces};
    use super::super::face::Face;
    use super::*;

    fn glyphs(face: &Face, text: &str) -> Vec<u16> {
        let glyphs = text.chars().map(|character| face.number(character));
        glyphs.collect::<Option<_>>().unwrap()
    }

    #[test]
    fn documents_of_common_letters_share_a_file_and_others_have_their_own() {
        let face = &faces().unwrap()[BOLD];
        let shared = |text: &str| face.subsets.shared(glyphs(face, text)).unwrap();
        let letters: String = ('A'..='z').filter(char::is_ascii_alphabetic).collect();
        let common = shared(&letters);
        assert!(Arc::ptr_eq(&common, &shared(&format!("{letters}ÄÖÜ"))));
        let other = shared(&format!("{letters}Ł"));
        assert!(other.place(face.number('Ł').unwrap()).is_some());
        assert!(other.place(face.number('€').unwrap()).is_none());
        assert!(shared("AB").stream.content.len() < common.stream.content.len() / 2);
    }

    #[test]
    fn the_files_that_were_used_last_are_kept() {
        let face = &faces().unwrap()[BOLD];
        let whole = face.subsets.whole;
        let files = SubsetFiles::new("Bold", whole, |character| face.number(character));
        let kept = |glyph: u16| files.kept(vec![glyph]).unwrap();
        let first = kept(1);
        for glyph in 2..20 {
            assert_eq!(kept(glyph).glyphs, [glyph]);
            assert!(Arc::ptr_eq(&kept(1), &first));
        }
        assert_eq!(files.others.lock().unwrap().len(), KEPT_MAX);
    }
}
