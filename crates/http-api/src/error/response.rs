//! An error as it goes out: `{"detail": …, "code": …}`, with its status and the header that
//! belongs to it.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use paperclip::actix::Apiv2Schema;
use serde::Serialize;

use super::code::Code;

/// `Retry-After` of answers with the status 503.
const RETRY_AFTER_SECONDS: u32 = 5;

const CHALLENGE: HeaderValue = HeaderValue::from_static("ApiKey realm=\"applications\"");

/// Why a request was not answered as asked.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "Refusal")]
pub(crate) struct ErrorBody {
    /// A sentence for people: what is wrong and what would be right. It may change.
    detail: String,
    /// A word for programs. It stays the same.
    code: Code,
}

/// The cause of a refusal, which its answer carries for those that it passes on its way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RefusalCause {
    pub(crate) code: Code,
    /// Whether an uploaded file was made to attack its reader, which the code does not tell.
    pub(crate) is_attack: bool,
}

impl RefusalCause {
    /// `None` where the answer is no refusal.
    pub(crate) fn of<B>(response: &HttpResponse<B>) -> Option<Self> {
        response.extensions().get().copied()
    }
}

pub(super) struct ErrorResponse {
    body: ErrorBody,
    is_attack: bool,
    header: Option<(HeaderName, HeaderValue)>,
}

impl ErrorResponse {
    pub(super) fn new(code: Code, detail: impl Into<String>) -> Self {
        let header = match code.status() {
            StatusCode::UNAUTHORIZED => Some((WWW_AUTHENTICATE, CHALLENGE)),
            StatusCode::SERVICE_UNAVAILABLE => Some((RETRY_AFTER, RETRY_AFTER_SECONDS.into())),
            _ => None,
        };
        let detail = detail.into();
        Self {
            body: ErrorBody { detail, code },
            is_attack: false,
            header,
        }
    }

    pub(super) fn header(self, name: HeaderName, value: impl TryInto<HeaderValue>) -> Self {
        let header = value.try_into().ok().map(|value| (name, value));
        Self { header, ..self }
    }

    /// Adds the sentences of another response.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.body.detail = format!("{} {}", self.body.detail, other.body.detail);
        self
    }

    pub(super) fn code(&self) -> Code {
        self.body.code
    }

    /// Marks the cause as an attack, for the log only.
    pub(super) fn of_attack(self) -> Self {
        let is_attack = true;
        Self { is_attack, ..self }
    }

    pub(super) fn status(&self) -> StatusCode {
        self.code().status()
    }

    pub(super) fn detail(self) -> String {
        self.body.detail
    }

    pub(super) fn into_response(self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status()).json(&self.body);
        response.extensions_mut().insert(RefusalCause {
            code: self.body.code,
            is_attack: self.is_attack,
        });
        if let Some((name, value)) = self.header {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

/// A response whose sentence is the meaning of its code.
impl From<Code> for ErrorResponse {
    fn from(code: Code) -> Self {
        Self::new(code, code.meaning())
    }
}
