//! SHA-256 of bytes that are being sent: large parts are hashed on another thread meanwhile.

use std::mem::take;

use bytes::Bytes;
use ports::BlobError;
use sha256::Sha256;
use tokio::task::{JoinHandle, spawn_blocking};

/// How many bytes are gathered for another thread: fewer are hashed faster than handed over.
const PART_BYTES: usize = 128 * 1024;

/// The hash of all pieces so far.
#[derive(Default)]
pub(super) struct RunningHash {
    state: State,
    /// Pieces that are not hashed yet.
    gathered: Vec<Bytes>,
    gathered_bytes: usize,
}

/// The hash of the pieces that were gathered before, or the thread that is adding some.
enum State {
    Idle(Box<Sha256>),
    Running(JoinHandle<Box<Sha256>>),
}

impl Default for State {
    fn default() -> Self {
        Self::Idle(Box::default())
    }
}

impl RunningHash {
    /// Adds a piece. Waits for another thread only if that has a whole part to hash before.
    pub(super) async fn update(&mut self, piece: &Bytes) -> Result<(), BlobError> {
        self.gathered.push(piece.clone());
        self.gathered_bytes += piece.len();
        if self.gathered_bytes < PART_BYTES {
            return Ok(());
        }
        let hash = self.finished().await?;
        let pieces = self.take_gathered();
        self.state = State::Running(spawn_blocking(move || added(hash, &pieces)));
        Ok(())
    }

    /// The digest of all pieces so far; asked again it is the same.
    pub(super) async fn digest(&mut self) -> Result<[u8; 32], BlobError> {
        let hash = added(self.finished().await?, &self.take_gathered());
        let digest = hash.clone().finalize();
        self.state = State::Idle(hash);
        Ok(digest)
    }

    fn take_gathered(&mut self) -> Vec<Bytes> {
        self.gathered_bytes = 0;
        take(&mut self.gathered)
    }

    /// Waits for the thread and takes the hash.
    async fn finished(&mut self) -> Result<Box<Sha256>, BlobError> {
        match take(&mut self.state) {
            State::Idle(hash) => Ok(hash),
            State::Running(task) => {
                let ended = task.await;
                ended.map_err(|_| BlobError::Failed("hashing panicked".into()))
            }
        }
    }
}

fn added(mut hash: Box<Sha256>, pieces: &[Bytes]) -> Box<Sha256> {
    pieces.iter().for_each(|piece| hash.update(piece));
    hash
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use sha256::Sha256;

    use super::{PART_BYTES, RunningHash};

    #[tokio::test]
    async fn digest_is_that_of_all_pieces_in_their_order_whatever_their_sizes() {
        let sizes = [
            1,
            PART_BYTES,
            0,
            PART_BYTES - 1,
            3 * PART_BYTES,
            PART_BYTES + 1,
            7,
        ];
        let (mut hash, mut whole) = (RunningHash::default(), Sha256::new());
        for (number, size) in (0_u8..).zip(sizes) {
            let piece = Bytes::from(vec![number; size]);
            whole.update(&piece);
            hash.update(&piece).await.unwrap();
        }
        let whole = whole.finalize();
        assert_eq!(hash.digest().await.unwrap(), whole);
        assert_eq!(hash.digest().await.unwrap(), whole);
    }
}
