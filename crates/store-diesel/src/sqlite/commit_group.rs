//! Group commit: several works in one transaction, each in a savepoint of its own, all of them
//! durable with one sync of the disk (docs/decisions/0016).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use diesel::connection::{AnsiTransactionManager, SimpleConnection as _, TransactionManager as _};
use diesel::{RunQueryDsl as _, SqliteConnection};
use ports::{AccessMode, StoreError, Work};
use tokio::sync::oneshot;

use super::erased_log::ErasedLog;
use super::transaction;
use crate::cached::Command;
use crate::errors::{copies, store_error};
use crate::outcome::{CommitReport, RollbackReason, give_up};

/// The bounds of a group.
#[derive(Debug, Clone, Copy)]
pub struct GroupBounds {
    /// Most works of one commit.
    pub works_max: usize,
    /// The age from which a group begins no further work, so that the first one need not wait for
    /// all that come.
    pub age_max: Duration,
}

impl Default for GroupBounds {
    fn default() -> Self {
        Self {
            works_max: 64,
            age_max: Duration::from_millis(10),
        }
    }
}

impl GroupBounds {
    fn have_room(&self, works: usize, began: Instant) -> bool {
        works < self.works_max && began.elapsed() < self.age_max
    }
}

/// A work, and the channel for its answer.
pub(super) struct QueuedWork {
    pub(super) work: Work,
    pub(super) answer: Answer,
}

pub(super) type Answer = oneshot::Sender<Result<(), StoreError>>;

/// A work that was run and waits for the commit.
struct EndedWork {
    answer: Answer,
    outcome: Result<CommitReport, RollbackReason>,
    /// Whether it could see what others in the group had changed.
    saw_changes: bool,
}

/// How a work leaves the transaction of its group.
#[derive(PartialEq, Eq)]
enum Transaction {
    Whole,
    /// To be committed, without a further work in it.
    Last,
    /// Nothing of the group can be kept.
    Lost,
}

/// Runs works on a connection on which a transaction has begun, until there is no next one or the
/// group is large enough; commits, then answers them all. Answers whether the connection may be
/// used again.
pub(super) fn commit_together(
    connection: &mut SqliteConnection,
    bounds: GroupBounds,
    log: &ErasedLog,
    mut next: impl FnMut() -> Option<QueuedWork>,
) -> bool {
    let (began, mut ended, mut changed) = (Instant::now(), Vec::new(), false);
    let mut transaction = Transaction::Whole;
    while transaction == Transaction::Whole
        && (ended.is_empty() || bounds.have_room(ended.len(), began))
        && let Some(QueuedWork { work, answer }) = next()
    {
        // Nobody waits for it, and nothing of it was begun.
        if answer.is_closed() {
            continue;
        }
        let outcome;
        (outcome, transaction) = run_apart(connection, work);
        let saw_changes = changed;
        changed |= outcome.is_ok();
        ended.push(EndedWork {
            answer,
            outcome,
            saw_changes,
        });
    }
    if transaction == Transaction::Lost {
        give_up(connection);
        answer_lost(ended);
        return false;
    }
    let committed = end(connection, changed);
    let is_usable = committed.is_ok() && transaction == Transaction::Whole;
    match committed {
        Ok(()) => answer_committed(connection, log, ended),
        Err(error) => answer_failed(ended, store_error(error)),
    }
    if !is_usable {
        give_up(connection);
    }
    is_usable
}

/// Runs a work in a savepoint, so that it can be undone without those before it.
fn run_apart(
    connection: &mut SqliteConnection,
    work: Work,
) -> (Result<CommitReport, RollbackReason>, Transaction) {
    let failed = |error| Err(RollbackReason::Failed(store_error(error)));
    if let Err(error) = Command("SAVEPOINT work").execute(connection) {
        return (failed(error), Transaction::Lost);
    }
    let run = || transaction::run(connection, AccessMode::Write, work);
    let ran = catch_unwind(AssertUnwindSafe(run));
    // Whatever a panic left of a statement goes with the connection.
    let mut after = ran
        .as_ref()
        .map_or(Transaction::Last, |_| Transaction::Whole);
    // The panic's message may hold anything, so it is not carried on.
    let panicked = |_| {
        Err(RollbackReason::Failed(StoreError::Failed(
            "the work panicked".into(),
        )))
    };
    let mut outcome = ran.unwrap_or_else(panicked);
    if outcome.is_ok()
        && let Err(error) = Command("RELEASE work").execute(connection)
    {
        outcome = failed(error);
    }
    // A disk that is full or fails has ended the transaction: then there is no savepoint any more.
    if outcome.is_err()
        && connection
            .batch_execute("ROLLBACK TO work; RELEASE work")
            .is_err()
    {
        after = Transaction::Lost;
    }
    (outcome, after)
}

/// Ends the transaction: commits if anything was changed, else without a sync of the disk.
fn end(connection: &mut SqliteConnection, changed: bool) -> diesel::QueryResult<()> {
    if changed {
        AnsiTransactionManager::commit_transaction(connection)
    } else {
        AnsiTransactionManager::rollback_transaction(connection)
    }
}

/// Answers the works after the commit. Those that have erased something come last: others need not
/// wait until it has left the log.
fn answer_committed(connection: &mut SqliteConnection, log: &ErasedLog, ended: Vec<EndedWork>) {
    let mut erasers = Vec::new();
    for EndedWork {
        answer, outcome, ..
    } in ended
    {
        // Nobody may be there any more to hear it.
        let _ = match outcome {
            Ok(report) if report.erased => {
                erasers.push(answer);
                continue;
            }
            Ok(_) | Err(RollbackReason::AsWanted) => answer.send(Ok(())),
            Err(RollbackReason::Failed(error)) => answer.send(Err(error)),
        };
    }
    if erasers.is_empty() {
        log.try_again(connection);
    } else {
        log.empty(connection);
    }
    for eraser in erasers {
        let _ = eraser.send(Ok(()));
    }
}

/// Answers the works after a commit that failed, perhaps after it had happened.
fn answer_failed(ended: Vec<EndedWork>, error: StoreError) {
    let copy = copies(error);
    let undone = undone_for(&copy());
    for work in ended {
        let _ = match work.outcome {
            Ok(_) => work.answer.send(Err(copy())),
            Err(reason) => work.answer.send(refused(reason, work.saw_changes, &undone)),
        };
    }
}

/// Answers the works of a transaction that was lost in the last one of them.
fn answer_lost(mut ended: Vec<EndedWork>) {
    let Some(last) = ended.pop() else { return };
    // What failed is its own; what it refused it may have judged by what is undone.
    let (copy, is_refused): (Box<dyn Fn() -> StoreError>, _) = match last.outcome {
        Err(RollbackReason::Failed(error)) => (Box::new(copies(error)), false),
        Err(RollbackReason::AsWanted) => (Box::new(undone), true),
        Ok(_) => (Box::new(undone), false),
    };
    let undone = undone_for(&copy());
    let _ = last.answer.send(if is_refused && !last.saw_changes {
        Ok(())
    } else {
        Err(copy())
    });
    for work in ended {
        let _ = match work.outcome {
            Ok(_) => work.answer.send(Err(undone())),
            Err(reason) => work.answer.send(refused(reason, work.saw_changes, &undone)),
        };
    }
}

/// The answer to a work that changed nothing, if nothing of its group is kept.
fn refused(
    reason: RollbackReason,
    saw_changes: bool,
    undone: impl Fn() -> StoreError,
) -> Result<(), StoreError> {
    match reason {
        _ if saw_changes => Err(undone()),
        RollbackReason::AsWanted => Ok(()),
        RollbackReason::Failed(error) => Err(error),
    }
}

/// The error for the other works of a group that was undone: a full disk concerns all of them, and
/// is passed on.
fn undone_for(cause: &StoreError) -> impl Fn() -> StoreError + use<> {
    let is_full = matches!(cause, StoreError::Full(_));
    move || match is_full {
        true => StoreError::Full("the disk was full for another work of the transaction".into()),
        false => undone(),
    }
}

fn undone() -> StoreError {
    StoreError::Undone("another work of the same transaction could not be done".into())
}
