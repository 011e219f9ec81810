//! Why something could not be done with an attachment, as it goes out.

use domain::attachment::AttachmentLimitError;
use usecases::AttachmentError;

use super::application::internal;
use super::body::size;
use super::code::Code;
use super::refusal::Refusal;

pub(super) fn refusal(error: &AttachmentError) -> Refusal {
    match error {
        AttachmentError::NotFound => {
            Refusal::new(Code::AttachmentNotFound, "There is no such attachment.")
        }
        AttachmentError::Refused(refused) => refused_for(refused),
        AttachmentError::Interrupted(_) => {
            Refusal::new(Code::BodyIncomplete, "The file broke off before its end.")
        }
        AttachmentError::TookTooLong => {
            Refusal::new(Code::BodyTooSlow, "The file took too long to arrive.")
        }
        AttachmentError::AnswerGone => Refusal::unavailable(),
        AttachmentError::IdempotencyKeyReused => Refusal::key_reused(),
        AttachmentError::Internal(error) => internal(error),
    }
}

fn refused_for(refused: &AttachmentLimitError) -> Refusal {
    match refused {
        AttachmentLimitError::TooMany { count_max } => Refusal::new(
            Code::TooManyAttachments,
            format!("An application has at most {count_max} attachments, remove one first."),
        ),
        AttachmentLimitError::FileTooLarge { file_bytes_max } => Refusal::new(
            Code::AttachmentTooLarge,
            format!(
                "The file is too large, at most {} are taken.",
                size(*file_bytes_max)
            ),
        ),
        AttachmentLimitError::TotalTooLarge { total_bytes_max } => Refusal::new(
            Code::AttachmentsTooLargeTogether,
            format!(
                "The attachments of an application have at most {} together, remove one first.",
                size(*total_bytes_max)
            ),
        ),
        AttachmentLimitError::Empty => Refusal::new(
            Code::UploadInvalid,
            "The part `file` is empty, send the file in it.",
        ),
    }
}
