//! A refusal as it goes out: `{"detail": …, "code": …}` with its status and headers.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use serde_json::json;
use usecases::TooManyRequests;

use crate::answer;

/// When to try again where something was unavailable.
const RETRY_AFTER_SECONDS: &str = "5";

/// Status, code, sentence, and the header that goes with the status.
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    code: &'static str,
    detail: String,
    header: Option<(HeaderName, HeaderValue)>,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code,
            detail: detail.into(),
            header: None,
        }
    }

    pub(super) fn bad_request(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, detail)
    }

    pub(super) fn unauthorized(code: &'static str, detail: &str) -> Self {
        let challenge = "ApiKey realm=\"applications\"";
        Self {
            header: Some((
                header::WWW_AUTHENTICATE,
                HeaderValue::from_static(challenge),
            )),
            ..Self::new(StatusCode::UNAUTHORIZED, code, detail)
        }
    }

    pub(super) fn method_not_allowed(allowed: &'static str) -> Self {
        let detail = format!("This path takes only {allowed}.");
        Self {
            header: Some((header::ALLOW, HeaderValue::from_static(allowed))),
            ..Self::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", detail)
        }
    }

    pub(super) fn key_reused() -> Self {
        Self::bad_request(
            "idempotency_key_reused",
            "This Idempotency-Key was sent with another request before. Send each request with a key of its own.",
        )
    }

    /// The range lies past the end of so many bytes (RFC 9110, 15.5.17).
    pub(super) fn range(size_bytes: u64) -> Self {
        let value = HeaderValue::from_str(&format!("bytes */{size_bytes}")).ok();
        Self {
            header: value.map(|value| (header::CONTENT_RANGE, value)),
            ..Self::new(
                StatusCode::RANGE_NOT_SATISFIABLE,
                "range_not_satisfiable",
                format!("The range lies past the end, there are {size_bytes} bytes."),
            )
        }
    }

    pub(super) fn too_many_requests(refused: &TooManyRequests) -> Self {
        let seconds = refused.retry_after_seconds;
        let limit = refused.limit;
        let whose = if refused.of_key {
            "with this key"
        } else {
            "from this address"
        };
        let unit = if seconds == 1 { "second" } else { "seconds" };
        let detail = format!(
            "Too many requests {whose}: the limit of {limit} is used up. Try again in {seconds} {unit}."
        );
        Self {
            header: Some((header::RETRY_AFTER, HeaderValue::from(seconds))),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limit_exceeded", detail)
        }
    }

    pub(super) fn unavailable() -> Self {
        Self::unavailable_because(
            "unavailable",
            "The service cannot do this at the moment. Try again soon.",
            RETRY_AFTER_SECONDS,
        )
    }

    pub(super) fn unavailable_because(
        code: &'static str,
        detail: impl Into<String>,
        retry_after_seconds: &'static str,
    ) -> Self {
        Self {
            header: Some((
                header::RETRY_AFTER,
                HeaderValue::from_static(retry_after_seconds),
            )),
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, code, detail)
        }
    }

    pub(super) fn failed() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal_error",
            "The service failed. The header X-Request-Id names this request in its log.",
        )
    }

    pub(super) fn into_response(self) -> HttpResponse {
        let body = json!({"detail": self.detail, "code": self.code});
        let mut response = answer::json(self.status, &body);
        if let Some((name, value)) = self.header {
            response.headers_mut().insert(name, value);
        }
        response
    }
}
