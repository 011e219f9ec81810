//! `DELETE /applications/{pa_id}`: erases it. Only with a master key.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::error::{ApiError, Code};
use crate::events::{self, SecurityEvent};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::{Administrator, AuthorizedRequest};
use crate::response::{self, DoneResponse, conditions};
use crate::state::State;

/// Answers when rows and bytes are gone; bytes that could not be erased now are erased by the
/// sweep.
pub(super) async fn remove_application(
    request: AuthorizedRequest<Administrator>,
    http: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = request.granted.pa_id;
    events::note(&http, SecurityEvent::ApplicationDeleted);
    let expected = conditions::expected(&http);
    state.api.applications.remove(pa_id, expected).await?;
    Ok(response::done(&format!("Application {pa_id} was deleted.")))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "deleteApplication",
        tag::ADMINISTRATION,
        "Erases an application with all that belongs to it",
    )
    .parameter(parameter::if_match_to_remove())
    .parameter(parameter::if_none_match_to_remove())
    .response(
        DocumentedResponse::json::<DoneResponse>(200, "It was erased.").headers(&["Cache-Control"]),
    )
    .refused(&[Code::PreconditionFailed])
}
