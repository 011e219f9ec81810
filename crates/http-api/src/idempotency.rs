//! The header `Idempotency-Key`: a request that is sent again gets the first answer.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse};
use domain::IdempotencyKey;
use domain::access::Caller;
use serde::Serialize;
use usecases::{Retry, RetryOutcome};

use crate::answer;
use crate::error::ApiError;

const KEY: &str = "idempotency-key";
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// What the request says about being sent again, if anything. The caller was let in already: to
/// this application, or to what is open to anyone.
pub(crate) fn retry(
    request: &HttpRequest,
    caller: Option<Caller>,
) -> Result<Option<Retry>, ApiError> {
    let mut sent = request.headers().get_all(KEY);
    let Some(key) = sent.next() else {
        return Ok(None);
    };
    let key = key.to_str().ok().and_then(IdempotencyKey::parse);
    let key = key.filter(|_| sent.next().is_none());
    let key = key.ok_or(ApiError::IdempotencyKeyInvalid)?;
    // Decoded: however its path is spelled, an endpoint is the same.
    let endpoint = request.match_info().as_str();
    Ok(Some(Retry::new(endpoint, caller, key)))
}

/// What is wrong with a request whose body is wrong: with its `Idempotency-Key` too, if it is.
pub(crate) fn with_mistake_in_key(request: &HttpRequest, error: ApiError) -> ApiError {
    match retry(request, None) {
        Err(mistake) if request.method() == Method::POST => ApiError::Several(vec![mistake, error]),
        _ => error,
    }
}

/// 201 with what was made, now or then.
pub(crate) fn created<T, B: Serialize + for<'report> From<&'report T>>(
    outcome: &RetryOutcome<T>,
) -> HttpResponse {
    let mut response = answer::json(StatusCode::CREATED, &B::from(&outcome.report));
    if outcome.is_repeated {
        let replayed = HeaderValue::from_static("true");
        response.headers_mut().insert(REPLAYED, replayed);
    }
    response
}
