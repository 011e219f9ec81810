//! `DELETE /applications/{pa_id}`: erases it. Only with a master key.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::answer::DoneAnswer;
use crate::error::ApiError;
use crate::openapi::{Answer, Caller, Facts, Operation, tag};
use crate::state::State;
use crate::{addressed, answer};

/// Answers when rows and bytes are gone; bytes that could not be erased now are erased by the
/// sweep.
pub(super) async fn remove_application(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::administered(&request, &state).await?;
    state.api.applications.remove(pa_id).await?;
    Ok(answer::detail(&format!("Application {pa_id} was deleted.")))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "deleteApplication",
        tag::ADMINISTRATION,
        "Erases an application with all that belongs to it",
        Caller::Administrator,
    )
    .answer(Answer::json::<DoneAnswer>(200, "It was erased.").headers(&["Cache-Control"]))
}
