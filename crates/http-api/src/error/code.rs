//! The error codes: the word for programs, the status and the meaning, a line each.
//!
//! The OpenAPI document and the table in docs/API.md are made of these lines.

use std::fmt;

use actix_web::http::StatusCode;
use paperclip::actix::Apiv2Schema;
use serde::Serialize;

macro_rules! codes {
    ($($code:ident $status:ident $meaning:literal)*) => {
        /// What went wrong, as a word that stays the same while sentences get better.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Apiv2Schema)]
        #[serde(rename_all = "snake_case")]
        #[openapi(rename = "RefusalCode")]
        pub(crate) enum Code {
            $($code,)*
        }

        impl Code {
            pub(crate) const ALL: &[Self] = &[$(Self::$code,)*];

            pub(crate) fn status(self) -> StatusCode {
                match self {
                    $(Self::$code => StatusCode::$status,)*
                }
            }

            /// When this is the code of an error, in a sentence.
            pub(crate) fn meaning(self) -> &'static str {
                match self {
                    $(Self::$code => $meaning,)*
                }
            }
        }
    };
}

codes! {
    ApplicationNotFound NOT_FOUND "There is no such application."
    AttachmentInfected BAD_REQUEST "The scanner found something in the file."
    AttachmentNotFound NOT_FOUND "There is no such attachment."
    AttachmentTooLarge BAD_REQUEST "The file is larger than one attachment may be."
    AttachmentTypeNotAllowed BAD_REQUEST
        "The bytes of the file are of a media type that is not taken."
    AttachmentsTooLargeTogether BAD_REQUEST "The attachments together would be too large."
    BodyIncomplete BAD_REQUEST
        "The body broke off before its end, or its chunks are not what they say; or an upload’s \
            client hung up before the answer."
    BodyTooLarge BAD_REQUEST "The body is too large."
    BodyTooSlow BAD_REQUEST
        "The body arrived too slowly: after ten seconds it must be 4 KB a second on average, \
            without a pause of more than half a minute."
    Busy SERVICE_UNAVAILABLE
        "This address uses its share of the service while others wait, or too many wait; \
            `Retry-After` says when to come back."
    ContentTypeUnsupported BAD_REQUEST "The body has another content type, or is compressed."
    CostPositionInUse BAD_REQUEST
        "The new list of costs has no row for positions that have offers or a justification."
    CostPositionNotFound NOT_FOUND "There is no such cost position."
    DataInvalid BAD_REQUEST "Members of the body are wrong or unknown; all of them are named."
    FileTooLarge BAD_REQUEST "The file is larger than a form may be."
    FlattenUnknown BAD_REQUEST "The parameter `flatten` is neither true nor false."
    FormTypeMismatch BAD_REQUEST "The PDF is a form of another type, which is named."
    FormTypeNotFound NOT_FOUND "There is no such form type."
    FormTypeUnknown BAD_REQUEST "The part `form_type` names no form type."
    FormValuesInvalid BAD_REQUEST "Values in the form are not of their types; all are named."
    FormVersionMissing INTERNAL_SERVER_ERROR
        "The application is older than the versions of form types that are stored, and its form \
            type is gone. Who operates the service can bring it back."
    FormatUnknown BAD_REQUEST "The parameter `format` is none of the known words."
    HistoryFull BAD_REQUEST
        "Changes with the application's key have made as much history as they may."
    IdempotencyKeyInvalid BAD_REQUEST "The header `Idempotency-Key` is malformed or was sent twice."
    IdempotencyKeyReused BAD_REQUEST
        "The `Idempotency-Key` was sent with another request, or before the key of the application \
            was replaced."
    InternalError INTERNAL_SERVER_ERROR
        "The service failed. Its log says why, under the `X-Request-Id` of the answer."
    JsonInvalid BAD_REQUEST "The body cannot be read as JSON."
    KeyInvalid UNAUTHORIZED "The key is wrong."
    KeyMissing UNAUTHORIZED "No key was sent."
    KeyOfAnotherApplication FORBIDDEN "The key belongs to another application."
    MasterKeyRequired FORBIDDEN "Only a master key may do this."
    MethodNotAllowed METHOD_NOT_ALLOWED "The path takes other methods; `Allow` names them."
    NumbersUsedUp SERVICE_UNAVAILABLE "All numbers of this year are used up."
    OfferNotFound NOT_FOUND "The cost position has no such offer."
    OriginNotAllowed FORBIDDEN "Pages of this origin may not upload."
    ParameterInvalid BAD_REQUEST "A parameter of the query is wrong."
    ParameterRepeated BAD_REQUEST "A parameter of the query was sent twice."
    PdfAmbiguous BAD_REQUEST "The PDF can be read in two ways."
    PdfDamaged BAD_REQUEST "The PDF is damaged."
    PdfDynamicXfa BAD_REQUEST "The PDF is a dynamic XFA form, which only Adobe Acrobat shows."
    PdfEncryptionUnsupported BAD_REQUEST "The PDF is encrypted in a way that is not supported."
    PdfLocked BAD_REQUEST "The PDF is locked by a password."
    PdfNotAPdf BAD_REQUEST "The file is not a PDF."
    PdfNotThisForm BAD_REQUEST "No field and no label of the form type is in the PDF."
    PdfTookTooLong BAD_REQUEST "Reading the PDF took too long."
    PdfTooComplex BAD_REQUEST "The PDF holds more than a form can."
    PdfTooLargeDecompressed BAD_REQUEST "The PDF is too large once decompressed."
    PdfUndecodable BAD_REQUEST "Values in the PDF cannot be decoded; their fields are named."
    PdfWithoutText BAD_REQUEST "The PDF holds neither fields nor text, as a scan does."
    PreconditionFailed PRECONDITION_FAILED
        "What is asked for, changed or removed is not in the state that `If-Match` names, or what \
            is changed or removed is in one that `If-None-Match` names."
    RangeNotSatisfiable RANGE_NOT_SATISFIABLE "The range lies past the end of the file."
    RateLimitExceeded TOO_MANY_REQUESTS "Too many requests; `Retry-After` says when to come back."
    RouteNotFound NOT_FOUND "There is nothing at this path."
    StorageFull SERVICE_UNAVAILABLE
        "There is no room for more files; reading, removing and changing go on."
    TooManyAttachments BAD_REQUEST "The application has as many attachments as it may."
    TooManyOffers BAD_REQUEST "The cost position has as many offers as it may."
    Unavailable SERVICE_UNAVAILABLE
        "The service cannot do this at the moment; `Retry-After` says when to come back."
    UploadInvalid BAD_REQUEST
        "A part of the body is missing, doubled, empty or encoded, or the body is broken."
    UploadLimitExceeded TOO_MANY_REQUESTS
        "Too many uploads in a day; `Retry-After` says when to come back."
}

impl Code {
    /// Whether a limit refused the request: the client has asked too often, or has all of its
    /// share.
    pub(crate) fn is_of_a_limit(self) -> bool {
        matches!(
            self,
            Self::Busy | Self::RateLimitExceeded | Self::UploadLimitExceeded
        )
    }
}

/// The word as it goes out.
impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(formatter)
    }
}
