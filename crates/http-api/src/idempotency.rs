//! The header `Idempotency-Key`: a request that is sent again gets the first answer.

use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use domain::access::Caller;
use domain::{IdempotencyKey, PaId};
use serde::Serialize;
use usecases::{Credential, Outcome, Retry};

use crate::error::ApiError;
use crate::{answer, credentials};

const KEY: &str = "idempotency-key";
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// What the request says about being sent again, if anything. The caller was let in already: to
/// this application, or to what is open to anyone.
pub(crate) fn retry<T: 'static, B: Serialize>(
    request: &HttpRequest,
    application: Option<PaId>,
    render: impl Fn(&T) -> B + Send + Sync + 'static,
) -> Result<Option<Retry<T>>, ApiError> {
    let mut sent = request.headers().get_all(KEY);
    let Some(key) = sent.next() else {
        return Ok(None);
    };
    let key = key.to_str().ok().and_then(IdempotencyKey::parse);
    let key = key.filter(|_| sent.next().is_none());
    let key = key.ok_or(ApiError::IdempotencyKeyInvalid)?;
    let caller = application.map(|pa_id| match credentials::in_headers(request.headers()) {
        Credential::Master(_) => Caller::Master,
        _ => Caller::Application(pa_id),
    });
    // Texts and numbers can always be written.
    let answer = move |made: &T| serde_json::to_vec(&render(made)).unwrap_or_default();
    Ok(Some(Retry::new(request.path(), caller, key, answer)))
}

/// 201 with what was made, or with the answer of then.
pub(crate) fn created<T, B: Serialize>(
    outcome: Outcome<T>,
    render: impl Fn(&T) -> B,
) -> HttpResponse {
    match outcome {
        Outcome::Made(made) => answer::json(StatusCode::CREATED, &render(&made)),
        Outcome::Repeated(body) => {
            let mut response = answer::json_text(StatusCode::CREATED, body);
            let replayed = HeaderValue::from_static("true");
            response.headers_mut().insert(REPLAYED, replayed);
            response
        }
    }
}
