//! All rows of one moment, put aside while the service goes on.
//!
//! They are read in one transaction and handed over piece by piece, so memory does not grow with
//! their number; nothing slow is waited for meanwhile, so the transaction ends soon. The bytes are
//! fetched afterwards, by a [`Transfer`](crate::Transfer).

use std::sync::Arc;

use domain::Timestamp;
use ports::{Counters, Store, StoreError, StoredFormPackage, Transaction};
use tokio::sync::mpsc;

use crate::archive::ApplicationCopy;
use crate::{InternalError, ProgressListener, ProgressStep};

/// So many applications may have been read and not yet put aside.
const WAITING_MAX: usize = 16;
/// So many numbers are looked up at once.
const PAGE: usize = 200;

/// Puts rows aside.
pub struct Snapshot;

enum Piece {
    Total(u64),
    FormPackage(StoredFormPackage),
    Application(Box<ApplicationCopy>),
    Counters(Counters),
}

impl Snapshot {
    /// Copies every row that is there now into an empty store, and gives the number of
    /// applications. That store then names bytes which it does not have: it is nothing to serve
    /// from.
    pub async fn take(
        from: &Arc<dyn Store>,
        into: &Arc<dyn Store>,
        now: Timestamp,
        watcher: &dyn ProgressListener,
    ) -> Result<u64, InternalError> {
        let (sender, receiver) = mpsc::channel(WAITING_MAX);
        let reading = from.read(move |rows| read_all(rows, now, &sender));
        let (read, written) = futures::join!(reading, write_all(into, receiver, watcher));
        // Where writing fails, reading fails for it.
        let count = written?;
        read?;
        Ok(count)
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
    let (_, total_count) = rows.list_applications(&Default::default(), 0, 0)?;
    send(Piece::Total(total_count))?;
    for summary in rows.list_form_packages()? {
        if let Some(package) = rows.find_form_package(&summary.version.package)? {
            send(Piece::FormPackage(package))?;
        }
    }
    let mut last = None;
    loop {
        let page = rows.list_pa_ids(last, PAGE)?;
        let Some(end) = page.last() else {
            return send(Piece::Counters(rows.find_counters()?));
        };
        last = Some(*end);
        for pa_id in page {
            if let Some(archived) = ApplicationCopy::read(rows, pa_id, now)? {
                send(Piece::Application(Box::new(archived)))?;
            }
        }
    }
}

async fn write_all(
    into: &Arc<dyn Store>,
    mut receiver: mpsc::Receiver<Piece>,
    watcher: &dyn ProgressListener,
) -> Result<u64, InternalError> {
    let mut count = 0;
    let mut batch = Vec::new();
    while receiver.recv_many(&mut batch, WAITING_MAX).await > 0 {
        for piece in &batch {
            match piece {
                Piece::Total(total) => watcher.begins(ProgressStep::TakeRows, *total),
                Piece::Application(_) => {
                    count += 1;
                    watcher.advances();
                }
                Piece::FormPackage(_) | Piece::Counters(_) => {}
            }
        }
        let pieces = std::mem::take(&mut batch);
        into.write(move |rows| pieces.iter().try_for_each(|piece| write(rows, piece)))
            .await?;
    }
    Ok(count)
}

fn write(rows: &mut dyn Transaction, piece: &Piece) -> Result<(), StoreError> {
    match piece {
        Piece::Total(_) => Ok(()),
        Piece::FormPackage(package) => rows.add_form_package(package),
        Piece::Application(archived) => archived.add_to(rows),
        Piece::Counters(counters) => rows.raise_counters(counters),
    }
}
