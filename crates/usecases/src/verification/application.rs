//! Verifies one application: whether its rows agree, and whether its bytes are those that came.

use domain::PaId;
use domain::history::{ChainFault, fault_at, faults_in, paths_apart};
use forms::form_type::OTHER_FIELDS;
use futures::TryStreamExt as _;
use ports::{BlobError, BlobStatus, ByteStream, Counters, StoreError, Transaction};
use sha256::Sha256;

use super::{Verification, VerificationReport};
use crate::archive::{ApplicationCopy, NamedBytes};
use crate::{InternalError, StorageFault};

/// An application, the status of its blobs, and its counters, as of one moment.
struct Look {
    archived: ApplicationCopy,
    named: Vec<NamedBytes>,
    statuses: Vec<BlobStatus>,
    counters: Counters,
}

enum ReadOutcome {
    Bytes { size_bytes: u64, sha256: [u8; 32] },
    Missing,
    Unreadable,
}

impl Verification {
    /// Verifies the application with all its bytes.
    pub(super) async fn look_at(&self, pa_id: PaId) -> Result<VerificationReport, InternalError> {
        let mut seen = VerificationReport::default();
        let look = match self.read_rows(pa_id).await {
            Ok(Some(look)) => look,
            // Erased since it was listed.
            Ok(None) => return Ok(seen),
            Err(error) => {
                seen.applications = 1;
                seen.faults = self.tell(&[StorageFault::of_application(pa_id, error)?]);
                return Ok(seen);
            }
        };
        seen.applications = 1;
        seen.faults = self.tell(&row_faults(&look));
        let read = look.named.iter().filter(|_| self.reads_bytes);
        for named in read {
            seen = seen.and(self.look_at_bytes(pa_id, named).await?);
        }
        Ok(seen)
    }

    async fn read_rows(&self, pa_id: PaId) -> Result<Option<Look>, StoreError> {
        let now = self.clock.now();
        self.storage
            .store
            .read(move |rows| {
                let Some(archived) = ApplicationCopy::read(rows, pa_id, now)? else {
                    return Ok(None);
                };
                let named = archived.named_bytes();
                let keys: Vec<_> = named.iter().map(|named| named.blob.clone()).collect();
                Ok(Some(Look {
                    statuses: rows.find_blob_statuses(&keys)?,
                    counters: counters(rows)?,
                    archived,
                    named,
                }))
            })
            .await
    }

    async fn look_at_bytes(
        &self,
        pa_id: PaId,
        named: &NamedBytes,
    ) -> Result<VerificationReport, InternalError> {
        let part = named.part;
        let mut seen = VerificationReport {
            blobs: 1,
            ..VerificationReport::default()
        };
        let fault = match self.read_bytes(named).await? {
            ReadOutcome::Bytes { size_bytes, sha256 } => {
                seen.bytes = size_bytes;
                seen.without_digest = u64::from(named.sha256.is_none());
                let are_right = named.are(size_bytes, &sha256);
                (!are_right).then_some(StorageFault::BytesChanged { pa_id, part })
            }
            // Rows go before their bytes: whoever is still named now was named when the bytes were
            // missed.
            ReadOutcome::Missing if !self.still_names(pa_id, named).await? => {
                return Ok(VerificationReport::default());
            }
            ReadOutcome::Missing => Some(StorageFault::BytesMissing { pa_id, part }),
            ReadOutcome::Unreadable => Some(StorageFault::BytesUnreadable { pa_id, part }),
        };
        seen.faults = self.tell(fault.as_slice());
        Ok(seen)
    }

    async fn read_bytes(&self, named: &NamedBytes) -> Result<ReadOutcome, InternalError> {
        let blobs = &self.storage.blobs;
        let read = match blobs.read(&named.blob, None).await {
            Ok(Some(bytes)) => digest(bytes).await,
            Ok(None) => return Ok(ReadOutcome::Missing),
            Err(error) => Err(error),
        };
        match read {
            Ok((size_bytes, sha256)) => Ok(ReadOutcome::Bytes { size_bytes, sha256 }),
            // One blob may be damaged; where the whole store does not answer, there is nothing to
            // go on with.
            Err(error) => match blobs.check().await {
                Ok(()) => Ok(ReadOutcome::Unreadable),
                Err(_) => Err(error.into()),
            },
        }
    }

    async fn still_names(&self, pa_id: PaId, named: &NamedBytes) -> Result<bool, InternalError> {
        let listed = self
            .storage
            .store
            .read::<_, StoreError>(move |rows| rows.list_blobs(pa_id))
            .await?;
        Ok(listed.contains(&named.blob))
    }
}

/// How far everything is counted. A counter that makes no sense is named once, and not with each
/// application of its year.
fn counters(rows: &mut dyn Transaction) -> Result<Counters, StoreError> {
    let mut counters = rows.find_counters()?;
    for error in rows.list_senseless_counters()? {
        if let StoreError::Corrupt { row, .. } = error
            && let Ok(year) = row.parse()
        {
            counters.last_numbers.insert(year, u16::MAX);
        }
    }
    Ok(counters)
}

fn row_faults(look: &Look) -> Vec<StorageFault> {
    let pa_id = look.archived.application.pa_id;
    let mut faults = Vec::new();
    if !look.archived.counters().are_reached_by(&look.counters) {
        faults.push(StorageFault::NotCounted { pa_id });
    }
    if look.archived.application.form_version.is_none() {
        let form_type = look.archived.application.form_type.clone();
        faults.push(StorageFault::FormVersionMissing { pa_id, form_type });
    }
    faults.extend(look.archived.reference_faults());
    let history_faults = history_faults(&look.archived);
    if history_faults.is_empty() {
        faults.extend(data_fault(&look.archived));
    }
    faults.extend(history_faults);
    for (named, status) in look.named.iter().zip(&look.statuses) {
        if status.loose {
            let part = named.part;
            faults.push(StorageFault::ListedAsLoose { pa_id, part });
        }
        if status.names > 1 {
            let part = named.part;
            faults.push(StorageFault::BlobShared { pa_id, part });
        }
    }
    faults
}

/// Values that somebody else has changed. The names of other fields are what applicants sent.
fn data_fault(archived: &ApplicationCopy) -> Option<StorageFault> {
    let application = &archived.application;
    let shown = |path: String| match path.split_once('.') {
        Some((OTHER_FIELDS, _)) => OTHER_FIELDS.to_owned(),
        _ => path,
    };
    let paths = paths_apart(&archived.history, &application.data).into_iter();
    let mut paths: Vec<String> = paths.map(shown).collect();
    paths.dedup();
    let pa_id = application.pa_id;
    (!paths.is_empty()).then_some(StorageFault::DataApart { pa_id, paths })
}

/// Entries of the history that were changed or taken out. An application that came before there
/// were histories has none.
fn history_faults(archived: &ApplicationCopy) -> Vec<StorageFault> {
    let (pa_id, entries) = (archived.application.pa_id, &archived.history);
    let mut faults = faults_in(pa_id, entries);
    if let Some(fault) = fault_at(&archived.history_end, entries) {
        faults.push(fault);
    } else if let Some(last) = entries.last()
        // The last entry and the time of the last activity were written together.
        && last.content.at != archived.application.activity_at
    {
        let number = last.number.saturating_add(1);
        faults.push(ChainFault::Missing { number });
    }
    // An entry that was changed in its place is not the noted one either.
    faults.dedup();
    let fault = |fault| match fault {
        ChainFault::Missing { number } => StorageFault::HistoryEntryMissing { pa_id, number },
        ChainFault::Changed { number } => StorageFault::HistoryEntryChanged { pa_id, number },
    };
    faults.into_iter().map(fault).collect()
}

async fn digest(mut bytes: ByteStream) -> Result<(u64, [u8; 32]), BlobError> {
    let (mut size_bytes, mut hash) = (0_u64, Sha256::new());
    while let Some(piece) = bytes.try_next().await? {
        size_bytes = size_bytes.saturating_add(u64::try_from(piece.len()).unwrap_or(u64::MAX));
        hash.update(&piece);
    }
    Ok((size_bytes, hash.finalize()))
}
