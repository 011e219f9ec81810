//! Undoing `FlateDecode` (PDF 32000-1, 7.4.4), all of it or not at all.
//!
//! The parsers return what they could decompress before the data broke, so that half a text looks
//! like a whole one.

use std::cell::RefCell;

use flate2::{Decompress, FlushDecompress, Status};
use ports::PdfError;

use super::damaged;

/// Bytes of the zlib header, and of the checksum behind the data, which some writers leave out.
const HEADER_BYTES: usize = 2;
const CHECKSUM_BYTES: u64 = 4;

/// There is room for so many bytes at first, and for twice as many each time that it is used up.
const PIECE_BYTES: usize = 1 << 14;

thread_local! {
    /// What undoes the compression: making it anew takes longer than most streams.
    static DECODER: RefCell<Decompress> = RefCell::new(Decompress::new(true));
}

/// The decompressed bytes, complete. An error if the data breaks off, or holds more than `size_max`
/// bytes. Only the checksum at the end may be missing.
pub(crate) fn inflate(compressed: &[u8], size_max: usize) -> Result<Vec<u8>, PdfError> {
    let (bytes, is_whole) = DECODER.with_borrow_mut(|decoder| {
        decoder.reset(true);
        inflated(decoder, compressed, size_max)
    });
    if bytes.len() > size_max {
        return Err(PdfError::TooLargeDecompressed);
    }
    if is_whole || only_checksum_missing(compressed) {
        Ok(bytes)
    } else {
        Err(damaged("compressed data breaks off or is corrupt"))
    }
}

/// What comes out, up to one byte more than `size_max`, and whether the end was reached.
fn inflated(decoder: &mut Decompress, compressed: &[u8], size_max: usize) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    loop {
        let consumed = usize::try_from(decoder.total_in()).unwrap_or(usize::MAX);
        let (input, held) = (compressed.get(consumed..).unwrap_or_default(), bytes.len());
        if held == bytes.capacity() {
            let left = size_max.saturating_add(1).saturating_sub(held);
            bytes.reserve_exact(held.max(PIECE_BYTES).min(left));
        }
        match decoder.decompress_vec(input, &mut bytes, FlushDecompress::None) {
            Ok(Status::StreamEnd) => return (bytes, true),
            Ok(_) if bytes.len() > size_max => return (bytes, false),
            Ok(_) if bytes.len() > held || advanced(decoder, consumed) => {}
            _ => return (bytes, false),
        }
    }
}

/// Whether the data itself ends properly and only the checksum behind it is cut.
fn only_checksum_missing(compressed: &[u8]) -> bool {
    let Some(data) = compressed.get(HEADER_BYTES..) else {
        return false;
    };
    let mut decoder = Decompress::new(false);
    let mut buffer = vec![0; 1 << 16];
    loop {
        let consumed = usize::try_from(decoder.total_in()).unwrap_or(usize::MAX);
        let produced = decoder.total_out();
        let input = data.get(consumed..).unwrap_or_default();
        match decoder.decompress(input, &mut buffer, FlushDecompress::None) {
            Ok(Status::StreamEnd) => {
                let rest = u64::try_from(data.len())
                    .unwrap_or(u64::MAX)
                    .saturating_sub(decoder.total_in());
                return rest < CHECKSUM_BYTES;
            }
            Ok(_)
                if decoder.total_out() > produced
                    || !input.is_empty() && advanced(&decoder, consumed) => {}
            _ => return false,
        }
    }
}

fn advanced(decoder: &Decompress, consumed: usize) -> bool {
    usize::try_from(decoder.total_in()).unwrap_or(usize::MAX) > consumed
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;
    use ports::PdfError;

    use super::inflate;

    fn compressed(text: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn whole_data_comes_back() {
        let text = b"Sommerfest ".repeat(500);
        assert_eq!(inflate(&compressed(&text), 1 << 20), Ok(text));
    }

    #[test]
    fn a_missing_checksum_is_tolerated() {
        let text = b"Sommerfest ".repeat(500);
        for cut in 1..=4 {
            let mut data = compressed(&text);
            data.truncate(data.len() - cut);
            assert_eq!(inflate(&data, 1 << 20), Ok(text.clone()), "{cut}");
        }
    }

    #[test]
    fn data_that_breaks_off_or_is_corrupt_is_refused() {
        let text: Vec<u8> = (0..2000_u32)
            .flat_map(|number| (number * number).to_be_bytes())
            .collect();
        let whole = compressed(&text);
        for length in [0, 1, 2, 10, whole.len() / 2, whole.len() - 6] {
            assert!(
                matches!(
                    inflate(&whole[..length], 1 << 20),
                    Err(PdfError::Damaged(_))
                ),
                "{length}"
            );
        }
        let mut corrupt = whole;
        let middle = corrupt.len() / 2;
        corrupt[middle] ^= 0xff;
        assert!(matches!(
            inflate(&corrupt, 1 << 20),
            Err(PdfError::Damaged(_))
        ));
    }

    #[test]
    fn more_than_the_limit_is_refused_and_exactly_the_limit_is_not() {
        let data = compressed(&[0; 1000]);
        assert!(inflate(&data, 1000).is_ok());
        assert_eq!(inflate(&data, 999), Err(PdfError::TooLargeDecompressed));
    }
}
