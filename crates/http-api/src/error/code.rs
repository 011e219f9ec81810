//! The stable words for programs, one for each thing that can go wrong. A status belongs to each.

use actix_web::http::StatusCode;
use paperclip::actix::Apiv2Schema;
use serde::Serialize;

/// What went wrong, as a word that stays the same while sentences get better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Apiv2Schema)]
#[serde(rename_all = "snake_case")]
#[openapi(rename = "RefusalCode")]
pub(crate) enum Code {
    ApplicationNotFound,
    AttachmentNotFound,
    AttachmentTooLarge,
    AttachmentsTooLargeTogether,
    BodyIncomplete,
    BodyTooLarge,
    BodyTooSlow,
    ContentTypeUnsupported,
    CostPositionNotFound,
    DataInvalid,
    FileTooLarge,
    FlattenUnknown,
    FormTypeNotFound,
    FormTypeUnknown,
    FormValuesInvalid,
    FormatUnknown,
    IdempotencyKeyInvalid,
    IdempotencyKeyReused,
    InternalError,
    JsonInvalid,
    KeyInvalid,
    KeyMissing,
    KeyOfAnotherApplication,
    MasterKeyRequired,
    MethodNotAllowed,
    NumbersUsedUp,
    ParameterInvalid,
    ParameterRepeated,
    PdfAmbiguous,
    PdfDamaged,
    PdfDynamicXfa,
    PdfLocked,
    PdfNotAPdf,
    PdfTookTooLong,
    PdfTooComplex,
    PdfTooLargeDecompressed,
    PdfUndecodable,
    PreconditionFailed,
    RangeNotSatisfiable,
    RateLimitExceeded,
    RouteNotFound,
    TooManyAttachments,
    TooManyOffers,
    Unavailable,
    UploadInvalid,
}

impl Code {
    /// All of them.
    pub(crate) const ALL: [Self; 45] = [
        Self::ApplicationNotFound,
        Self::AttachmentNotFound,
        Self::AttachmentTooLarge,
        Self::AttachmentsTooLargeTogether,
        Self::BodyIncomplete,
        Self::BodyTooLarge,
        Self::BodyTooSlow,
        Self::ContentTypeUnsupported,
        Self::CostPositionNotFound,
        Self::DataInvalid,
        Self::FileTooLarge,
        Self::FlattenUnknown,
        Self::FormTypeNotFound,
        Self::FormTypeUnknown,
        Self::FormValuesInvalid,
        Self::FormatUnknown,
        Self::IdempotencyKeyInvalid,
        Self::IdempotencyKeyReused,
        Self::InternalError,
        Self::JsonInvalid,
        Self::KeyInvalid,
        Self::KeyMissing,
        Self::KeyOfAnotherApplication,
        Self::MasterKeyRequired,
        Self::MethodNotAllowed,
        Self::NumbersUsedUp,
        Self::ParameterInvalid,
        Self::ParameterRepeated,
        Self::PdfAmbiguous,
        Self::PdfDamaged,
        Self::PdfDynamicXfa,
        Self::PdfLocked,
        Self::PdfNotAPdf,
        Self::PdfTookTooLong,
        Self::PdfTooComplex,
        Self::PdfTooLargeDecompressed,
        Self::PdfUndecodable,
        Self::PreconditionFailed,
        Self::RangeNotSatisfiable,
        Self::RateLimitExceeded,
        Self::RouteNotFound,
        Self::TooManyAttachments,
        Self::TooManyOffers,
        Self::Unavailable,
        Self::UploadInvalid,
    ];

    /// The status that it goes out with.
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Self::KeyInvalid | Self::KeyMissing => StatusCode::UNAUTHORIZED,
            Self::KeyOfAnotherApplication | Self::MasterKeyRequired => StatusCode::FORBIDDEN,
            Self::ApplicationNotFound
            | Self::AttachmentNotFound
            | Self::CostPositionNotFound
            | Self::FormTypeNotFound
            | Self::RouteNotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::PreconditionFailed => StatusCode::PRECONDITION_FAILED,
            Self::RangeNotSatisfiable => StatusCode::RANGE_NOT_SATISFIABLE,
            Self::RateLimitExceeded => StatusCode::TOO_MANY_REQUESTS,
            Self::InternalError => StatusCode::INTERNAL_SERVER_ERROR,
            Self::NumbersUsedUp | Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::AttachmentTooLarge
            | Self::AttachmentsTooLargeTogether
            | Self::BodyIncomplete
            | Self::BodyTooLarge
            | Self::BodyTooSlow
            | Self::ContentTypeUnsupported
            | Self::DataInvalid
            | Self::FileTooLarge
            | Self::FlattenUnknown
            | Self::FormTypeUnknown
            | Self::FormValuesInvalid
            | Self::FormatUnknown
            | Self::IdempotencyKeyInvalid
            | Self::IdempotencyKeyReused
            | Self::JsonInvalid
            | Self::ParameterInvalid
            | Self::ParameterRepeated
            | Self::PdfAmbiguous
            | Self::PdfDamaged
            | Self::PdfDynamicXfa
            | Self::PdfLocked
            | Self::PdfNotAPdf
            | Self::PdfTookTooLong
            | Self::PdfTooComplex
            | Self::PdfTooLargeDecompressed
            | Self::PdfUndecodable
            | Self::TooManyAttachments
            | Self::TooManyOffers
            | Self::UploadInvalid => StatusCode::BAD_REQUEST,
        }
    }
}
