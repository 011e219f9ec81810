//! What a database's error means for a caller.

use diesel::result::DatabaseErrorKind as Kind;
use diesel::result::Error;
use ports::StoreError;

/// SQLite tells these apart by its result code, of which diesel keeps only the text (`sqlite3_errstr`). They pass, or an operator
/// can make them pass: a lock, a full or failing disk, a file system that went read-only, no memory.
const PASSING: [&str; 8] = [
    "database is locked",
    "database table is locked",
    "database or disk is full",
    "disk I/O error",
    "unable to open database file",
    "attempt to write a readonly database",
    "locking protocol",
    "out of memory",
];

/// The port's error for a driver's. A constraint is a conflict; what may work later is unavailable; anything else failed.
pub fn store_error(error: Error) -> StoreError {
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
        Kind::SerializationFailure | Kind::ClosedConnection | Kind::ReadOnlyTransaction => {
            StoreError::Unavailable(error.into())
        }
        _ if PASSING
            .iter()
            .any(|text| information.message().starts_with(text)) =>
        {
            StoreError::Unavailable(error.into())
        }
        _ => StoreError::Failed(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::store_error;
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
    fn what_may_pass_is_unavailable_and_the_rest_failed() {
        for message in [
            "database is locked",
            "database or disk is full",
            "disk I/O error",
        ] {
            let error = of(DatabaseErrorKind::Unknown, message);
            assert!(matches!(error, StoreError::Unavailable(_)), "{message}");
        }
        let error = of(DatabaseErrorKind::Unknown, "no such table: applications");
        assert!(matches!(error, StoreError::Failed(_)));
        assert!(matches!(
            store_error(Error::NotFound),
            StoreError::Failed(_)
        ));
    }
}
