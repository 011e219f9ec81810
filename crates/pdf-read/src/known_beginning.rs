//! The bytes that a file has in common with a blank form (PDF 32000-1, 7.5.6): what parsers have
//! agreed about in the blank form, they need not agree about again.
//!
//! An object depends on nothing but the bytes between its number and its end, where these say its
//! length themselves. So it is the same in each file that has it in the same place; whether a file
//! still has it there, its table says.

use form_reading::expected_form::{
    KnownBeginning, KnownPage, KnownPiece, ObjectRange, PieceDigest,
};
use sha256::Sha256;

use crate::steps::step;

/// Two pieces that follow each other are longer than one of so many shares of the file.
const SHARES: u32 = 64;

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

/// The pieces of a file, each of which ends where an object does: so of a file that begins like it,
/// hardly an object is lost that both have. Objects are given in the order of their places.
pub(crate) fn pieces(pdf: &[u8], objects: &[ObjectRange]) -> Vec<KnownPiece> {
    let mut begin = 0;
    let piece = |end: u32| {
        let bytes = pdf.get(begin..usize::try_from(end).ok()?)?;
        begin += bytes.len();
        let digest = digest(bytes);
        Some(KnownPiece { end, digest })
    };
    let ends = piece_ends(pdf.len(), objects);
    ends.into_iter().filter_map(piece).collect()
}

/// A piece is no longer than its share of the file, but for one object that is.
fn piece_ends(pdf_bytes: usize, objects: &[ObjectRange]) -> Vec<u32> {
    let Ok(pdf_end) = u32::try_from(pdf_bytes) else {
        return Vec::new();
    };
    let share = pdf_end.div_ceil(SHARES);
    let (mut ends, mut begin, mut last) = (Vec::new(), 0, 0);
    for end in objects.iter().map(|range| range.1).chain([pdf_end]) {
        if last > begin && end > begin + share {
            ends.push(last);
            begin = last;
        }
        last = end.max(last);
    }
    ends.extend((begin < pdf_end).then_some(pdf_end));
    ends
}

fn digest(piece: &[u8]) -> PieceDigest {
    step();
    half(Sha256::new().chain_update(piece))
}

/// The first half of what a hash comes to.
pub(crate) fn half(hash: Sha256) -> PieceDigest {
    let hash: [u8; 32] = hash.finalize();
    let half = hash.first_chunk().copied();
    PieceDigest(half.map_or(0, u128::from_le_bytes))
}

/// How many bytes there are in pieces that are alike.
fn common_bytes(pdf: &[u8], known: &KnownBeginning) -> usize {
    let mut common = 0;
    for piece in &known.pieces {
        let end = usize::try_from(piece.end).unwrap_or(usize::MAX);
        match pdf.get(common..end) {
            Some(own) if digest(own) == piece.digest => common = end,
            _ => break,
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use form_reading::expected_form::{KnownBeginning, ObjectRange};

    use super::{SHARES, common_bytes, piece_ends, pieces};

    fn ends(bytes: usize, objects: &[(u32, u32)]) -> Vec<u32> {
        let objects = objects.iter().map(|(begin, end)| ObjectRange(*begin, *end));
        piece_ends(bytes, &objects.collect::<Vec<_>>())
    }

    #[test]
    fn pieces_end_where_objects_do_and_are_not_too_many() {
        let objects: Vec<_> = (0..1_000)
            .map(|place| (place * 10, place * 10 + 9))
            .collect();
        let ends_of_many = ends(10_000, &objects);
        assert!(ends_of_many.len() <= 2 * SHARES as usize);
        assert!(
            ends_of_many
                .iter()
                .all(|end| end % 10 == 9 || *end == 10_000)
        );
        let lengths = ends_of_many.windows(2).map(|ends| ends[1] - ends[0]);
        assert!(lengths.max() <= Some(10_000_u32.div_ceil(SHARES)));
    }

    #[test]
    fn a_large_object_is_a_piece_and_those_that_lie_within_others_end_none() {
        assert_eq!(ends(1_000, &[(0, 4), (4, 8), (8, 900)]), [8, 900, 1_000]);
        assert_eq!(
            ends(1_000, &[(0, 900), (5, 50), (950, 1_000)]),
            [900, 1_000]
        );
        assert_eq!(ends(1_000, &[]), [1_000]);
    }

    #[test]
    fn a_file_is_alike_up_to_the_piece_with_the_first_other_byte() {
        let objects = [ObjectRange(0, 400), ObjectRange(400, 700)];
        let blank = [7; 1_000];
        let known = KnownBeginning {
            pieces: pieces(&blank, &objects),
            ..KnownBeginning::default()
        };
        assert_eq!(common_bytes(&[7; 2_000], &known), 1_000);
        for (changed, common) in [(0, 0), (399, 0), (400, 400), (699, 400), (999, 700)] {
            let mut file = [7; 2_000];
            file[changed] = 8;
            assert_eq!(common_bytes(&file, &known), common, "{changed}");
        }
        for (length, common) in [(0, 0), (399, 0), (400, 400), (999, 700), (1_000, 1_000)] {
            assert_eq!(common_bytes(&blank[..length], &known), common, "{length}");
        }
    }
}
