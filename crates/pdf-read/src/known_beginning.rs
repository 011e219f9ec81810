//! The bytes that a file has in common with a blank form (PDF 32000-1, 7.5.6): what parsers have
//! agreed about in the blank form, they need not agree about again.
//!
//! An object depends on nothing but the bytes between its number and its end, where these say its
//! length themselves. So it is the same in each file that has it in the same place; whether a file
//! still has it there, its table says.

use forms::expected_form::{KnownBeginning, KnownPage, ObjectRange, PIECE_BYTES, PieceDigest};
use sha2::{Digest as _, Sha256};

use crate::steps::step;

/// How far a file begins like a blank form.
pub(crate) struct KnownArea<'blank> {
    beginning: &'blank KnownBeginning,
    bytes: usize,
}

impl<'blank> KnownArea<'blank> {
    /// That of the blank form with which the file has most in common.
    pub(crate) fn find(pdf: &[u8], beginnings: &'blank [KnownBeginning]) -> Option<Self> {
        let areas = beginnings.iter().map(|beginning| Self {
            beginning,
            bytes: common_bytes(pdf, beginning),
        });
        areas
            .max_by_key(|area| area.bytes)
            .filter(|area| area.bytes > 0)
    }

    /// Whether an object is one that parsers have agreed about that is packed in another, which
    /// begins here.
    pub(crate) fn holds_packed(&self, offset: usize, container: u32, number: u32) -> bool {
        let replaced = &self.beginning.replaced;
        replaced.binary_search(&(container, number)).is_err() && self.holds(offset)
    }

    /// Whether an object that begins here is one that parsers have agreed about.
    pub(crate) fn holds(&self, offset: usize) -> bool {
        let objects = &self.beginning.objects;
        let place = |range: &ObjectRange| usize::try_from(range.0).unwrap_or(usize::MAX);
        let found = objects.binary_search_by_key(&offset, place).ok();
        let end = found.and_then(|at| usize::try_from(objects.get(at)?.1).ok());
        end.is_some_and(|end| end <= self.bytes)
    }

    pub(crate) fn pages(&self) -> &'blank [KnownPage] {
        &self.beginning.pages
    }
}

/// The digests of the pieces of a file.
pub(crate) fn pieces(pdf: &[u8]) -> impl Iterator<Item = PieceDigest> {
    pdf.chunks(PIECE_BYTES).map(|piece| {
        step();
        half(Sha256::new_with_prefix(piece))
    })
}

/// The first half of what a hash comes to.
pub(crate) fn half(hash: Sha256) -> PieceDigest {
    let hash: [u8; 32] = hash.finalize().into();
    let half = hash.first_chunk().copied();
    PieceDigest(half.map_or(0, u128::from_le_bytes))
}

/// How many bytes there are in pieces that are alike.
fn common_bytes(pdf: &[u8], known: &KnownBeginning) -> usize {
    let own = pdf.get(..known.bytes).unwrap_or(pdf);
    let both = pieces(own).zip(&known.pieces);
    let alike = both.take_while(|(own, known)| own == *known).count();
    own.len().min(alike.saturating_mul(PIECE_BYTES))
}
