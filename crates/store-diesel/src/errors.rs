//! Converts errors of diesel and of connections into [`StoreError`].

use std::sync::Arc;

use diesel::result::DatabaseErrorKind as Kind;
use diesel::result::Error;
use ports::{BoxError, StoreError};

/// Beginnings of the texts of temporary errors, or such as an operator can end; diesel keeps no
/// code of most errors, only the text.
const PASSING: [&str; 20] = [
    // SQLite (`sqlite3_errstr`): a lock, a failing disk, a file system that went read-only, no
    // memory.
    "database is locked",
    "database table is locked",
    "disk I/O error",
    "unable to open database file",
    "attempt to write a readonly database",
    "locking protocol",
    "out of memory",
    // PostgreSQL, where `lc_messages` is English: a limit of time, an administrator, rights that
    // were taken from the role, a failing disk, no memory, a deadlock, a standby before it is
    // promoted.
    "canceling statement due to",
    "terminating connection",
    "permission denied for",
    "could not open file",
    "could not read block",
    "could not extend file",
    "could not write",
    "could not fsync file",
    "could not resize shared memory segment",
    "could not access file",
    "out of shared memory",
    "deadlock detected",
    "cannot set transaction read-write mode during recovery",
];

/// SQLite's words for a disk without room, and those of the C library, which PostgreSQL adds to
/// its own.
const FULL: [&str; 3] = [
    "database or disk is full",
    "No space left on device",
    "Disk quota exceeded",
];

/// What SQLite says of a file that it cannot read as one of its own, and PostgreSQL of a page, of a
/// file that ends before one, of a long value without all of its pieces, and of a transaction whose
/// outcome is lost.
const DAMAGED: [&str; 7] = [
    "database disk image is malformed",
    "malformed database schema",
    "file is not a database",
    "invalid page in block",
    ": read only ",
    "missing chunk number ",
    "could not access status of transaction ",
];

/// What PostgreSQL says of a text that it does not take, as one with a NUL character, which SQLite
/// does take.
const NO_TEXT: &str = "invalid byte sequence for encoding";

/// Beginnings of libpq's texts (never in another language: it is built in) when the server is gone.
/// It may say so and still not count the connection as closed, as long as there is something left
/// to read.
const GONE: [&str; 9] = [
    "server closed the connection unexpectedly",
    "could not send data to server",
    "could not receive data from server",
    "SSL connection has been closed unexpectedly",
    "SSL SYSCALL error",
    "SSL error",
    "no connection to the server",
    "connection not open",
    "lost synchronization with server",
];

/// The port's error for a driver's. A constraint is a conflict, and so is what the database takes
/// for no text; what may work later is unavailable;
/// what no later try helps and a backup does is damaged; anything else failed.
pub fn store_error(error: Error) -> StoreError {
    if is_gone(&error) {
        return StoreError::Unavailable(error.into());
    }
    if is_damage(&chain(&error)) {
        return StoreError::Damaged(error.into());
    }
    let Error::DatabaseError(kind, information) = &error else {
        return StoreError::Failed(error.into());
    };
    match kind {
        Kind::UniqueViolation
        | Kind::ForeignKeyViolation
        | Kind::NotNullViolation
        | Kind::CheckViolation
        | Kind::RestrictViolation
        | Kind::ExclusionViolation => StoreError::Conflict(error.into()),
        Kind::SerializationFailure | Kind::ReadOnlyTransaction => {
            StoreError::Unavailable(error.into())
        }
        _ if information.message().starts_with(NO_TEXT) => StoreError::Conflict(error.into()),
        _ if is_full(information.message()) => StoreError::Full(error.into()),
        _ if begins_with(information.message(), &PASSING) => StoreError::Unavailable(error.into()),
        _ => StoreError::Failed(error.into()),
    }
}

/// What a pool of connections says that got none, and no reason either.
pub(crate) const NO_REASON: &str = "timed out waiting for connection";

/// The error of a connection that could not be made. libpq gives the reason in several lines, of
/// which a log is to have one.
pub fn no_connection(error: impl std::fmt::Display) -> StoreError {
    let said = error.to_string();
    let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let line = lines.collect::<Vec<_>>().join("; ");
    if line == NO_REASON {
        let sentence = "it let nobody in and gave no reason: it hangs, or it cannot be reached";
        StoreError::Unavailable(sentence.into())
    } else if is_damage(&line) {
        StoreError::Damaged(line.into())
    } else {
        StoreError::Unavailable(line.into())
    }
}

/// Whether the connection is lost.
pub(crate) fn is_gone(error: &Error) -> bool {
    match error {
        Error::DatabaseError(Kind::ClosedConnection | Kind::UnableToSendCommand, _)
        | Error::BrokenTransactionManager
        | Error::RollbackErrorOnCommit { .. } => true,
        Error::DatabaseError(Kind::Unknown, information) => {
            begins_with(information.message(), &GONE)
        }
        _ => false,
    }
}

fn is_damage(message: &str) -> bool {
    let is_file_gone =
        message.contains("could not open file") && message.contains("No such file or directory");
    is_file_gone || DAMAGED.iter().any(|text| message.contains(text))
}

/// The error with its causes: migrations wrap those of their statements.
fn chain(error: &Error) -> String {
    let first: &(dyn std::error::Error + 'static) = error;
    let links = std::iter::successors(Some(first), |link| link.source());
    links
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}

fn is_full(message: &str) -> bool {
    FULL.iter().any(|text| message.contains(text))
}

fn begins_with(message: &str, texts: &[&str]) -> bool {
    texts.iter().any(|text| message.starts_with(text))
}

/// The same error for each of several.
pub(crate) fn copies(error: StoreError) -> impl Fn() -> StoreError {
    let (make, source): (fn(BoxError) -> StoreError, BoxError) = match error {
        StoreError::Unavailable(source) => (StoreError::Unavailable, source),
        StoreError::Full(source) => (StoreError::Full, source),
        StoreError::Conflict(source) => (StoreError::Conflict, source),
        StoreError::Undone(source) => (StoreError::Undone, source),
        StoreError::Damaged(source) => (StoreError::Damaged, source),
        StoreError::Failed(source) => (StoreError::Failed, source),
        error @ StoreError::Corrupt { .. } => (StoreError::Failed, error.into()),
    };
    let source: Arc<dyn std::error::Error + Send + Sync> = source.into();
    move || make(Box::new(Arc::clone(&source)))
}

#[cfg(test)]
mod tests {
    use super::{no_connection, store_error};
    use diesel::result::{DatabaseErrorKind, Error};
    use ports::StoreError;

    fn of(kind: DatabaseErrorKind, message: &str) -> StoreError {
        store_error(Error::DatabaseError(kind, Box::new(message.to_owned())))
    }

    #[test]
    fn a_constraint_is_a_conflict() {
        let error = of(
            DatabaseErrorKind::UniqueViolation,
            "UNIQUE constraint failed",
        );
        assert!(matches!(error, StoreError::Conflict(_)));
    }

    #[test]
    fn a_text_that_a_database_does_not_take_is_a_conflict() {
        let error = of(
            DatabaseErrorKind::Unknown,
            "invalid byte sequence for encoding \"UTF8\": 0x00",
        );
        assert!(matches!(error, StoreError::Conflict(_)));
    }

    #[test]
    fn store_error_tells_a_full_disk_apart() {
        for message in [
            "database or disk is full",
            "could not extend file \"base/5/1\": No space left on device",
            "could not write to file \"pg_wal/x\": Disk quota exceeded",
        ] {
            let error = of(DatabaseErrorKind::Unknown, message);
            assert!(matches!(error, StoreError::Full(_)), "{message}");
        }
    }

    #[test]
    fn store_error_tells_a_damaged_file_apart_also_inside_of_a_migration() {
        let malformed = "database disk image is malformed";
        for message in [
            malformed,
            "file is not a database",
            "could not read block 7 in file \"base/5/1\": read only 0 of 8192 bytes",
            "could not open file \"base/5/1\": No such file or directory",
            "missing chunk number 0 for toast value 16412 in pg_toast_16403",
        ] {
            let error = of(DatabaseErrorKind::Unknown, message);
            assert!(matches!(error, StoreError::Damaged(_)), "{message}");
            let error = no_connection(format!("timed out waiting for connection: {message}"));
            assert!(matches!(error, StoreError::Damaged(_)), "{message}");
        }
        let step = Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(malformed.to_owned()));
        let error = store_error(Error::QueryBuilderError(Box::new(step)));
        assert!(matches!(error, StoreError::Damaged(_)));
    }

    #[test]
    fn what_may_pass_is_unavailable_and_the_rest_failed() {
        for message in [
            "database is locked",
            "disk I/O error",
            "canceling statement due to lock timeout",
            "deadlock detected",
            "cannot set transaction read-write mode during recovery",
            "permission denied for table applications",
            "could not read block 7 in file \"base/5/1\": Input/output error",
            "could not open file \"base/5/1\": Too many open files in system",
            "server closed the connection unexpectedly\n\tThis probably means …",
        ] {
            let error = of(DatabaseErrorKind::Unknown, message);
            assert!(matches!(error, StoreError::Unavailable(_)), "{message}");
        }
        let error = of(DatabaseErrorKind::Unknown, "no such table: applications");
        assert!(matches!(error, StoreError::Failed(_)));
        let error = of(DatabaseErrorKind::UnableToSendCommand, "");
        assert!(matches!(error, StoreError::Unavailable(_)));
        assert!(matches!(
            store_error(Error::NotFound),
            StoreError::Failed(_)
        ));
    }

    #[test]
    fn no_connection_says_what_it_means_that_there_is_no_reason() {
        let said = no_connection("timed out waiting for connection");
        let cause = std::error::Error::source(&said).map(ToString::to_string);
        assert!(cause.is_some_and(|cause| cause.contains("it hangs")));
    }

    #[test]
    fn no_connection_says_in_one_line_what_libpq_says_in_several() {
        let said = "connection to server at \"127.0.0.1\" failed: Connection refused\n\tIs the \
                    server running on that host?\n";
        assert_eq!(
            std::error::Error::source(&no_connection(said))
                .map(ToString::to_string)
                .as_deref(),
            Some(
                "connection to server at \"127.0.0.1\" failed: Connection refused; Is the server \
                    running on that host?"
            )
        );
    }
}
