//! Why something could not be done with an attachment, as it goes out.

use actix_web::http::StatusCode;
use domain::attachment::AttachmentRefused;
use usecases::AttachmentError;

use super::application::broken;
use super::body::size;
use super::refusal::Refusal;

pub(super) fn refusal(error: &AttachmentError) -> Refusal {
    match error {
        AttachmentError::NotFound => Refusal::new(
            StatusCode::NOT_FOUND,
            "attachment_not_found",
            "There is no such attachment.",
        ),
        AttachmentError::Refused(refused) => refused_for(refused),
        AttachmentError::Interrupted(_) => {
            Refusal::bad_request("body_incomplete", "The file broke off before its end.")
        }
        AttachmentError::TookTooLong => {
            Refusal::bad_request("body_too_slow", "The file took too long to arrive.")
        }
        AttachmentError::AnswerGone => Refusal::unavailable(),
        AttachmentError::IdempotencyKeyReused => Refusal::key_reused(),
        AttachmentError::Broken(error) => broken(error),
    }
}

fn refused_for(refused: &AttachmentRefused) -> Refusal {
    match refused {
        AttachmentRefused::TooMany { count_max } => Refusal::bad_request(
            "too_many_attachments",
            format!("An application has at most {count_max} attachments, remove one first."),
        ),
        AttachmentRefused::FileTooLarge { file_bytes_max } => Refusal::bad_request(
            "attachment_too_large",
            format!(
                "The file is too large, at most {} are taken.",
                size(*file_bytes_max)
            ),
        ),
        AttachmentRefused::TotalTooLarge { total_bytes_max } => Refusal::bad_request(
            "attachments_too_large_together",
            format!(
                "The attachments of an application have at most {} together, remove one first.",
                size(*total_bytes_max)
            ),
        ),
        AttachmentRefused::Empty => Refusal::bad_request(
            "upload_invalid",
            "The part `file` is empty, send the file in it.",
        ),
    }
}
