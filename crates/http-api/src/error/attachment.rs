//! Responses to errors of attachments.

use domain::attachment::{AttachmentLimitError, AttachmentTypeError};
use usecases::AttachmentError;

use super::body::size;
use super::code::Code;
use super::response::ErrorResponse;
use super::{history_full, idempotency_key_reused, infected, internal};

pub(super) fn response(error: &AttachmentError) -> ErrorResponse {
    match error {
        AttachmentError::ApplicationNotFound => Code::ApplicationNotFound.into(),
        AttachmentError::NotFound => Code::AttachmentNotFound.into(),
        AttachmentError::NotAdmitted(error) => limit_response(error),
        AttachmentError::TypeNotAllowed(error) => type_response(error),
        AttachmentError::Infected(signature) => infected(signature),
        AttachmentError::Interrupted(_) => ErrorResponse::new(
            Code::BodyIncomplete,
            "The file broke off before its end, send all of it.",
        ),
        // The whole file had arrived: storing it took too long.
        AttachmentError::TookTooLong | AttachmentError::AnswerGone => super::unavailable(),
        AttachmentError::HistoryFull => history_full(),
        AttachmentError::IdempotencyKeyReused => idempotency_key_reused(),
        AttachmentError::Internal(error) => internal(error),
    }
}

fn limit_response(error: &AttachmentLimitError) -> ErrorResponse {
    let (code, detail) = match error {
        AttachmentLimitError::TooMany { count_max } => (
            Code::TooManyAttachments,
            format!("An application has at most {count_max} attachments, remove one first."),
        ),
        AttachmentLimitError::FileTooLarge { file_bytes_max } => (
            Code::AttachmentTooLarge,
            format!(
                "The file is too large, at most {} are taken.",
                size(*file_bytes_max)
            ),
        ),
        AttachmentLimitError::TotalTooLarge { total_bytes_max } => (
            Code::AttachmentsTooLargeTogether,
            format!(
                "The attachments of an application have at most {} together, remove one first.",
                size(*total_bytes_max)
            ),
        ),
        AttachmentLimitError::Empty => (
            Code::UploadInvalid,
            "The part `file` is empty, send the file in it.".to_owned(),
        ),
    };
    ErrorResponse::new(code, detail)
}

fn type_response(error: &AttachmentTypeError) -> ErrorResponse {
    let found = match error.found {
        Some(found) => format!("By its bytes the file is {found}"),
        None => "The bytes of the file tell no known media type".to_owned(),
    };
    let allowed = error.allowed.join(", ");
    ErrorResponse::new(
        Code::AttachmentTypeNotAllowed,
        format!("{found}; what is taken: {allowed}."),
    )
}
