//! Copies one application: its bytes first, then all of its rows at once.

use std::collections::HashSet;

use domain::{BlobKey, PaId, Timestamp};
use ports::{StoreError, Transaction};

use super::bytes::FetchOutcome;
use super::{Transfer, TransferReport};
use crate::archive::{ApplicationCopy, NamedBytes};
use crate::loose_blobs::{erase, let_go};
use crate::{BlobRole, InternalError, StorageFault};

impl Transfer {
    /// Copies the application, unless an equal copy is there.
    pub(super) async fn copy_application(
        &self,
        pa_id: PaId,
    ) -> Result<TransferReport, InternalError> {
        let now = self.ports.clock.now();
        let source = match ApplicationCopy::find_in(&self.ports.from.store, pa_id, now).await {
            Ok(source) => source,
            Err(error) => return self.left_out_for(StorageFault::of_application(pa_id, error)?),
        };
        let Some(source) = source else {
            return Ok(TransferReport::default());
        };
        let there = ApplicationCopy::find_in(&self.ports.to.store, pa_id, now).await?;
        let mut there_named: HashSet<BlobKey> = there.iter().flat_map(blobs_of).collect();
        // An earlier transfer may have copied the application without it.
        let lacks_original = self.lacks_original(there.as_ref()).await?;
        if there.as_ref() == Some(&source) && !lacks_original {
            return Ok(TransferReport {
                unchanged: 1,
                ..TransferReport::default()
            });
        }
        if lacks_original {
            there_named.remove(&source.application.original);
        }
        let (source, faults) = source.without_faulty_references();
        let mut done = TransferReport::default();
        for fault in &faults {
            self.tell(fault, &mut done);
        }
        let shared = self.shared_blobs(&source).await?;
        if shared.is_empty() {
            return self
                .copy_with_bytes(source, (there_named, shared), done)
                .await;
        }
        done.faults += self.tell_of_shared_blobs(&source, &shared);
        let _alone = self.of_shared_blobs.lock().await;
        self.copy_with_bytes(source, (there_named, shared), done)
            .await
    }

    async fn copy_with_bytes(
        &self,
        source: ApplicationCopy,
        blobs: (HashSet<BlobKey>, HashSet<BlobKey>),
        mut done: TransferReport,
    ) -> Result<TransferReport, InternalError> {
        let pa_id = source.application.pa_id;
        let mut fetched = Vec::new();
        let source = self.fetch_bytes(source, blobs, &mut fetched, &mut done);
        let Some(source) = source.await? else {
            return self.leave_out(fetched, done).await;
        };
        // One that came in while the others were copied may be the first of its version.
        if let Some(version) = source.application.form_version
            && !self.copy_form_package(version.package).await?
        {
            self.tell(&StorageFault::form_version_of(pa_id), &mut done);
            return self.leave_out(fetched, done).await;
        }
        match self.replace(source, fetched.clone()).await {
            Ok(()) => done.copied = 1,
            Err(StoreError::Conflict(_)) => {
                self.tell(&StorageFault::RowsNotTaken { pa_id }, &mut done);
                return self.leave_out(fetched, done).await;
            }
            Err(error) => return Err(error.into()),
        }
        Ok(done)
    }

    /// Fetches the bytes that are not there yet. Answers the copy without the attachments whose
    /// bytes were not fetched; `None` where the application was erased meanwhile.
    async fn fetch_bytes(
        &self,
        mut source: ApplicationCopy,
        (there, shared): (HashSet<BlobKey>, HashSet<BlobKey>),
        fetched: &mut Vec<BlobKey>,
        done: &mut TransferReport,
    ) -> Result<Option<ApplicationCopy>, InternalError> {
        let pa_id = source.application.pa_id;
        for named in source.named_bytes() {
            if there.contains(&named.blob) {
                continue;
            }
            if shared.contains(&named.blob) && self.has_bytes_of(&named.blob, fetched).await? {
                continue;
            }
            let fault = match self.fetch(&named).await? {
                FetchOutcome::Whole { size_bytes } => {
                    done.blobs += 1;
                    done.bytes += size_bytes;
                    fetched.push(named.blob);
                    continue;
                }
                outcome => self.fault_of(&outcome, pa_id, &named).await?,
            };
            if let Some(fault) = &fault {
                self.tell(fault, done);
            }
            match named.part {
                BlobRole::Attachment(id) => source = source.without(id),
                BlobRole::Original if fault.is_none() => return Ok(None),
                // All else of it is worth more than the file, which can be handed in once more. Its
                // digest stays, so whoever brings the file back can prove that it is the one.
                BlobRole::Original => self.give_up(&named.blob).await?,
            }
        }
        Ok(Some(source))
    }

    fn tell(&self, fault: &StorageFault, done: &mut TransferReport) {
        self.ports.watcher.finds(fault);
        done.faults += 1;
    }

    /// Takes bytes that are not those that came out of the target, and off its list, since the row
    /// that is added names them.
    async fn give_up(&self, blob: &BlobKey) -> Result<(), InternalError> {
        self.ports.to.blobs.remove(blob).await?;
        let blob = blob.clone();
        let forget = self
            .ports
            .to
            .store
            .write::<_, StoreError>(move |rows| rows.remove_loose_blob(&blob).map(drop));
        Ok(forget.await?)
    }

    /// Whether the copy that there is names an original of which it has no bytes.
    async fn lacks_original(&self, there: Option<&ApplicationCopy>) -> Result<bool, InternalError> {
        let Some(there) = there else {
            return Ok(false);
        };
        let original = &there.application.original;
        let begun = self.ports.to.blobs.read(original, Some(0..1)).await?;
        Ok(begun.is_none())
    }

    /// The fault of bytes that were not fetched; none where they were erased meanwhile.
    async fn fault_of(
        &self,
        outcome: &FetchOutcome,
        pa_id: PaId,
        named: &NamedBytes,
    ) -> Result<Option<StorageFault>, InternalError> {
        let part = named.part;
        Ok(match outcome {
            FetchOutcome::Whole { .. } => None,
            FetchOutcome::Missing if self.is_erased(pa_id, named).await? => None,
            FetchOutcome::Missing => Some(StorageFault::BytesMissing { pa_id, part }),
            FetchOutcome::Changed => Some(StorageFault::BytesChanged { pa_id, part }),
            FetchOutcome::Unreadable => Some(StorageFault::BytesUnreadable { pa_id, part }),
        })
    }

    /// Whether the bytes are missing because the application or attachment was erased after its
    /// rows were read.
    async fn is_erased(&self, pa_id: PaId, named: &NamedBytes) -> Result<bool, InternalError> {
        let (live, blob) = (&self.ports.live, named.blob.clone());
        let still_named = live
            .read::<_, StoreError>(move |rows| rows.list_blobs(pa_id))
            .await?;
        Ok(!still_named.contains(&blob))
    }

    /// Replaces the copy that there was, if any, and takes the fetched blobs off the list of loose
    /// ones.
    async fn replace(
        &self,
        source: ApplicationCopy,
        fetched: Vec<BlobKey>,
    ) -> Result<(), StoreError> {
        let now = self.ports.clock.now();
        let given_up = self
            .ports
            .to
            .store
            .write(move |rows| replace(rows, &source, &fetched, now))
            .await?;
        for blob in given_up {
            erase(&self.ports.to.store, &self.ports.to.blobs, blob).await;
        }
        Ok(())
    }

    async fn leave_out(
        &self,
        fetched: Vec<BlobKey>,
        done: TransferReport,
    ) -> Result<TransferReport, InternalError> {
        for blob in fetched {
            erase(&self.ports.to.store, &self.ports.to.blobs, blob).await;
        }
        Ok(TransferReport {
            faults: done.faults,
            ..TransferReport::default()
        })
    }

    fn left_out_for(&self, fault: StorageFault) -> Result<TransferReport, InternalError> {
        self.ports.watcher.finds(&fault);
        Ok(TransferReport {
            faults: 1,
            ..TransferReport::default()
        })
    }
}

/// Replaces the rows. Answers the blobs that only the copy of before named, which are loose from
/// then on.
fn replace(
    rows: &mut dyn Transaction,
    source: &ApplicationCopy,
    fetched: &[BlobKey],
    now: Timestamp,
) -> Result<Vec<BlobKey>, StoreError> {
    let pa_id = source.application.pa_id;
    let mut given_up = Vec::new();
    if rows.lock(pa_id)?.is_some() {
        let kept: HashSet<BlobKey> = blobs_of(source).into_iter().collect();
        given_up = rows.list_blobs(pa_id)?;
        given_up.retain(|blob| !kept.contains(blob));
        rows.remove_application(pa_id)?;
        given_up = let_go(rows, given_up, now)?;
    }
    source.add_to(rows)?;
    for blob in fetched {
        if !rows.take_loose_blob(blob)? {
            let swept = "a sweep has erased bytes that were being copied";
            return Err(StoreError::Unavailable(swept.into()));
        }
    }
    Ok(given_up)
}

fn blobs_of(archived: &ApplicationCopy) -> Vec<BlobKey> {
    let named = archived.named_bytes().into_iter();
    named.map(|named| named.blob).collect()
}

#[cfg(test)]
mod tests;
