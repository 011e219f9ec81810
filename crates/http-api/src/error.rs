//! Everything that can go wrong, as status, sentence and code. The only place where these are
//! chosen.
//!
//! A sentence says what is wrong and what would be right. Of what broke inside, the client gets a
//! constant; its cause goes to the log, through the middleware, once.

mod access;
mod application;
mod attachment;
mod body;
mod code;
mod cost_position;
mod file_refused;
mod refusal;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use forms::Faults;
use usecases::{AccessError, ApplicationError, AttachmentError, CostPositionError, InternalError};

pub(crate) use application::form_type_unknown;
pub(crate) use body::BodyError;
pub(crate) use code::Code;
use refusal::Refusal;
pub(crate) use refusal::RefusalAnswer;

/// Why a request is not answered as asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("no such route")]
    RouteNotFound,
    #[error("method not allowed")]
    MethodNotAllowed { allowed: String },
    #[error(transparent)]
    Access(#[from] AccessError),
    #[error(transparent)]
    Application(#[from] ApplicationError),
    #[error(transparent)]
    Attachment(#[from] AttachmentError),
    #[error(transparent)]
    CostPosition(#[from] CostPositionError),
    #[error(transparent)]
    Internal(#[from] InternalError),
    #[error("wrong members in the body")]
    DataInvalid(Faults),
    /// The sentence about a parameter.
    #[error("wrong parameter")]
    ParameterInvalid(String),
    #[error("range cannot be satisfied")]
    RangeNotSatisfiable { size_bytes: u64 },
    #[error("no such form type")]
    FormTypeNotFound { known: Vec<String> },
    /// The words that would be right.
    #[error("unknown format")]
    FormatUnknown(&'static str),
    #[error("unknown flatten")]
    FlattenUnknown,
    #[error("malformed idempotency key")]
    IdempotencyKeyInvalid,
    #[error("parameter repeated")]
    ParameterRepeated(&'static str),
    #[error(transparent)]
    Body(#[from] BodyError),
    #[error("a handler panicked")]
    Panicked,
    #[error("a request reached its handler without being counted")]
    NotCounted,
}

impl ApiError {
    fn refusal(&self) -> Refusal {
        match self {
            Self::Access(error) => access::refusal(error),
            Self::Application(error) => application::refusal(error),
            Self::Attachment(error) => attachment::refusal(error),
            Self::CostPosition(error) => cost_position::refusal(error),
            Self::Internal(error) => application::internal(error),
            Self::Body(error) => error.refusal(),
            Self::DataInvalid(faults) => Refusal::new(Code::DataInvalid, faults.to_string()),
            Self::ParameterInvalid(sentence) => {
                Refusal::new(Code::ParameterInvalid, sentence.clone())
            }
            Self::RangeNotSatisfiable { size_bytes } => Refusal::range(*size_bytes),
            Self::RouteNotFound => {
                Refusal::new(Code::RouteNotFound, "There is nothing at this path.")
            }
            Self::MethodNotAllowed { allowed } => Refusal::method_not_allowed(allowed),
            Self::FormTypeNotFound { known } => Refusal::new(
                Code::FormTypeNotFound,
                format!(
                    "There is no such form type. There are: {}.",
                    known.join(", ")
                ),
            ),
            Self::FormatUnknown(known) => Refusal::new(
                Code::FormatUnknown,
                format!("The parameter `format` must be {known}."),
            ),
            Self::FlattenUnknown => Refusal::new(
                Code::FlattenUnknown,
                "The parameter `flatten` must be true or false.",
            ),
            Self::IdempotencyKeyInvalid => Refusal::new(
                Code::IdempotencyKeyInvalid,
                "The header Idempotency-Key must be 16 to 128 visible ASCII characters, sent once.",
            ),
            Self::ParameterRepeated(name) => Refusal::new(
                Code::ParameterRepeated,
                format!("The parameter `{name}` was sent twice, send it once."),
            ),
            Self::Panicked | Self::NotCounted => Refusal::failed(),
        }
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.refusal().status()
    }

    fn error_response(&self) -> HttpResponse {
        self.refusal().into_response()
    }
}
