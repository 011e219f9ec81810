//! Responses to errors of applications.

use actix_web::http::header::RETRY_AFTER;
use domain::application::NUMBER_MAX;
use form_reading::recognition::RecognitionError;
use usecases::{ApplicationError, PdfError, UploadError};

use super::code::Code;
use super::response::ErrorResponse;
use super::{
    data_invalid, history_full, history_page_too_large, idempotency_key_reused, infected, internal,
    state_outdated,
};

pub(super) fn response(error: &ApplicationError) -> ErrorResponse {
    match error {
        ApplicationError::NotFound => Code::ApplicationNotFound.into(),
        ApplicationError::FormTypeUnknown { known } => {
            ErrorResponse::new(Code::FormTypeUnknown, form_type_unknown(known))
        }
        // No program writes a file that two others read differently. That a page is missing, or a
        // field has two marks, is an applicant's mistake.
        ApplicationError::FileRefused(error @ (PdfError::Hostile | PdfError::Ambiguous(_))) => {
            ErrorResponse::new(file_code(error), error.to_string()).of_attack()
        }
        ApplicationError::Infected(signature) => infected(signature),
        ApplicationError::FileRefused(error) => {
            ErrorResponse::new(file_code(error), error.to_string())
        }
        ApplicationError::ValuesWrong(fault) if fault.is_ambiguous() => {
            ErrorResponse::new(Code::PdfAmbiguous, fault.to_string())
        }
        ApplicationError::FormNotRecognised(error) => {
            ErrorResponse::new(recognition_code(error), error.to_string())
        }
        ApplicationError::ValuesWrong(fault) => {
            ErrorResponse::new(Code::FormValuesInvalid, fault.to_string())
        }
        ApplicationError::NumbersUsedUp {
            year,
            retry_after_seconds,
        } => ErrorResponse::new(
            Code::NumbersUsedUp,
            format!(
                "All {NUMBER_MAX} numbers of the year {year:02} are used up; nothing was stored. \
                    Send it again in the next year (UTC)."
            ),
        )
        .header(RETRY_AFTER, *retry_after_seconds),
        ApplicationError::DataWrong(faults) => data_invalid(faults),
        ApplicationError::CostPositionInUse(faults) => {
            ErrorResponse::new(Code::CostPositionInUse, faults.to_string())
        }
        ApplicationError::StateOutdated => state_outdated(),
        ApplicationError::FormVersionMissing => Code::FormVersionMissing.into(),
        ApplicationError::HistoryFull => history_full(),
        ApplicationError::HistoryPageTooLarge { bytes, bytes_max } => {
            history_page_too_large(*bytes, *bytes_max)
        }
        ApplicationError::IdempotencyKeyReused => idempotency_key_reused(),
        ApplicationError::Internal(error) => internal(error),
    }
}

/// Code and sentence with which an upload would be refused.
pub(crate) fn upload_refusal(error: &UploadError) -> (Code, String) {
    let refusal = response(&ApplicationError::from(error.clone()));
    (refusal.code(), refusal.detail())
}

/// Code and sentence with which a file is refused that is no PDF.
pub(crate) fn not_a_pdf() -> (Code, String) {
    upload_refusal(&PdfError::NotAPdf.into())
}

/// The sentence about a form type that does not exist.
pub(crate) fn form_type_unknown(known: &[String]) -> String {
    format!("The part `form_type` must be one of: {}.", known.join(", "))
}

fn file_code(error: &PdfError) -> Code {
    match error {
        PdfError::NotAPdf => Code::PdfNotAPdf,
        PdfError::Damaged(_) | PdfError::Hostile => Code::PdfDamaged,
        PdfError::Locked => Code::PdfLocked,
        PdfError::UnsupportedEncryption(_) => Code::PdfEncryptionUnsupported,
        PdfError::DynamicXfa => Code::PdfDynamicXfa,
        PdfError::TooLargeDecompressed => Code::PdfTooLargeDecompressed,
        PdfError::TookTooLong => Code::PdfTookTooLong,
        PdfError::Ambiguous(_) | PdfError::CopiesDiffer(_) => Code::PdfAmbiguous,
        PdfError::Undecodable(_) | PdfError::UndecodablePages(_) => Code::PdfUndecodable,
        PdfError::TooComplex(_) => Code::PdfTooComplex,
    }
}

fn recognition_code(error: &RecognitionError) -> Code {
    match error {
        RecognitionError::WithoutText => Code::PdfWithoutText,
        RecognitionError::NotThisForm { .. } => Code::PdfNotThisForm,
        RecognitionError::OtherFormType { .. } => Code::FormTypeMismatch,
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;
    use usecases::{ApplicationError, InternalError};

    use crate::error::ApiError;

    #[test]
    fn who_comes_when_the_numbers_are_used_up_is_told_when_there_are_new_ones() {
        let error = ApplicationError::NumbersUsedUp {
            year: 26,
            retry_after_seconds: 86_400,
        };
        let response = ApiError::from(error).error_response();
        assert_eq!(response.status(), 503);
        assert_eq!(response.headers().get("Retry-After").unwrap(), "86400");
    }
    /// Room comes when somebody makes it, not in the seconds in which a server comes back.
    #[test]
    fn who_finds_the_storage_full_is_told_to_come_back_later_than_who_finds_it_away() {
        let wait = |error: InternalError| {
            let response = ApiError::from(error).error_response();
            assert_eq!(response.status(), 503);
            response.headers().get("Retry-After").unwrap().to_owned()
        };
        assert_eq!(wait(InternalError::StorageFull("full".into())), "60");
        assert_eq!(wait(InternalError::Unavailable("away".into())), "5");
    }
}
