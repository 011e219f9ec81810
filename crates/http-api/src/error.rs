//! Everything that can go wrong, as status, sentence and code. The only place where these are chosen.
//!
//! A sentence says what is wrong and what would be right. Of what broke inside, the client gets a constant; its cause goes to the
//! log, through the middleware, once.

mod access;
mod application;
mod file_refused;
mod refusal;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use data_json::JsonFault;
use usecases::{AccessError, ApplicationError};

pub(crate) use application::form_type_unknown;
use refusal::Refusal;

/// Why a request is not answered as asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("no such route")]
    RouteNotFound,
    #[error("method not allowed")]
    MethodNotAllowed { allowed: &'static str },
    #[error(transparent)]
    Access(#[from] AccessError),
    #[error(transparent)]
    Application(#[from] ApplicationError),
    #[error("no such form type")]
    FormTypeNotFound { known: Vec<String> },
    /// The words that would be right.
    #[error("unknown format")]
    FormatUnknown(&'static str),
    #[error("unknown flatten")]
    FlattenUnknown,
    #[error("parameter repeated")]
    ParameterRepeated(&'static str),
    /// What would be right.
    #[error("unsupported content type")]
    ContentTypeUnsupported(&'static str),
    #[error("body too large")]
    BodyTooLarge { bytes_max: usize },
    #[error("body too slow")]
    BodyTooSlow,
    #[error("body incomplete")]
    BodyIncomplete,
    #[error("invalid JSON")]
    JsonInvalid(JsonFault),
    #[error("broken multipart body")]
    MultipartBroken(String),
    /// Whole sentences.
    #[error("invalid upload")]
    UploadInvalid(Vec<String>),
    #[error("file too large")]
    FileTooLarge { bytes_max: usize },
    #[error("too many bytes of uploads are in memory")]
    UploadsBusy,
    #[error("a handler panicked")]
    Panicked,
}

impl ApiError {
    fn refusal(&self) -> Refusal {
        match self {
            Self::Access(error) => access::refusal(error),
            Self::Application(error) => application::refusal(error),
            Self::RouteNotFound => Refusal::new(
                StatusCode::NOT_FOUND,
                "route_not_found",
                "There is nothing at this path.",
            ),
            Self::MethodNotAllowed { allowed } => Refusal::method_not_allowed(allowed),
            Self::FormTypeNotFound { known } => Refusal::new(
                StatusCode::NOT_FOUND,
                "form_type_not_found",
                format!(
                    "There is no such form type. There are: {}.",
                    known.join(", ")
                ),
            ),
            Self::FormatUnknown(known) => Refusal::bad_request(
                "format_unknown",
                format!("The parameter `format` must be {known}."),
            ),
            Self::FlattenUnknown => Refusal::bad_request(
                "flatten_unknown",
                "The parameter `flatten` must be true or false.",
            ),
            Self::ParameterRepeated(name) => Refusal::bad_request(
                "parameter_repeated",
                format!("The parameter `{name}` was sent twice, send it once."),
            ),
            Self::ContentTypeUnsupported(supported) => Refusal::bad_request(
                "content_type_unsupported",
                format!("The body must be sent with the content type {supported}."),
            ),
            Self::BodyTooLarge { bytes_max } => too_large("body_too_large", "The body", *bytes_max),
            Self::FileTooLarge { bytes_max } => too_large("file_too_large", "The file", *bytes_max),
            Self::BodyTooSlow => {
                Refusal::bad_request("body_too_slow", "The body took too long to arrive.")
            }
            Self::BodyIncomplete => {
                Refusal::bad_request("body_incomplete", "The body broke off before its end.")
            }
            Self::JsonInvalid(fault) => Refusal::bad_request("json_invalid", json_fault(fault)),
            Self::MultipartBroken(problem) => Refusal::bad_request(
                "upload_invalid",
                format!("The multipart body is broken: {problem}."),
            ),
            Self::UploadInvalid(mistakes) => {
                Refusal::bad_request("upload_invalid", mistakes.join(" "))
            }
            Self::UploadsBusy => Refusal::unavailable(),
            Self::Panicked => Refusal::failed(),
        }
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.refusal().status
    }

    fn error_response(&self) -> HttpResponse {
        self.refusal().into_response()
    }
}

fn json_fault(fault: &JsonFault) -> String {
    match fault {
        JsonFault::Members(faults) => faults.to_string(),
        JsonFault::NotUtf8 { .. }
        | JsonFault::Syntax { .. }
        | JsonFault::TooDeep { .. }
        | JsonFault::TooMany { .. } => format!("The body cannot be read: {fault}."),
    }
}

fn too_large(code: &'static str, what: &str, bytes_max: usize) -> Refusal {
    const MEGABYTE: usize = 1_048_576;
    let limit = if bytes_max.is_multiple_of(MEGABYTE) {
        format!("{} MB", bytes_max / MEGABYTE)
    } else {
        format!("{bytes_max} bytes")
    };
    Refusal::bad_request(
        code,
        format!("{what} is too large, at most {limit} are taken."),
    )
}
