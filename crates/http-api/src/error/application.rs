//! Why something could not be done with an application, as it goes out.

use usecases::{ApplicationError, InternalError};

use super::code::Code;
use super::file_refused;
use super::refusal::Refusal;

/// There are no new numbers before the next year; a day is soon enough to ask again.
const RETRY_TOMORROW: &str = "86400";

pub(super) fn refusal(error: &ApplicationError) -> Refusal {
    match error {
        ApplicationError::NotFound => not_found(),
        ApplicationError::FormTypeUnknown { known } => {
            Refusal::new(Code::FormTypeUnknown, form_type_unknown(known))
        }
        ApplicationError::FileRefused(refused) => {
            Refusal::new(file_refused::code(refused), refused.to_string())
        }
        ApplicationError::ValuesWrong(fault) => {
            let code = if fault.is_ambiguous() {
                Code::PdfAmbiguous
            } else {
                Code::FormValuesInvalid
            };
            Refusal::new(code, fault.to_string())
        }
        ApplicationError::NumbersUsedUp { year } => Refusal::unavailable_because(
            Code::NumbersUsedUp,
            format!("All 9999 numbers of the year {year:02} are used up; nothing was stored."),
            RETRY_TOMORROW,
        ),
        ApplicationError::DataWrong(faults) => Refusal::new(Code::DataInvalid, faults.to_string()),
        ApplicationError::RevisionOutdated => Refusal::new(
            Code::PreconditionFailed,
            "The application is no longer in the state that If-Match names. Read it again.",
        ),
        ApplicationError::IdempotencyKeyReused => Refusal::key_reused(),
        ApplicationError::Internal(error) => internal(error),
    }
}

/// The sentence about a form type that does not exist.
pub(crate) fn form_type_unknown(known: &[String]) -> String {
    format!("The part `form_type` must be one of: {}.", known.join(", "))
}

pub(super) fn not_found() -> Refusal {
    Refusal::new(Code::ApplicationNotFound, "There is no such application.")
}

/// Nothing of the cause: it goes to the log.
pub(super) fn internal(error: &InternalError) -> Refusal {
    match error {
        InternalError::Unavailable(_) => Refusal::unavailable(),
        InternalError::Failed(_) => Refusal::failed(),
    }
}
