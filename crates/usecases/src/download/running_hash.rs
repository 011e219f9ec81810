//! SHA-256 of bytes that are being sent: large pieces are hashed on another thread meanwhile.

use bytes::Bytes;
use ports::BlobError;
use sha2::{Digest as _, Sha256};
use tokio::task::{JoinHandle, spawn_blocking};

/// Smaller pieces are hashed here: that is faster than handing them to another thread.
const OWN_THREAD_FROM_BYTES: usize = 32 * 1024;

/// The hash of all pieces so far, or the thread that is adding a large one.
pub(super) enum RunningHash {
    Idle(Sha256),
    Running(JoinHandle<Sha256>),
}

impl Default for RunningHash {
    fn default() -> Self {
        Self::Idle(Sha256::new())
    }
}

impl RunningHash {
    /// Begins to hash a piece as soon as the one before it is done.
    pub(super) async fn update(&mut self, piece: &Bytes) -> Result<(), BlobError> {
        let mut hash = self.finished().await?;
        if piece.len() < OWN_THREAD_FROM_BYTES {
            hash.update(piece);
            *self = Self::Idle(hash);
            return Ok(());
        }
        let piece = piece.clone();
        *self = Self::Running(spawn_blocking(move || {
            hash.update(&piece);
            hash
        }));
        Ok(())
    }

    /// The digest of all pieces so far; asked again it is the same.
    pub(super) async fn digest(&mut self) -> Result<[u8; 32], BlobError> {
        let hash = self.finished().await?;
        let digest = hash.clone().finalize().into();
        *self = Self::Idle(hash);
        Ok(digest)
    }

    /// Waits for the thread and takes the hash of all pieces so far.
    async fn finished(&mut self) -> Result<Sha256, BlobError> {
        match std::mem::take(self) {
            Self::Idle(hash) => Ok(hash),
            Self::Running(task) => {
                let ended = task.await;
                ended.map_err(|_| BlobError::Failed("hashing panicked".into()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use sha2::{Digest as _, Sha256};

    use super::{OWN_THREAD_FROM_BYTES, RunningHash};

    #[tokio::test]
    async fn digest_is_that_of_all_pieces_in_their_order_whatever_their_sizes() {
        let sizes = [
            1,
            OWN_THREAD_FROM_BYTES,
            0,
            OWN_THREAD_FROM_BYTES - 1,
            3 * OWN_THREAD_FROM_BYTES,
            OWN_THREAD_FROM_BYTES + 1,
            7,
        ];
        let (mut hash, mut whole) = (RunningHash::default(), Sha256::new());
        for (number, size) in (0_u8..).zip(sizes) {
            let piece = Bytes::from(vec![number; size]);
            whole.update(&piece);
            hash.update(&piece).await.unwrap();
        }
        let whole = <[u8; 32]>::from(whole.finalize());
        assert_eq!(hash.digest().await.unwrap(), whole);
        assert_eq!(hash.digest().await.unwrap(), whole);
    }
}
