//! `POST /applications/{pa_id}/key`: a new key in the place of one that was lost or has become
//! known. Only with a master key.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::error::ApiError;
use crate::events::{self, SecurityEvent};
use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::request::extract::{Administrator, AuthorizedRequest};
use crate::response::{self, NewKeyResponse};
use crate::state::State;

/// Answers with the key, this once.
pub(super) async fn replace_key(
    request: AuthorizedRequest<Administrator>,
    http: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = request.granted.pa_id;
    events::note(&http, SecurityEvent::KeyReplaced);
    let key = state.api.applications.replace_key(pa_id).await?;
    let body = NewKeyResponse {
        pa_id: pa_id.to_string(),
        pa_key: key.reveal().to_owned(),
    };
    Ok(response::json(StatusCode::OK, &body))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "replaceKey",
        tag::ADMINISTRATION,
        "Replaces the key of an application",
    )
    .described(
        "For a key that was lost or has become known. The one before is worth nothing any more.",
    )
    .response(
        DocumentedResponse::json::<NewKeyResponse>(200, "The new key, which is shown this once.")
            .headers(&["Cache-Control"]),
    )
}
