//! Decodes answers, in bounded memory: what each will take is counted first, and waited for.

use std::sync::Arc;

use pdf_read::wire::WireError;
use ports::{PdfError, WorkerError};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// What a permit stands for.
const PERMIT_BYTES: u64 = 1024;

/// An answer, and what it may come to.
pub(crate) struct EncodedAnswer {
    pub(crate) bytes: Vec<u8>,
    /// What it takes of the memory at most once it is decoded.
    pub(crate) memory_bytes: fn(&[u8]) -> usize,
    pub(crate) memory_bytes_max: u64,
}

/// The memory for what is being decoded.
pub(crate) struct Decoder {
    memory: Arc<Semaphore>,
    permits: u32,
}

impl Decoder {
    pub(crate) fn new(bytes_max: u64) -> Self {
        let permits = permits(bytes_max);
        Self {
            memory: Arc::new(Semaphore::new(permits as usize)),
            permits,
        }
    }

    /// What the answer says. One that would take more memory than it may is refused as its file
    /// would be, had it taken that in its worker.
    ///
    /// An answer may be long: it is decoded off the threads that serve requests. What is wrong with
    /// one that makes no sense is not told: it would quote what somebody filled in.
    pub(crate) async fn decode<T, E>(
        &self,
        answer: EncodedAnswer,
        decode: impl FnOnce(&[u8]) -> Result<Result<T, E>, WireError> + Send + 'static,
    ) -> Result<Result<T, E>, WorkerError>
    where
        T: Send + 'static,
        E: From<PdfError> + Send + 'static,
    {
        let EncodedAnswer {
            bytes,
            memory_bytes,
            memory_bytes_max,
        } = answer;
        let counted = spawn_blocking(move || (memory_bytes(&bytes), bytes)).await;
        let (taken, bytes) = counted.map_err(|_| senseless())?;
        let taken = u64::try_from(taken).unwrap_or(u64::MAX);
        if taken > memory_bytes_max {
            return Ok(Err(PdfError::TooLargeDecompressed.into()));
        }
        let wanted = permits(taken).min(self.permits);
        let memory = Arc::clone(&self.memory).acquire_many_owned(wanted).await;
        let memory = memory.map_err(|closed| WorkerError::Failed(closed.into()))?;
        let decoded = spawn_blocking(move || {
            // Until it is decoded, also where nobody waits for that any more.
            let _memory = memory;
            decode(&bytes)
        });
        match decoded.await {
            Ok(Ok(said)) => Ok(said),
            _ => Err(senseless()),
        }
    }
}

fn permits(bytes: u64) -> u32 {
    u32::try_from(bytes.div_ceil(PERMIT_BYTES)).unwrap_or(u32::MAX)
}

fn senseless() -> WorkerError {
    WorkerError::Failed("the answer of a worker makes no sense".into())
}
