//! Responses to callers who are turned away.

use actix_web::http::header::RETRY_AFTER;
use domain::access::PermissionError;
use usecases::{AccessError, RateLimitError, RateLimitScope};

use super::code::Code;
use super::internal;
use super::response::ErrorResponse;

pub(super) fn response(error: &AccessError) -> ErrorResponse {
    match error {
        AccessError::KeyMissing => ErrorResponse::new(
            Code::KeyMissing,
            "A key is needed: send it in the header X-PA-KEY or X-MASTER-KEY.",
        ),
        AccessError::KeyInvalid => Code::KeyInvalid.into(),
        AccessError::TooManyRequests(error) => too_many_requests(error),
        AccessError::NotPermitted(PermissionError::KeyOfAnotherApplication) => {
            Code::KeyOfAnotherApplication.into()
        }
        AccessError::NotPermitted(PermissionError::MasterKeyOnly) => ErrorResponse::new(
            Code::MasterKeyRequired,
            "This takes a master key: send it in the header X-MASTER-KEY.",
        ),
        AccessError::ApplicationNotFound => Code::ApplicationNotFound.into(),
        AccessError::Internal(error) => internal(error),
    }
}

/// The response to the error of a key beside which others were sent.
pub(super) fn of_several_keys(error: &AccessError, place: &str) -> ErrorResponse {
    let judged = format!("Several keys were sent; the one in the {place} is judged.");
    let response = response(error);
    let code = response.code();
    response.and(ErrorResponse::new(code, judged))
}

fn too_many_requests(error: &RateLimitError) -> ErrorResponse {
    let (limit, seconds) = (error.limit, error.retry_after_seconds);
    let (code, what) = match error.scope {
        RateLimitScope::Address => (Code::RateLimitExceeded, "requests from this address"),
        RateLimitScope::Key => (Code::RateLimitExceeded, "requests with this key"),
        RateLimitScope::UploadsOfAddress => {
            (Code::UploadLimitExceeded, "uploads a day from this address")
        }
        RateLimitScope::UploadsOfSite => (
            Code::UploadLimitExceeded,
            "uploads a day from all addresses of this site",
        ),
    };
    let unit = if seconds == 1 { "second" } else { "seconds" };
    let detail =
        format!("Too many {what}: the limit of {limit} is used up. Try again in {seconds} {unit}.");
    ErrorResponse::new(code, detail).header(RETRY_AFTER, seconds)
}
