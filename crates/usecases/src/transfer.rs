//! Copying everything from one storage to another, whichever adapters stand behind them. Backup,
//! restore and move are all this.
//!
//! Rows are copied as they are: numbers, ids, times, revisions and kept answers stay, counters are
//! only raised. Bytes are stored before the row that names them, under a key that is listed as
//! loose until then, so a copy that is cut leaves a storage like any other, with fewer
//! applications, and a mark that it is a part; when it is run again, applications that are there
//! already and equal are skipped.
//! What was erased at the source meanwhile is left out. An application whose bytes are damaged is
//! copied without them, and named: without the attachment, or with an original that is missing as
//! its verification says, until a transfer that is run again finds it. What its rows name and is
//! not there (an offer its attachment, a position its preferred offer) is named and left out too,
//! and so is an application whose rows make no sense. A blob that two rows name is copied once.
//!
//! Left to the caller: that nobody else writes to the target, and whether the target may be written
//! to at all ([`Transfer::survey`]).

mod application;
mod bytes;
mod comparison;
mod form_packages;
mod shared_blobs;
mod survey;

use std::future::ready;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::{PaId, Timestamp};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::{Clock, Store, StoreError};

use crate::{InternalError, ProgressListener, ProgressStep, Storage, Sweeper};

use form_packages::CopiedPackages;
pub use survey::SurveyReport;

/// Applications that are copied at once.
const PARALLEL: usize = 4;

/// The two storages and the other ports of a transfer.
#[derive(Clone)]
pub struct TransferPorts {
    /// What is copied.
    pub from: Storage,
    /// Where rows are looked up again when bytes are missing: the store that `from` is a snapshot
    /// of, else that of `from`.
    pub live: Arc<dyn Store>,
    /// Where it is copied to.
    pub to: Storage,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Is told of the progress.
    pub watcher: Arc<dyn ProgressListener>,
}

/// Copies all applications from one storage to another.
pub struct Transfer {
    ports: TransferPorts,
    packages: CopiedPackages,
    /// Held while an application is copied that names a blob which another row names as well: one
    /// after the other, so that neither touches what the other has just stored.
    of_shared_blobs: tokio::sync::Mutex<()>,
}

/// The result of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TransferReport {
    /// Applications that were copied, or brought up to date.
    pub copied: u64,
    /// Applications that were there already.
    pub unchanged: u64,
    /// Blobs that were copied.
    pub blobs: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Everything that was found to be wrong.
    pub faults: u64,
}

impl Transfer {
    /// A transfer, not yet begun.
    pub fn new(ports: TransferPorts) -> Self {
        Self {
            ports,
            packages: CopiedPackages::default(),
            of_shared_blobs: tokio::sync::Mutex::default(),
        }
    }

    /// Copies every application that the target does not have, or has in another state, and raises
    /// the target's counters. The target is marked as [unfinished](Storage::unfinished_copy) until
    /// [`end`](Self::end).
    pub async fn run(&self) -> Result<TransferReport, InternalError> {
        let now = self.ports.clock.now();
        // One that is over at the source may have given way to another of the same scope.
        Sweeper::new(
            Arc::clone(&self.ports.to.store),
            Arc::clone(&self.ports.to.blobs),
        )
        .forget_answers(now)
        .await?;
        self.note_beginning(now).await?;
        // Before anything is copied, so that a copy that is cut gives nothing again; and once more
        // after it, for what came meanwhile.
        self.raise_counters().await?;
        let senseless_packages = self.copy_form_packages().await?;
        let total = self.ports.from.application_count().await?;
        self.ports.watcher.begins(ProgressStep::Copy, total);
        let mut done = self.pass_over_senseless_rows().await?;
        done.faults += senseless_packages;
        let mut pages = self.ports.from.pa_id_pages();
        while let Some(page) = pages.try_next().await? {
            done = self.copy_all(page, done).await?;
        }
        self.raise_counters().await?;
        Ok(done)
    }

    /// Takes the mark off the target that it holds a part of a copy: it is whole, or what is
    /// missing was named.
    pub async fn end(&self) -> Result<(), InternalError> {
        let to = &self.ports.to.store;
        let forget = to.write::<_, StoreError>(|rows| rows.forget_unfinished_copy());
        Ok(forget.await?)
    }

    async fn note_beginning(&self, now: Timestamp) -> Result<(), InternalError> {
        let to = &self.ports.to.store;
        let note = to.write::<_, StoreError>(move |rows| rows.note_unfinished_copy(now));
        Ok(note.await?)
    }

    /// Names the applications that no number leads to, which cannot be copied, and the counters
    /// that make no sense.
    async fn pass_over_senseless_rows(&self) -> Result<TransferReport, InternalError> {
        let mut done = TransferReport::default();
        for fault in self.ports.from.senseless_counters().await? {
            self.ports.watcher.finds(&fault);
            done.faults += 1;
        }
        for fault in self.ports.from.senseless_rows().await? {
            self.ports.watcher.finds(&fault);
            self.ports.watcher.advances();
            done.faults += 1;
        }
        Ok(done)
    }

    /// The first failure ends it as soon as the copies under way have ended: what was given up in
    /// the middle could still change the target while it is looked at or copied to again.
    async fn copy_all(
        &self,
        page: Vec<PaId>,
        done: TransferReport,
    ) -> Result<TransferReport, InternalError> {
        let has_failed = AtomicBool::new(false);
        let mut copies = stream::iter(page)
            .take_while(|_| ready(!has_failed.load(Ordering::Relaxed)))
            .map(|pa_id| self.copy_application(pa_id))
            .buffer_unordered(PARALLEL);
        let mut outcome = Ok(done);
        while let Some(copied) = copies.next().await {
            match &copied {
                Ok(_) => self.ports.watcher.advances(),
                Err(_) => has_failed.store(true, Ordering::Relaxed),
            }
            outcome = outcome.and_then(|done| Ok(done.and(copied?)));
        }
        outcome
    }

    async fn raise_counters(&self) -> Result<(), InternalError> {
        let (from, to) = (&self.ports.from.store, &self.ports.to.store);
        let counters = from
            .read::<_, StoreError>(|rows| rows.find_counters())
            .await?;
        let raise = to.write::<_, StoreError>(move |rows| rows.raise_counters(&counters));
        Ok(raise.await?)
    }
}

impl TransferReport {
    fn and(self, other: Self) -> Self {
        Self {
            copied: self.copied + other.copied,
            unchanged: self.unchanged + other.unchanged,
            blobs: self.blobs + other.blobs,
            bytes: self.bytes + other.bytes,
            faults: self.faults + other.faults,
        }
    }
}
