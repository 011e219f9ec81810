//! The error of the use cases of applications.

use form_reading::ContentError;
use form_reading::expected_form::FormContentError;
use form_reading::recognition::RecognitionError;
use forms::Faults;
use ports::{BlobError, FillError, PdfError, Signature, UploadError, WorkerError};

use crate::InternalError;
use crate::change_errors::from_changes;
use crate::form_versions::FormVersionError;

/// What a caller can act on, and [`InternalError`] for the rest.
#[derive(Debug, thiserror::Error)]
pub enum ApplicationError {
    /// There is no such application.
    #[error("no such application")]
    NotFound,
    /// The catalogue has no such form type.
    #[error("no such form type")]
    FormTypeUnknown {
        /// The keys of the form types that it has.
        known: Vec<String>,
    },
    /// The scanner found something in the uploaded file.
    #[error("the file is infected")]
    Infected(Signature),
    /// The uploaded file cannot be read as a form.
    #[error("the file cannot be read as a form")]
    FileRefused(PdfError),
    /// The uploaded file is no form of the type that it was sent as.
    #[error("the file is no form of this type")]
    FormNotRecognised(RecognitionError),
    /// Values in the uploaded form are not of their types.
    #[error("the form holds wrong values")]
    ValuesWrong(ContentError),
    /// The 9999 numbers of this year are used up.
    #[error("the numbers of the year are used up")]
    NumbersUsedUp {
        /// The last two digits of the year.
        year: u8,
        /// When the next year begins (UTC).
        retry_after_seconds: u64,
    },
    /// The change is not allowed by the form type.
    #[error("the change holds wrong values")]
    DataWrong(Faults),
    /// The change has no row for positions that have offers or a justification.
    #[error("the change has no row for cost positions in use")]
    CostPositionInUse(Faults),
    /// The application is no longer in a state that the client expects: another change was faster.
    #[error("the application was changed meanwhile")]
    StateOutdated,
    /// The application came before versions of form types were stored, and the catalogue does not
    /// have its form type: a mistake of the operator.
    #[error("the form version of an application is not stored")]
    FormVersionMissing,
    /// The history of the application is as long as changes by the holder of its key may make it.
    #[error("the history is full")]
    HistoryFull,
    /// The entries of the history that are asked for have too many bytes for a page.
    #[error("the page of the history is too large")]
    HistoryPageTooLarge {
        /// What they have, as they are hashed.
        bytes: u64,
        /// What a page may have.
        bytes_max: u64,
    },
    /// The idempotency key was sent with another request before.
    #[error("the idempotency key is of another request")]
    IdempotencyKeyReused,
    /// A failure that the caller cannot avoid.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

from_changes!(ApplicationError);

impl From<BlobError> for ApplicationError {
    fn from(error: BlobError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<WorkerError> for ApplicationError {
    fn from(error: WorkerError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<UploadError> for ApplicationError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::File(error) => Self::FileRefused(error),
            UploadError::Content(FormContentError::NotRecognised(error)) => {
                Self::FormNotRecognised(error)
            }
            UploadError::Content(FormContentError::ValuesWrong(error)) => Self::ValuesWrong(error),
        }
    }
}

impl From<FillError> for ApplicationError {
    fn from(error: FillError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<FormVersionError> for ApplicationError {
    fn from(error: FormVersionError) -> Self {
        match error {
            FormVersionError::Missing => Self::FormVersionMissing,
            FormVersionError::Internal(error) => Self::Internal(error),
        }
    }
}
