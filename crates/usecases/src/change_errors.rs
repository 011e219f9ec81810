//! What every change may meet, whatever it changes, as the error of each resource.

/// What comes of the store, the history and a retry in a change of the resource whose error this
/// is.
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
