//! How many blobs are being read, and how much of each is read at once.
//!
//! What is read and not taken yet is what a slow client holds in memory. One that is fast needs
//! large pieces; thousands that are slow must not hold thousands of those.

use std::sync::Arc;

/// What all readers together hold of what they have read ahead, as long as they can do with the
/// smallest pieces.
const AHEAD_BYTES: u64 = 32 * 1024 * 1024;

/// The largest piece. Each one that comes from the disk is a way to another thread and back.
const PIECE_BYTES_MAX: u64 = 128 * 1024;

/// The smallest piece.
const PIECE_BYTES_MIN: u64 = 16 * 1024;

/// What the system reads at once.
const PAGE_BYTES: u64 = 4 * 1024;

/// All that read blobs of one store.
#[derive(Default)]
pub(crate) struct Readers(Arc<()>);

/// One of them, until it is dropped.
pub(super) struct Reader(Arc<()>);

impl Readers {
    /// One more.
    pub(super) fn join(&self) -> Reader {
        Reader(Arc::clone(&self.0))
    }
}

impl Reader {
    /// How many bytes it reads at once now, with so many pieces ahead of who takes them.
    pub(super) fn piece_bytes(&self, pieces_ahead: u8) -> u64 {
        // The store has one count itself.
        let readers = Arc::strong_count(&self.0).saturating_sub(1).max(1);
        let pieces = u64::try_from(readers)
            .unwrap_or(u64::MAX)
            .saturating_mul(u64::from(pieces_ahead.max(1)));
        let share = (AHEAD_BYTES / pieces).clamp(PIECE_BYTES_MIN, PIECE_BYTES_MAX);
        share - share % PAGE_BYTES
    }
}

#[cfg(test)]
mod tests {
    use super::{Reader, Readers};

    #[test]
    fn pieces_are_large_for_few_readers_and_small_for_thousands() {
        let readers = Readers::default();
        let mut joined: Vec<Reader> = Vec::new();
        for (count, kilobytes) in [(1, 128), (128, 128), (200, 80), (1_024, 16), (4_096, 16)] {
            joined.resize_with(count, || readers.join());
            assert_eq!(joined[0].piece_bytes(2), kilobytes * 1024, "{count}");
        }
        joined.truncate(1);
        assert_eq!(joined[0].piece_bytes(2), 128 * 1024, "all others have gone");
    }
}
