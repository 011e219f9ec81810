//! Ends transactions: commits or rolls them back, and answers the caller's outcome.

use diesel::connection::{AnsiTransactionManager, Connection, TransactionManager as _};
use ports::StoreError;

use crate::errors::store_error;

/// A transaction that is to be committed.
pub(crate) struct CommitReport {
    /// Whether it removed content that must not linger in the database's files.
    #[cfg_attr(
        not(feature = "sqlite"),
        expect(
            dead_code,
            reason = "PostgreSQL overwrites in its own time (autovacuum)"
        )
    )]
    pub(crate) erased: bool,
}

/// Why a transaction is to be rolled back.
pub(crate) enum RollbackReason {
    /// The work asked for it.
    AsWanted,
    /// A statement failed, so whatever the work asked for is void.
    Failed(StoreError),
}

/// Ends the transaction that has begun on the connection: commits what is to be kept, rolls back
/// the rest.
///
/// A connection that does not even take the rollback is marked as broken, so that its pool gives it
/// to nobody again; the database undoes what was open on it when it notices that it is gone.
/// Whether a commit that failed has happened is known only to the database.
pub(crate) fn settle<C>(
    connection: &mut C,
    outcome: Result<CommitReport, RollbackReason>,
) -> Result<CommitReport, StoreError>
where
    C: Connection<TransactionManager = AnsiTransactionManager>,
{
    let undone = match outcome {
        Ok(kept) => {
            return AnsiTransactionManager::commit_transaction(connection)
                .map(|()| kept)
                .map_err(store_error);
        }
        Err(undone) => undone,
    };
    if AnsiTransactionManager::rollback_transaction(connection).is_err() {
        give_up(connection);
    }
    match undone {
        RollbackReason::AsWanted => Ok(CommitReport { erased: false }),
        RollbackReason::Failed(error) => Err(error),
    }
}

/// Marks a connection as broken.
pub(crate) fn give_up<C>(connection: &mut C)
where
    C: Connection<TransactionManager = AnsiTransactionManager>,
{
    AnsiTransactionManager::transaction_manager_status_mut(connection).set_in_error();
}
