//! Conversions of the errors that any change may meet into the error of each resource.

/// Implements `From` the errors of the store, the history and a retry for the error of a resource.
macro_rules! from_changes {
    ($error:ident) => {
        impl From<ports::StoreError> for $error {
            fn from(error: ports::StoreError) -> Self {
                Self::Internal(error.into())
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
                    RetryError::OtherRequest | RetryError::AnswerLost => Self::IdempotencyKeyReused,
                    RetryError::Internal(error) => Self::Internal(error),
                }
            }
        }
    };
}

pub(crate) use from_changes;
