//! `PUT …/justification`: why a cost position has no comparison offers, or not enough.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use data_json::NotedJson;
use domain::cost_position::Justification;
use forms::Faults;
use serde_json::json;

use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, RequestBody, parameter, tag};
use crate::request::extract::{ApplicationKeyHolder, AuthorizedRequest, CostPositionIndex};
use crate::request::json_body::{FromJson, JsonBody};
use crate::request::members::{self, BodyMembers};
use crate::response::{self, DoneResponse, conditions};
use crate::state::State;

/// The body, judged.
pub(super) struct NewJustification {
    no_offers_required: bool,
    text: Option<String>,
}

pub(super) async fn put_justification(
    request: AuthorizedRequest<ApplicationKeyHolder, CostPositionIndex, JsonBody<NewJustification>>,
    http: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let CostPositionIndex(index) = request.path;
    let position = conditions::position(&http, index);
    let JsonBody(new) = request.body;
    let positions = &state.api.cost_positions;
    positions
        .justify(
            request.granted,
            position,
            new.no_offers_required,
            new.text.as_deref(),
        )
        .await?;
    Ok(response::done(&format!(
        "The justification of cost position {index} was saved."
    )))
}

impl FromJson for NewJustification {
    fn from_json(json: NotedJson) -> Result<Self, ApiError> {
        Self::read(&json).map_err(|faults| members::refusal(&json, faults))
    }
}

impl NewJustification {
    fn read(json: &NotedJson) -> Result<Self, Faults> {
        let mut members = BodyMembers::of(json)?;
        let no_offers_required = members.boolean("no_offers_required");
        let text = members.text("justification").map(str::to_owned);
        if no_offers_required.is_none() {
            members.missing("no_offers_required", "true or false");
        }
        let no_offers_required = no_offers_required.unwrap_or_default();
        // A flag that cannot be read asks for no text.
        let judged = Justification::new(no_offers_required, text.as_deref());
        members.finish(judged.map_err(Faults::from).map(|_| Self {
            no_offers_required,
            text,
        }))
    }
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "justify",
        tag::COST_POSITIONS,
        "Says why a cost position needs no comparison offers",
    )
    .parameter(parameter::if_match_of_application())
    .parameter(parameter::if_none_match_of_application())
    .body(RequestBody::json(
        "Justification",
        json!({"no_offers_required": true, "justification": "Es gibt nur einen Anbieter."}),
    ))
    .response(
        DocumentedResponse::json::<DoneResponse>(200, "It was saved.").headers(&["Cache-Control"]),
    )
    .refused(&[
        Code::HistoryFull,
        Code::PreconditionFailed,
        Code::StorageFull,
    ])
}
