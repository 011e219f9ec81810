//! A refusal as it goes out: `{"detail": …, "code": …}` with its status and headers.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use paperclip::actix::Apiv2Schema;
use serde::Serialize;
use usecases::RateLimitError;

use super::code::Code;
use crate::answer;

/// When to try again where something was unavailable.
const RETRY_AFTER_SECONDS: &str = "5";

/// Why a request was not answered as asked.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "Refusal")]
pub(crate) struct RefusalAnswer {
    /// A sentence for people: what is wrong and what would be right. It may change.
    detail: String,
    /// A word for programs. It stays the same.
    code: Code,
}

/// Code, sentence, and the header that goes with the status.
pub(super) struct Refusal {
    code: Code,
    detail: String,
    header: Option<(HeaderName, HeaderValue)>,
}

impl Refusal {
    pub(super) fn new(code: Code, detail: impl Into<String>) -> Self {
        Self {
            code,
            detail: detail.into(),
            header: None,
        }
    }

    pub(super) fn unauthorized(code: Code, detail: &str) -> Self {
        let challenge = "ApiKey realm=\"applications\"";
        Self {
            header: Some((
                header::WWW_AUTHENTICATE,
                HeaderValue::from_static(challenge),
            )),
            ..Self::new(code, detail)
        }
    }

    pub(super) fn method_not_allowed(allowed: &str) -> Self {
        let detail = format!("This path takes only {allowed}.");
        Self {
            header: HeaderValue::from_str(allowed)
                .ok()
                .map(|value| (header::ALLOW, value)),
            ..Self::new(Code::MethodNotAllowed, detail)
        }
    }

    pub(super) fn key_reused() -> Self {
        Self::new(
            Code::IdempotencyKeyReused,
            "This Idempotency-Key was sent with another request before. Send each request with a \
                key of its own.",
        )
    }

    /// The range lies past the end of so many bytes (RFC 9110, 15.5.17).
    pub(super) fn range(size_bytes: u64) -> Self {
        let value = HeaderValue::from_str(&format!("bytes */{size_bytes}")).ok();
        Self {
            header: value.map(|value| (header::CONTENT_RANGE, value)),
            ..Self::new(
                Code::RangeNotSatisfiable,
                format!("The range lies past the end, there are {size_bytes} bytes."),
            )
        }
    }

    pub(super) fn too_many_requests(refused: &RateLimitError) -> Self {
        let seconds = refused.retry_after_seconds;
        let limit = refused.limit;
        let whose = if refused.of_key {
            "with this key"
        } else {
            "from this address"
        };
        let unit = if seconds == 1 { "second" } else { "seconds" };
        let detail = format!(
            "Too many requests {whose}: the limit of {limit} is used up. Try again in {seconds} \
                {unit}."
        );
        Self {
            header: Some((header::RETRY_AFTER, HeaderValue::from(seconds))),
            ..Self::new(Code::RateLimitExceeded, detail)
        }
    }

    pub(super) fn unavailable() -> Self {
        Self::unavailable_because(
            Code::Unavailable,
            "The service cannot do this at the moment. Try again soon.",
            RETRY_AFTER_SECONDS,
        )
    }

    pub(super) fn unavailable_because(
        code: Code,
        detail: impl Into<String>,
        retry_after_seconds: &'static str,
    ) -> Self {
        Self {
            header: Some((
                header::RETRY_AFTER,
                HeaderValue::from_static(retry_after_seconds),
            )),
            ..Self::new(code, detail)
        }
    }

    pub(super) fn failed() -> Self {
        Self::new(
            Code::InternalError,
            "The service failed. The header X-Request-Id names this request in its log.",
        )
    }

    pub(super) fn status(&self) -> StatusCode {
        self.code.status()
    }

    pub(super) fn into_response(self) -> HttpResponse {
        let status = self.status();
        let body = RefusalAnswer {
            detail: self.detail,
            code: self.code,
        };
        let mut response = answer::json(status, &body);
        if let Some((name, value)) = self.header {
            response.headers_mut().insert(name, value);
        }
        response
    }
}
