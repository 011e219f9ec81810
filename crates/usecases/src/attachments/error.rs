//! The error of the use cases of attachments.

use domain::attachment::{AttachmentLimitError, AttachmentTypeError};
use ports::{BlobError, BoxError, Signature};

use crate::InternalError;
use crate::change_errors::from_changes;

/// What a caller can act on, and [`InternalError`] for the rest.
#[derive(Debug, thiserror::Error)]
pub enum AttachmentError {
    /// The application was deleted since the caller was let in.
    #[error("no such application")]
    ApplicationNotFound,
    /// The application has no such attachment.
    #[error("no such attachment")]
    NotFound,
    /// The file is too large, or there are too many.
    #[error("the file is not taken")]
    NotAdmitted(AttachmentLimitError),
    /// The file is of a media type that is not accepted.
    #[error("the file is of another media type")]
    TypeNotAllowed(AttachmentTypeError),
    /// The scanner found something in the file.
    #[error("the file is infected")]
    Infected(Signature),
    /// The sender broke off; nothing was kept.
    #[error("the file ended before its end")]
    Interrupted(#[source] BoxError),
    /// Storing the bytes took longer than
    /// [`Applications::STORING_SECONDS_MAX`](crate::Applications::STORING_SECONDS_MAX) after the
    /// last of them had arrived, or a sweep has taken their key meanwhile; nothing was kept.
    #[error("the file took too long")]
    TookTooLong,
    /// The time of the first answer was over before it could be repeated; if the request is sent
    /// once more, the file is stored.
    #[error("the answer of then is gone")]
    AnswerGone,
    /// The history of the application is as long as changes by the holder of its key may make it.
    #[error("the history is full")]
    HistoryFull,
    /// The idempotency key was sent with another request before.
    #[error("the idempotency key is of another request")]
    IdempotencyKeyReused,
    /// A failure that the caller cannot avoid.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

from_changes!(AttachmentError);

impl From<BlobError> for AttachmentError {
    fn from(error: BlobError) -> Self {
        match error {
            BlobError::Interrupted(source) => Self::Interrupted(source),
            error => Self::Internal(error.into()),
        }
    }
}
