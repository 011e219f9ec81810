//! Everything that can go wrong, as status, sentence and code. The only place where these are
//! chosen.
//!
//! A sentence says what is wrong and what would be right. For an internal error the client gets a
//! constant sentence; its cause goes to the log, through the middleware, once.

mod access;
mod application;
mod attachment;
mod body;
mod code;
mod cost_position;
mod response;

use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CONTENT_RANGE, RETRY_AFTER};
use actix_web::{HttpResponse, ResponseError};
use domain::IdempotencyKey;
use forms::Faults;
use usecases::{
    AccessError, ApplicationError, AttachmentError, CostPositionError, IdempotencyKeyInvalid,
    InternalError, Signature,
};

pub(crate) use application::{form_type_unknown, not_a_pdf, upload_refusal};
pub(crate) use body::BodyError;
pub(crate) use code::Code;
use response::ErrorResponse;
pub(crate) use response::{ErrorBody, RefusalCause};

/// Seconds to wait where storage is full: an operator or removals must make room first.
const STORAGE_RETRY_AFTER_SECONDS: u32 = 60;

/// Why a request is not answered as asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("no such route")]
    RouteNotFound,
    #[error("method not allowed")]
    MethodNotAllowed { allowed: String },
    #[error(transparent)]
    Access(#[from] AccessError),
    /// A key was refused, and others were sent: where the one that is judged was.
    #[error("of several keys the judged one: {error}")]
    OneOfSeveralKeys {
        error: AccessError,
        place: &'static str,
    },
    #[error(transparent)]
    Application(#[from] ApplicationError),
    #[error(transparent)]
    Attachment(#[from] AttachmentError),
    #[error(transparent)]
    CostPosition(#[from] CostPositionError),
    #[error(transparent)]
    Internal(#[from] InternalError),
    #[error("an upload from a page of another origin")]
    OriginNotAllowed,
    #[error("wrong members in the body")]
    DataInvalid(Faults),
    /// The sentence about a parameter.
    #[error("wrong parameter")]
    ParameterInvalid(String),
    #[error("another state is wanted")]
    PreconditionFailed,
    #[error("range cannot be satisfied")]
    RangeNotSatisfiable { size_bytes: u64 },
    #[error("no such form type")]
    FormTypeNotFound { known: Vec<String> },
    /// The words that are allowed.
    #[error("unknown format")]
    FormatUnknown(String),
    #[error("unknown flatten")]
    FlattenUnknown,
    #[error(transparent)]
    IdempotencyKeyInvalid(#[from] IdempotencyKeyInvalid),
    #[error("parameter repeated")]
    ParameterRepeated(&'static str),
    #[error(transparent)]
    Body(#[from] BodyError),
    /// In the order of the input, never empty.
    #[error("several mistakes")]
    Several(Vec<Self>),
    #[error("a handler panicked")]
    Panicked,
    #[error("a request reached its handler without being counted")]
    NotCounted,
}

impl ApiError {
    /// All mistakes as one; `None` where there are none.
    pub(crate) fn of_all(mut mistakes: Vec<Self>) -> Option<Self> {
        match mistakes.len() {
            0 | 1 => mistakes.pop(),
            _ => Some(Self::Several(mistakes)),
        }
    }

    fn response(&self) -> ErrorResponse {
        match self {
            Self::Access(error) => access::response(error),
            Self::OneOfSeveralKeys { error, place } => access::of_several_keys(error, place),
            Self::Application(error) => application::response(error),
            Self::Attachment(error) => attachment::response(error),
            Self::CostPosition(error) => cost_position::response(error),
            Self::Internal(error) => internal(error),
            Self::Body(error) => error.response(),
            Self::DataInvalid(faults) => data_invalid(faults),
            Self::ParameterInvalid(sentence) => {
                ErrorResponse::new(Code::ParameterInvalid, sentence)
            }
            Self::RangeNotSatisfiable { size_bytes } => ErrorResponse::new(
                Code::RangeNotSatisfiable,
                format!("The range lies past the end, there are {size_bytes} bytes."),
            )
            // RFC 9110, 15.5.17.
            .header(CONTENT_RANGE, format!("bytes */{size_bytes}")),
            Self::OriginNotAllowed => ErrorResponse::new(
                Code::OriginNotAllowed,
                "Pages of this origin may not upload forms. Open the page of the service itself, \
                    or ask who runs it to allow this origin.",
            ),
            Self::PreconditionFailed => precondition_failed(),
            Self::RouteNotFound => Code::RouteNotFound.into(),
            Self::MethodNotAllowed { allowed } => ErrorResponse::new(
                Code::MethodNotAllowed,
                format!("This path takes only {allowed}."),
            )
            .header(ALLOW, allowed),
            Self::FormTypeNotFound { known } => ErrorResponse::new(
                Code::FormTypeNotFound,
                format!(
                    "There is no such form type. There are: {}.",
                    known.join(", ")
                ),
            ),
            Self::FormatUnknown(known) => ErrorResponse::new(
                Code::FormatUnknown,
                format!("The parameter `format` must be {known}."),
            ),
            Self::FlattenUnknown => ErrorResponse::new(
                Code::FlattenUnknown,
                "The parameter `flatten` must be true or false.",
            ),
            Self::IdempotencyKeyInvalid(_) => idempotency_key_invalid(),
            Self::ParameterRepeated(name) => ErrorResponse::new(
                Code::ParameterRepeated,
                format!("The parameter `{name}` was sent twice, send it once."),
            ),
            Self::Several(mistakes) => several(mistakes),
            Self::Panicked | Self::NotCounted => failed(),
        }
    }
}

/// One response for several errors: the code of the first and the sentences of all.
fn several(mistakes: &[ApiError]) -> ErrorResponse {
    let mut responses = mistakes.iter().map(ApiError::response);
    let Some(first) = responses.next() else {
        return failed();
    };
    responses.fold(first, |all, next| all.and(next))
}

/// The response to an internal error, without its cause, which goes to the log.
fn internal(error: &InternalError) -> ErrorResponse {
    match error {
        InternalError::Busy => Code::Busy.into(),
        InternalError::Unavailable(_) | InternalError::Undone(_) => unavailable(),
        InternalError::StorageFull(_) => storage_full(),
        InternalError::Failed(_) => failed(),
    }
}

fn precondition_failed() -> ErrorResponse {
    ErrorResponse::new(
        Code::PreconditionFailed,
        "This is not in a state that If-Match and If-None-Match allow. Read it without these \
            headers.",
    )
}

fn state_outdated() -> ErrorResponse {
    ErrorResponse::new(
        Code::PreconditionFailed,
        "The application is not in a state that If-Match and If-None-Match allow: it was changed \
            meanwhile, or must not be there (*). Read it again.",
    )
}

fn storage_full() -> ErrorResponse {
    ErrorResponse::new(
        Code::StorageFull,
        "The service has no room for this at the moment, so nothing was stored. Try again \
            later.",
    )
    .header(RETRY_AFTER, STORAGE_RETRY_AFTER_SECONDS)
}

fn unavailable() -> ErrorResponse {
    ErrorResponse::new(
        Code::Unavailable,
        "The service cannot do this at the moment. Try again soon.",
    )
}

fn failed() -> ErrorResponse {
    ErrorResponse::new(
        Code::InternalError,
        "The service failed. The header X-Request-Id names this request in its log.",
    )
}

fn data_invalid(faults: &Faults) -> ErrorResponse {
    ErrorResponse::new(Code::DataInvalid, faults.to_string())
}

fn infected(signature: &Signature) -> ErrorResponse {
    let name = signature.name().map(|name| format!(" ({name})"));
    ErrorResponse::new(
        Code::AttachmentInfected,
        format!(
            "The scanner found something in the file{}, so it is not taken.",
            name.unwrap_or_default()
        ),
    )
}

fn history_full() -> ErrorResponse {
    ErrorResponse::new(
        Code::HistoryFull,
        format!(
            "With this change the history of the application would be larger than {} MB, more than \
                it may be with this key. Ask who runs the service to make the change.",
            domain::history::HISTORY_BYTES_MAX / 1_048_576
        ),
    )
}

fn history_page_too_large(bytes: u64, bytes_max: u64) -> ErrorResponse {
    let bytes_max = body::size(bytes_max);
    ErrorResponse::new(
        Code::ParameterInvalid,
        format!(
            "These entries of the history have {bytes} bytes, more than the {bytes_max} of a page: \
                ask for fewer with `limit`."
        ),
    )
}

fn idempotency_key_invalid() -> ErrorResponse {
    ErrorResponse::new(
        Code::IdempotencyKeyInvalid,
        format!(
            "The header Idempotency-Key must be {} to {} visible ASCII characters, sent once.",
            IdempotencyKey::LENGTHS.start(),
            IdempotencyKey::LENGTHS.end()
        ),
    )
}

fn idempotency_key_reused() -> ErrorResponse {
    ErrorResponse::new(
        Code::IdempotencyKeyReused,
        "This Idempotency-Key was sent with another request before, or its answer can no longer \
            be opened, as when the key of the application was replaced. Send each request with a \
            key of its own.",
    )
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.response().status()
    }

    fn error_response(&self) -> HttpResponse {
        self.response().into_response()
    }
}
