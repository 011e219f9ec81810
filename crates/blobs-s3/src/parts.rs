//! A stream of pieces of any size as parts of one size, counted and hashed on the way.

use bytes::Bytes;
use futures::TryStreamExt as _;
use object_store::{PutPayload, PutPayloadMut};
use ports::{BlobError, BlobSummary, ByteStream};
use sha256::Sha256;

/// The least that S3 takes as a part that is not the last.
pub const PART_BYTES: usize = 5 * 1024 * 1024;

/// Pieces are copied into blocks of this size: a million pieces of one byte cost no more than a
/// million bytes.
const BLOCK_BYTES: usize = 64 * 1024;

/// The parts of a stream.
pub(crate) struct Parts {
    pieces: ByteStream,
    /// What of the last piece belongs to the next part.
    rest: Bytes,
    size_bytes: u64,
    hash: Sha256,
}

/// As many bytes of a stream as a part of an upload holds, or what is left at its end.
pub(crate) struct Part {
    pub(crate) payload: PutPayload,
    /// Nothing comes after it. Such a part may be empty.
    pub(crate) is_last: bool,
}

impl Parts {
    /// Nothing is read yet.
    pub(crate) fn of(pieces: ByteStream) -> Self {
        Self {
            pieces,
            rest: Bytes::new(),
            size_bytes: 0,
            hash: Sha256::new(),
        }
    }

    /// Gathers the next part.
    pub(crate) async fn next(&mut self) -> Result<Part, BlobError> {
        let mut payload = PutPayloadMut::new().with_block_size(BLOCK_BYTES);
        while payload.content_length() < PART_BYTES {
            if self.rest.is_empty() {
                match self.pieces.try_next().await? {
                    Some(piece) => self.rest = piece,
                    None => return Ok(part(payload, true)),
                }
            }
            let wanted = PART_BYTES - payload.content_length();
            let taken = self.rest.split_to(wanted.min(self.rest.len()));
            self.hash.update(&taken);
            self.size_bytes += u64::try_from(taken.len()).unwrap_or(u64::MAX);
            payload.extend_from_slice(&taken);
        }
        Ok(part(payload, false))
    }

    /// What all parts together were.
    pub(crate) fn summary(self) -> BlobSummary {
        BlobSummary {
            size_bytes: self.size_bytes,
            sha256: self.hash.finalize(),
        }
    }
}

fn part(payload: PutPayloadMut, is_last: bool) -> Part {
    Part {
        payload: payload.freeze(),
        is_last,
    }
}

#[cfg(test)]
mod tests {
    use futures::{StreamExt as _, stream};
    use sha256::Sha256;

    use super::{Bytes, PART_BYTES, Parts};

    #[tokio::test]
    async fn every_part_but_the_last_is_full_and_no_byte_is_lost() {
        let bytes: Vec<u8> = (0..2 * PART_BYTES + 1_000)
            .map(|index| (index % 251) as u8)
            .collect();
        for piece_bytes in [1_000, PART_BYTES - 1, PART_BYTES, 3 * PART_BYTES] {
            let pieces: Vec<_> = bytes
                .chunks(piece_bytes)
                .map(|piece| Ok(Bytes::copy_from_slice(piece)))
                .collect();
            let mut parts = Parts::of(stream::iter(pieces).boxed());
            let (mut sizes, mut all) = (Vec::new(), Vec::new());
            loop {
                let part = parts.next().await.unwrap();
                sizes.push(part.payload.content_length());
                part.payload
                    .iter()
                    .for_each(|block| all.extend_from_slice(block));
                if part.is_last {
                    break;
                }
            }
            assert_eq!(
                sizes,
                [PART_BYTES, PART_BYTES, 1_000],
                "pieces of {piece_bytes}"
            );
            assert!(all == bytes);
            let summary = parts.summary();
            assert_eq!(summary.size_bytes, u64::try_from(bytes.len()).unwrap());
            assert_eq!(summary.sha256, Sha256::digest(&bytes));
        }
    }

    #[tokio::test]
    async fn tiny_pieces_share_blocks() {
        let pieces = stream::iter(std::iter::repeat_n(Bytes::from_static(b"a"), 100_000)).map(Ok);
        let part = Parts::of(pieces.boxed()).next().await.unwrap();
        assert_eq!(part.payload.content_length(), 100_000);
        assert_eq!(part.payload.iter().count(), 2);
    }
}
