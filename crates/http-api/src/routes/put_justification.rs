//! `PUT …/justification`: why a cost position has no comparison offers, or not enough.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use forms::Value;
use serde_json::json;

use crate::answer::DoneAnswer;
use crate::body::Body;
use crate::error::{ApiError, Code};
use crate::members::Members;
use crate::openapi::{Answer, Caller, Facts, Operation, RequestBody, tag};
use crate::state::State;
use crate::{addressed, answer, credentials};

/// Reads the body only for a caller who may.
pub(super) async fn put_justification(
    request: HttpRequest,
    payload: Payload,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let body = Body::new(payload);
    let outcome = put(&request, &body, &state).await;
    body.drain().await;
    outcome
}

async fn put(request: &HttpRequest, body: &Body, state: &State) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(request, state).await?;
    let index = addressed::cost_position(request)?;
    let positions = &state.api.cost_positions;
    let body = body.json(request, &state.api.settings).await;
    let (no_offers_required, text) = match body.map_err(ApiError::from).and_then(read) {
        Ok(read) => read,
        Err(error) => return Err(addressed::body_error(state, pa_id, index, error).await),
    };
    let by = credentials::holder(request.headers(), pa_id);
    positions
        .justify(pa_id, by, index, no_offers_required, text.as_deref())
        .await?;
    Ok(answer::detail(&format!(
        "The justification of cost position {index} was saved."
    )))
}

fn read(body: Value) -> Result<(bool, Option<String>), ApiError> {
    let mut members = Members::of(&body)?;
    let no_offers_required = members.boolean("no_offers_required");
    let text = members.text("justification").map(str::to_owned);
    if no_offers_required.is_none() {
        members.missing("no_offers_required");
    }
    members.finish(Ok((no_offers_required.unwrap_or_default(), text)))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "justify",
        tag::COST_POSITIONS,
        "Says why a cost position needs no comparison offers",
        Caller::Applicant,
    )
    .body(RequestBody::json(
        "Justification",
        json!({"no_offers_required": true, "justification": "Es gibt nur einen Anbieter."}),
    ))
    .answer(Answer::json::<DoneAnswer>(200, "It was saved.").headers(&["Cache-Control"]))
    .refused(&[Code::HistoryFull])
}
