//! Verifies a storage: its rows, its bytes, and whether they agree.
//!
//! May run while the service serves: what looks wrong is checked a second time before it counts as
//! a fault, since it may just be changing. Every byte is read. Nothing is changed. Of originals
//! that came before their digests were kept only the presence is proven.

mod application;
mod blobs;
mod counts;
mod form_packages;

use std::sync::Arc;

use domain::PaId;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::{Clock, FormParser};

use crate::{InternalError, ProgressListener, ProgressStep, Storage, StorageFault};

/// Applications that are verified at once.
const PARALLEL: usize = 4;

/// A verification of a storage.
pub struct Verification {
    storage: Storage,
    clock: Arc<dyn Clock>,
    watcher: Arc<dyn ProgressListener>,
    reads_bytes: bool,
    parser: Option<Arc<dyn FormParser>>,
}

/// The result of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct VerificationReport {
    /// Applications that were read whole.
    pub applications: u64,
    /// Blobs that rows name, read to their end.
    pub blobs: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Blobs of these whose digest nobody knows.
    pub without_digest: u64,
    /// What was found to be wrong.
    pub faults: u64,
}

impl Verification {
    /// A verification, not yet begun.
    pub fn new(
        storage: Storage,
        clock: Arc<dyn Clock>,
        watcher: Arc<dyn ProgressListener>,
    ) -> Self {
        Self {
            storage,
            clock,
            watcher,
            reads_bytes: true,
            parser: None,
        }
    }

    /// The same of the rows alone, where their bytes were compared already.
    pub fn of_rows(self) -> Self {
        Self {
            reads_bytes: false,
            ..self
        }
    }

    /// The same, and whether this parser knows every version of a form type. That says something of
    /// the program, not of what is stored, so copies are not judged by it.
    pub fn with_parser(self, parser: Arc<dyn FormParser>) -> Self {
        Self {
            parser: Some(parser),
            ..self
        }
    }

    /// Verifies everything. The listener is told of each fault as soon as it is found.
    pub async fn run(&self) -> Result<VerificationReport, InternalError> {
        let total = self.storage.application_count().await?;
        self.watcher.begins(ProgressStep::LookAtApplications, total);
        let mut seen = VerificationReport {
            faults: self.look_at_counts().await?
                + self.look_at_form_packages().await?
                + self.tell(&self.storage.senseless_counters().await?)
                + self.tell(&self.storage.senseless_rows().await?),
            ..VerificationReport::default()
        };
        let mut pages = self.storage.pa_id_pages();
        while let Some(page) = pages.try_next().await? {
            seen = self.look_at_all(page, seen).await?;
        }
        if !self.reads_bytes {
            return Ok(seen);
        }
        // About as many as rows name: the store does not count them.
        self.watcher.begins(ProgressStep::LookAtBlobs, seen.blobs);
        seen.faults += self.look_for_unknown_blobs().await?;
        Ok(seen)
    }

    async fn look_at_all(
        &self,
        page: Vec<PaId>,
        seen: VerificationReport,
    ) -> Result<VerificationReport, InternalError> {
        stream::iter(page)
            .map(|pa_id| self.look_at(pa_id))
            .buffer_unordered(PARALLEL)
            .try_fold(seen, |seen, one| async move {
                self.watcher.advances();
                Ok(seen.and(one))
            })
            .await
    }

    /// Tells the listener of faults. Answers how many they are.
    fn tell(&self, faults: &[StorageFault]) -> u64 {
        faults.iter().for_each(|fault| self.watcher.finds(fault));
        u64::try_from(faults.len()).unwrap_or(u64::MAX)
    }
}

impl VerificationReport {
    fn and(self, other: Self) -> Self {
        Self {
            applications: self.applications + other.applications,
            blobs: self.blobs + other.blobs,
            bytes: self.bytes + other.bytes,
            without_digest: self.without_digest + other.without_digest,
            faults: self.faults + other.faults,
        }
    }
}
