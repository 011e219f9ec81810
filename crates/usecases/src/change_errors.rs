//! What the errors of all resources have in common: the errors that any change may meet become
//! theirs, and each tells whether anything was kept.

/// Implements `From` the errors of the store, the history and a retry for the error of a resource,
/// and `WriteError`: a refusal keeps nothing.
macro_rules! from_changes {
    ($error:ident) => {
        impl From<ports::StoreError> for $error {
            fn from(error: ports::StoreError) -> Self {
                Self::Internal(error.into())
            }
        }

        impl $crate::internal_error::WriteError for $error {
            fn kept_nothing(&self) -> bool {
                match self {
                    Self::Internal(error) => error.kept_nothing(),
                    _ => true,
                }
            }
        }

        impl From<$crate::history::RecordError> for $error {
            fn from(error: $crate::history::RecordError) -> Self {
                use $crate::history::RecordError;
                match error {
                    RecordError::Full => Self::HistoryFull,
                    RecordError::Store(error) => error.into(),
                }
            }
        }

        impl From<$crate::retries::RetryError> for $error {
            fn from(error: $crate::retries::RetryError) -> Self {
                use $crate::retries::RetryError;
                match error {
                    RetryError::KeyReused => Self::IdempotencyKeyReused,
                    RetryError::Internal(error) => Self::Internal(error),
                }
            }
        }
    };
}

pub(crate) use from_changes;
