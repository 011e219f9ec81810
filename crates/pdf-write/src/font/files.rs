//! Font files with a part of the glyphs of a face, as they are embedded.
//!
//! Files that many documents share are made once and kept: cutting one out of a face and packing it
//! takes longer than filling a small form. Promises: the glyphs alone decide what a file is,
//! whatever was made before.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lopdf::{Stream, dictionary};
use subsetter::GlyphRemapper;

use super::error::FontError;
use super::face::Face;
use crate::packing::Packing;

/// A font file with some glyphs of a face.
pub(super) struct SubsetFile {
    /// The numbers of its glyphs in the face.
    glyphs: Vec<u16>,
    places: GlyphRemapper,
    stream: Stream,
}

/// The files of a face that are kept.
#[derive(Default)]
pub(super) struct SubsetFiles {
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
    /// A file with these glyphs of a face, in their order.
    pub(super) fn new(face: &Face, glyphs: Vec<u16>, packing: Packing) -> Result<Self, FontError> {
        let places = GlyphRemapper::new_from_glyphs(&glyphs);
        let file = subsetter::subset(face.file, 0, &places)
            .map_err(|error| FontError::new(face.name, error))?;
        let length = dictionary! { "Length1" => file.len() as i64 };
        let stream = packing.stream(length, file);
        Ok(Self {
            glyphs,
            places,
            stream,
        })
    }

    /// A file that has at least these glyphs, for a document like many others.
    pub(super) fn shared(face: &Face, mut glyphs: Vec<u16>) -> Result<Arc<Self>, FontError> {
        glyphs.sort_unstable();
        glyphs.dedup();
        if glyphs.len() >= COMMON_GLYPHS_MIN {
            let common = face.subsets.common.get_or_init(|| Self::common(face));
            let common = common.as_ref().map_err(FontError::clone)?;
            if glyphs.iter().all(|glyph| common.place(*glyph).is_some()) {
                return Ok(Arc::clone(common));
            }
        }
        face.subsets
            .kept(glyphs, |glyphs| Self::new(face, glyphs, Packing::Quick))
    }

    fn common(face: &Face) -> Result<Arc<Self>, FontError> {
        let glyphs = COMMON
            .chars()
            .filter_map(|character| face.number(character));
        let mut glyphs: Vec<u16> = glyphs.collect();
        glyphs.sort_unstable();
        glyphs.dedup();
        Self::new(face, glyphs, Packing::Smallest).map(Arc::new)
    }

    /// The number in the file of a glyph of the face.
    pub(super) fn place(&self, glyph: u16) -> Option<u16> {
        self.places.get(glyph)
    }

    pub(super) fn stream(&self) -> Stream {
        self.stream.clone()
    }
}

impl SubsetFiles {
    /// The file with exactly these glyphs: one that is kept, or what `make` makes of them.
    fn kept(
        &self,
        glyphs: Vec<u16>,
        make: impl FnOnce(Vec<u16>) -> Result<SubsetFile, FontError>,
    ) -> Result<Arc<SubsetFile>, FontError> {
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
        let file = Arc::new(make(glyphs.clone())?);
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

#[cfg(test)]
mod tests {
    use super::super::embedded::{BOLD, faces};
    use super::*;

    fn glyphs(face: &Face, text: &str) -> Vec<u16> {
        let glyphs = text.chars().map(|character| face.number(character));
        glyphs.collect::<Option<_>>().unwrap()
    }

    #[test]
    fn documents_of_common_letters_share_a_file_and_others_have_their_own() {
        let face = &faces().unwrap()[BOLD];
        let shared = |text: &str| SubsetFile::shared(face, glyphs(face, text)).unwrap();
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
        let files = SubsetFiles::default();
        let kept = |glyph: u16| {
            let make = |glyphs| SubsetFile::new(face, glyphs, Packing::Quick);
            files.kept(vec![glyph], make).unwrap()
        };
        let first = kept(1);
        for glyph in 2..20 {
            assert_eq!(kept(glyph).glyphs, [glyph]);
            assert!(Arc::ptr_eq(&kept(1), &first));
        }
        assert_eq!(files.others.lock().unwrap().len(), KEPT_MAX);
    }
}
