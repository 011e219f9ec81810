//! `GET /applications/{pa_id}/history`: what happened to an application, page by page.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::error::{ApiError, Code};
use crate::extract::{ApplicationKeyHolder, AuthorizedRequest};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::query::Parameters;
use crate::response::HistoryResponse;
use crate::state::State;
use crate::{answer_share, list_query, response};

pub(super) async fn get_history(
    authorized: AuthorizedRequest<ApplicationKeyHolder>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = authorized.granted.pa_id;
    let (limit, offset) = list_query::page(&Parameters::of(&request))?;
    let bytes = state.api.applications.history_bytes(pa_id).await?;
    answer_share::take_ahead(&request, &state, bytes).await?;
    let page = state.api.applications.history(pa_id, limit, offset).await?;
    Ok(response::json(
        StatusCode::OK,
        &HistoryResponse::from(&page),
    ))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getHistory",
        tag::APPLICATIONS,
        "Shows what happened to an application, oldest first",
    )
    .described(
        "Every change of the data, of attachments, offers, justifications and of the key, with the \
            values before and after; of files name, size and SHA-256. Entries are never changed: \
         each hash is made of its entry and of the hash before it.",
    )
    .parameter(parameter::limit())
    .parameter(parameter::offset())
    .response(
        DocumentedResponse::json::<HistoryResponse>(200, "A page of it.")
            .headers(&["Cache-Control"]),
    )
    .refused(&[Code::ParameterInvalid, Code::ParameterRepeated])
}
