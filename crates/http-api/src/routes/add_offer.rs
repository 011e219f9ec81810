//! `POST /applications/{pa_id}/costs/{cost_position_index}/offers`: another comparison offer.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use data_json::NotedJson;
use domain::AttachmentId;
use domain::cost_position::{OFFERS_MAX, OfferInput};
use serde_json::json;
use usecases::{CostPositionError, FaultyOffer, NewOffer, RequestContent};

use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, RequestBody, parameter, tag};
use crate::request::extract::{ApplicationKeyHolder, AuthorizedRequest, CostPositionIndex};
use crate::request::idempotency;
use crate::request::json_body::JsonBody;
use crate::request::members::{self, BodyMembers};
use crate::response::{OfferResponse, conditions};
use crate::state::State;

pub(super) async fn add_offer(
    addition: AuthorizedRequest<ApplicationKeyHolder, CostPositionIndex, JsonBody<NotedJson>>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let access = addition.granted;
    let CostPositionIndex(index) = addition.path;
    let position = conditions::position(&request, index);
    let JsonBody(json) = addition.body;
    let retry = idempotency::retry(&request, &state, Some(access.caller));
    let retry = retry.map(|retry| Some((retry?, content(&json))));
    let positions = &state.api.cost_positions;
    let added = positions
        .add_offer(access, position, read(&json), retry)
        .await;
    let outcome = added.map_err(|error| refused(error, &json, &request))?;
    Ok(idempotency::created::<_, OfferResponse>(&outcome))
}

/// However a client spells its JSON, the offer is the same.
fn content(body: &NotedJson) -> RequestContent {
    RequestContent::of([data_json::to_canonical_text(&body.value).as_bytes()])
}

/// The offer, or what is wrong with it by itself.
fn read(body: &NotedJson) -> Result<NewOffer, FaultyOffer> {
    let faulty = |faults, attachment| FaultyOffer { faults, attachment };
    let mut members = BodyMembers::of(body).map_err(|faults| faulty(faults, None))?;
    let supplier_name = members.text("supplier_name");
    let amount = members.cents("amount");
    let offer = OfferInput {
        supplier_name: supplier_name.unwrap_or_default().to_owned(),
        amount_cents: amount.unwrap_or_default(),
        description: members.text("description").unwrap_or_default().to_owned(),
        url: members.text("url").unwrap_or_default().to_owned(),
        attachment: members.integer("attachment_id").map(AttachmentId),
    };
    let attachment = offer.attachment;
    let is_preferred = members.boolean("is_preferred").unwrap_or(false);
    if supplier_name.is_none() {
        members.missing("supplier_name", "the name of who offers it");
    }
    if amount.is_none() {
        members.missing("amount", "a number of euros, such as 1234.5");
    }
    let new = |content| NewOffer {
        content,
        is_preferred,
    };
    let read = members.finish(offer.checked().map(new));
    read.map_err(|faults| faulty(faults, attachment))
}

/// The error; one that names faults of the body names that of the idempotency key with them.
fn refused(error: CostPositionError, body: &NotedJson, request: &HttpRequest) -> ApiError {
    match error {
        CostPositionError::DataInvalid(faults) => {
            idempotency::with_mistake_in_key(request, members::refusal(body, faults))
        }
        error => error.into(),
    }
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    const POSITION: [&str; 2] = ["pa_id", "cost_position_index"];
    Operation::new("addOffer", tag::COST_POSITIONS, "Adds a comparison offer")
        .described(format!("A cost position has at most {OFFERS_MAX} offers."))
        .idempotent()
        .parameter(parameter::if_match_of_application())
        .parameter(parameter::if_none_match_of_application())
        .body(RequestBody::json(
            "NewOffer",
            json!({
                "supplier_name": "Müller & Söhne",
                "amount": 249.9,
                "description": "Zelt 6 × 12 m",
                "url": "https://example.org/zelt",
                "attachment_id": null,
                "is_preferred": false,
            }),
        ))
        .response(
            DocumentedResponse::json::<OfferResponse>(201, "The new offer.")
                .headers(&["Cache-Control", "Idempotency-Replayed"])
                .leads_to("preferOffer", ("offer_id", "id"), &POSITION)
                .leads_to("deleteOffer", ("offer_id", "id"), &POSITION),
        )
        .refused(&[
            Code::HistoryFull,
            Code::PreconditionFailed,
            Code::StorageFull,
            Code::TooManyOffers,
        ])
}
