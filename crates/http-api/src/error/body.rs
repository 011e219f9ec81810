//! Errors of request bodies, and the responses to them.

use std::io::ErrorKind;

use actix_web::error::PayloadError;
use data_json::JsonError;

use super::code::Code;
use super::response::ErrorResponse;

const MEGABYTE: u64 = 1_048_576;

/// Why a body is not taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyError {
    /// With the content type that is required.
    #[error("unsupported content type")]
    ContentTypeUnsupported(&'static str),
    #[error("body too large")]
    TooLarge { bytes_max: usize },
    #[error("body too slow")]
    TooSlow,
    /// It ended before the length that its head announces.
    #[error("body incomplete")]
    Incomplete,
    /// Its chunks have no end or cannot be decoded.
    #[error("broken chunks")]
    ChunksBroken,
    #[error("given up by the client")]
    GivenUp,
    #[error("invalid JSON")]
    JsonInvalid(JsonError),
    #[error("broken multipart body")]
    MultipartBroken(String),
    #[error("encoded body")]
    Encoded,
    /// Mistakes of one code, a sentence each.
    #[error("invalid upload")]
    UploadInvalid(Vec<String>),
    /// Mistakes that have different codes by themselves, a sentence each.
    #[error("several mistakes in the body")]
    OfSeveralKinds(Vec<String>),
    #[error("file too large")]
    FileTooLarge { bytes_max: usize },
    #[error("others wait for their share of uploads")]
    Busy,
}

/// Errors of a body that is read under the minimum rate.
impl From<PayloadError> for BodyError {
    fn from(error: PayloadError) -> Self {
        match error {
            PayloadError::Io(error) if error.kind() == ErrorKind::TimedOut => Self::TooSlow,
            PayloadError::EncodingCorrupted => Self::ChunksBroken,
            _ => Self::Incomplete,
        }
    }
}

impl BodyError {
    /// What is wrong and what would be right.
    pub(crate) fn detail(&self) -> String {
        self.response().detail()
    }

    pub(crate) fn code(&self) -> Code {
        self.response().code()
    }

    pub(super) fn response(&self) -> ErrorResponse {
        let (code, detail) = match self {
            Self::Busy => return Code::Busy.into(),
            Self::TooSlow => return Code::BodyTooSlow.into(),
            Self::Incomplete => (
                Code::BodyIncomplete,
                "The body broke off before the length that Content-Length announces, send all \
                    of it."
                    .to_owned(),
            ),
            Self::ChunksBroken => (
                Code::BodyIncomplete,
                "The body broke off before its last chunk, or its chunks cannot be decoded: each \
                    begins with its size in hexadecimal digits, the last one is 0."
                    .to_owned(),
            ),
            Self::GivenUp => (
                Code::BodyIncomplete,
                "The connection was ended before the answer, keep it open for so long.".to_owned(),
            ),
            Self::ContentTypeUnsupported(supported) => (
                Code::ContentTypeUnsupported,
                format!("The body must be sent with the content type {supported}."),
            ),
            Self::Encoded => (
                Code::ContentTypeUnsupported,
                "The body is sent with a Content-Encoding, send it as it is.".to_owned(),
            ),
            Self::TooLarge { bytes_max } => (Code::BodyTooLarge, too_large("body", *bytes_max)),
            Self::FileTooLarge { bytes_max } => (Code::FileTooLarge, too_large("file", *bytes_max)),
            Self::JsonInvalid(fault) => (Code::JsonInvalid, json_fault(fault)),
            Self::MultipartBroken(problem) => (
                Code::UploadInvalid,
                format!("The multipart body is broken: {problem}."),
            ),
            Self::UploadInvalid(mistakes) => (Code::UploadInvalid, mistakes.join(" ")),
            Self::OfSeveralKinds(mistakes) => (Code::DataInvalid, mistakes.join(" ")),
        };
        ErrorResponse::new(code, detail)
    }
}

fn json_fault(fault: &JsonError) -> String {
    match fault {
        JsonError::Members(faults) => faults.to_string(),
        JsonError::NotUtf8 { .. }
        | JsonError::Syntax { .. }
        | JsonError::TooDeep { .. }
        | JsonError::TooMany { .. } => format!("The body cannot be read: {fault}."),
    }
}

fn too_large(what: &str, bytes_max: usize) -> String {
    let limit = size(u64::try_from(bytes_max).unwrap_or(u64::MAX));
    format!("The {what} is too large, at most {limit} are taken.")
}

/// A number of bytes as people write it, in MB where it is a whole number of them.
pub(super) fn size(bytes: u64) -> String {
    if bytes.is_multiple_of(MEGABYTE) {
        format!("{} MB", bytes / MEGABYTE)
    } else {
        format!("{bytes} bytes")
    }
}
