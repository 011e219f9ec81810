//! A scanner in memory that knows one text.

use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use futures::TryStreamExt as _;
use ports::{ByteStream, ScanError, ScanVerdict, Scanner, Signature};

use crate::scanner_suite::eicar;

/// Finds the EICAR test text. Answers [`ScanError::Unavailable`] while it is set away.
#[derive(Debug, Default)]
pub struct MemoryScanner {
    is_away: AtomicBool,
}

impl MemoryScanner {
    pub fn set_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::SeqCst);
    }
}

#[async_trait]
impl Scanner for MemoryScanner {
    async fn scan(&self, mut bytes: ByteStream) -> Result<ScanVerdict, ScanError> {
        let mut all = Vec::new();
        while let Some(piece) = bytes.try_next().await.map_err(ScanError::BytesFailed)? {
            all.extend_from_slice(&piece);
        }
        self.check().await?;
        let eicar = eicar();
        let mut windows = all.windows(eicar.len());
        if windows.any(|window| window == eicar.as_bytes()) {
            return Ok(ScanVerdict::Infected(Signature::of("Eicar-Test")));
        }
        Ok(ScanVerdict::Clean)
    }

    async fn check(&self) -> Result<(), ScanError> {
        if self.is_away.load(Ordering::SeqCst) {
            return Err(ScanError::Unavailable("told to be away".into()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::MemoryScanner;
    use ports::Scanner;

    fn make_scanner() -> crate::TestResult<(Arc<dyn Scanner>, ())> {
        Ok((Arc::new(MemoryScanner::default()), ()))
    }

    crate::scanner_conformance!(make_scanner);
}
