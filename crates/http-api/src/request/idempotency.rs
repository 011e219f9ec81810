//! The header `Idempotency-Key`: a request that is sent again gets the first answer.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};
use domain::IdempotencyKey;
use domain::access::Caller;
use serde::Serialize;
use usecases::{IdempotencyKeyInvalid, Retry, RetryOutcome};

use crate::error::ApiError;
use crate::response;
use crate::state::State;

const KEY: &str = "idempotency-key";
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The retry that a request with an `Idempotency-Key` is; `None` without the header. The caller was
/// let in already: to this application, or to what is open to anyone.
pub(crate) fn retry(
    request: &HttpRequest,
    state: &State,
    caller: Option<Caller>,
) -> Result<Option<Retry>, IdempotencyKeyInvalid> {
    // Decoded: however its path is spelled, an endpoint is the same.
    let endpoint = request.match_info().as_str();
    let pepper = state.api.retry_pepper;
    Ok(key(request)?.map(|key| Retry::new(pepper, endpoint, caller, key)))
}

fn key(request: &HttpRequest) -> Result<Option<IdempotencyKey>, IdempotencyKeyInvalid> {
    let mut sent = request.headers().get_all(KEY);
    let Some(key) = sent.next() else {
        return Ok(None);
    };
    let key = key.to_str().ok().and_then(IdempotencyKey::parse);
    let key = key.filter(|_| sent.next().is_none());
    key.map(Some).ok_or(IdempotencyKeyInvalid)
}

/// Adds a fault of the `Idempotency-Key` to an error of the body, so that both are named at once. A
/// fault of the service is told alone, with its own status.
pub(crate) fn with_mistake_in_key(request: &HttpRequest, error: ApiError) -> ApiError {
    let is_mistake = request.method() == Method::POST && !error.status_code().is_server_error();
    match key(request) {
        Err(mistake) if is_mistake => ApiError::Several(vec![mistake.into(), error]),
        _ => error,
    }
}

/// 201 with what was made, now or by the first of several like requests.
pub(crate) fn created<T, B: Serialize + for<'report> From<&'report T>>(
    outcome: &RetryOutcome<T>,
) -> HttpResponse {
    let mut response = response::json(StatusCode::CREATED, &B::from(&outcome.report));
    if outcome.is_repeated {
        let replayed = HeaderValue::from_static("true");
        response.headers_mut().insert(REPLAYED, replayed);
    }
    response
}
