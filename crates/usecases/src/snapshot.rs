//! A snapshot: all rows as of one moment, copied into another store while the service goes on.
//!
//! They are read in one transaction and handed over piece by piece, so memory does not grow with
//! their number; nothing slow is waited for meanwhile, so the transaction ends soon. The bytes are
//! fetched afterwards, by a [`Transfer`](crate::Transfer).

use std::collections::HashSet;
use std::sync::Arc;

use domain::history::{ChainEnd, HistoryEntry};
use domain::{PaId, Timestamp};
use forms::PackageDigest;
use ports::{Counters, Store, StoreError, StoredFormPackage, Transaction};
use tokio::sync::mpsc;

use crate::archive::ApplicationCopy;
use crate::storage::{PAGE, count_one_by_one, senseless_counters, senseless_rows};
use crate::{InternalError, ProgressListener, ProgressStep, StorageFault};

/// Most pieces that have been read and are not written yet.
const WAITING_MAX: usize = 16;
/// Pieces that are written in one transaction, plus the rest of the last one's application.
const BATCH: usize = 64;
/// A piece of a history has at most so many bytes, as they are hashed, or one entry that is larger.
const HISTORY_PIECE_BYTES: u64 = 262_144;

/// Copies all rows as they are at one moment, for a backup.
pub struct Snapshot;

enum Piece {
    Total(u64),
    FormPackage(StoredFormPackage),
    /// Without its history, which follows.
    Application(Box<ApplicationCopy>),
    History {
        pa_id: PaId,
        entries: Vec<HistoryEntry>,
        /// The end of the whole history.
        end: ChainEnd,
    },
    /// The application is complete.
    ApplicationEnd,
    /// A row that makes no sense, with which what it belongs to is left out from there on; or one
    /// that names what is not there, and does so no more in what follows.
    Fault(StorageFault),
    Counters(Counters),
}

/// What was written in one transaction.
#[derive(Default)]
struct BatchReport {
    /// The total number of applications, if this batch had it.
    total: Option<u64>,
    applications: u64,
    faults: Vec<StorageFault>,
    /// Whether this was the last batch.
    ended: bool,
}

impl Snapshot {
    /// Copies every row that is there now into an empty store. That store then names bytes that no
    /// blob store beside it has, so the service cannot run on it. The listener is told of rows that
    /// make no sense, and are not in it with what belongs to them, and of those that named what is
    /// not there.
    pub async fn take(
        from: &Arc<dyn Store>,
        into: &Arc<dyn Store>,
        now: Timestamp,
        watcher: &dyn ProgressListener,
    ) -> Result<(), InternalError> {
        let (sender, receiver) = mpsc::channel(WAITING_MAX);
        let reading = from.read(move |rows| read_all(rows, now, &sender));
        let (read, written) = futures::join!(reading, write_all(into, receiver, watcher));
        // Where writing fails, reading fails for it.
        let faults = written?;
        read?;
        // Not before the transaction has ended: whoever is told may take his time.
        faults.iter().for_each(|fault| watcher.finds(fault));
        Ok(())
    }
}

fn read_all(
    rows: &mut dyn Transaction,
    now: Timestamp,
    sender: &mpsc::Sender<Piece>,
) -> Result<(), StoreError> {
    let send = |piece| {
        let sent = sender.blocking_send(piece);
        sent.map_err(|_| StoreError::Failed("the rows could not be put aside".into()))
    };
    send(Piece::Total(count_one_by_one(rows)?))?;
    for error in rows.list_senseless_form_packages()? {
        send(Piece::Fault(StorageFault::of(error)?))?;
    }
    let mut packages = HashSet::new();
    for summary in rows.list_form_packages()? {
        if let Some(package) = rows.find_form_package(&summary.version.package)? {
            packages.insert(summary.version.package);
            send(Piece::FormPackage(package))?;
        }
    }
    for fault in senseless_rows(rows)?
        .into_iter()
        .chain(senseless_counters(rows)?)
    {
        send(Piece::Fault(fault))?;
    }
    let mut last = None;
    loop {
        let page = rows.list_pa_ids(last, PAGE)?;
        let Some(end) = page.last() else {
            return send(Piece::Counters(rows.find_counters()?));
        };
        last = Some(*end);
        for pa_id in page {
            read_application(rows, (pa_id, now), &packages, send)?;
        }
    }
}

fn read_application(
    rows: &mut dyn Transaction,
    (pa_id, now): (PaId, Timestamp),
    packages: &HashSet<PackageDigest>,
    send: impl Fn(Piece) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let copy = match ApplicationCopy::read_without_history(rows, pa_id, now) {
        Ok(Some(copy)) => copy,
        Ok(None) => return Ok(()),
        Err(error) => return send(Piece::Fault(StorageFault::of_application(pa_id, error)?)),
    };
    let version = copy.application.form_version;
    if version.is_some_and(|version| !packages.contains(&version.package)) {
        return send(Piece::Fault(StorageFault::form_version_of(pa_id)));
    }
    let (copy, faults) = copy.without_faulty_references();
    for fault in faults {
        send(Piece::Fault(fault))?;
    }
    let end = copy.history_end;
    send(Piece::Application(Box::new(copy)))?;
    if let Err(error) = read_history(rows, pa_id, end, &send) {
        send(Piece::Fault(StorageFault::of(error)?))?;
    }
    send(Piece::ApplicationEnd)
}

fn read_history(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    end: ChainEnd,
    send: impl Fn(Piece) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut after = ChainEnd::default();
    loop {
        let entries = rows.list_history_after(pa_id, &after, HISTORY_PIECE_BYTES)?;
        let Some(last) = entries.last() else {
            return Ok(());
        };
        after = last.end();
        send(Piece::History {
            pa_id,
            entries,
            end,
        })?;
    }
}

/// Answers the faults that were met, of which nobody was told yet.
async fn write_all(
    into: &Arc<dyn Store>,
    mut receiver: mpsc::Receiver<Piece>,
    watcher: &dyn ProgressListener,
) -> Result<Vec<StorageFault>, InternalError> {
    let mut faults = Vec::new();
    loop {
        let write = into.write(move |rows| {
            let written = write_batch(rows, &mut receiver)?;
            Ok::<_, StoreError>((written, receiver))
        });
        let (written, rest) = write.await?;
        receiver = rest;
        if let Some(total) = written.total {
            watcher.begins(ProgressStep::TakeRows, total);
        }
        (0..written.applications).for_each(|_| watcher.advances());
        faults.extend(written.faults);
        if written.ended {
            return Ok(faults);
        }
    }
}

/// Writes pieces as they come. An application is never left incomplete at the end of a batch: later
/// it could not be locked without raising its revision.
fn write_batch(
    rows: &mut dyn Transaction,
    receiver: &mut mpsc::Receiver<Piece>,
) -> Result<BatchReport, StoreError> {
    let mut report = BatchReport::default();
    let (mut pieces, mut in_application) = (0, false);
    while in_application || pieces < BATCH {
        let Some(piece) = receiver.blocking_recv() else {
            report.ended = true;
            break;
        };
        pieces += 1;
        match piece {
            Piece::Total(total) => report.total = Some(total),
            Piece::FormPackage(package) => rows.add_form_package(&package)?,
            Piece::Application(copy) => {
                in_application = true;
                copy.add_to(rows)?;
            }
            Piece::History {
                pa_id,
                entries,
                end,
            } => rows.add_history(pa_id, &entries, &end)?,
            Piece::ApplicationEnd => {
                in_application = false;
                report.applications += 1;
            }
            Piece::Fault(fault) => report.faults.push(fault),
            Piece::Counters(counters) => rows.raise_counters(&counters)?,
        }
    }
    Ok(report)
}
