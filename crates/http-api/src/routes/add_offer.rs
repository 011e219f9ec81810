//! `POST /applications/{pa_id}/costs/{cost_position_index}/offers`: another comparison offer.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use data_json::NotedJson;
use domain::AttachmentId;
use domain::cost_position::{OFFERS_MAX, OfferContent, OfferInput};
use serde_json::json;
use usecases::{ApplicationAccess, RequestContent};

use crate::error::{ATTACHMENT_UNKNOWN, ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, RequestBody, parameter, tag};
use crate::request::extract::{ApplicationKeyHolder, AuthorizedRequest, CostPositionIndex};
use crate::request::idempotency;
use crate::request::json_body::JsonBody;
use crate::request::members::BodyMembers;
use crate::response::{OfferResponse, conditions};
use crate::state::State;

pub(super) async fn add_offer(
    addition: AuthorizedRequest<ApplicationKeyHolder, CostPositionIndex, JsonBody<NotedJson>>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let ApplicationAccess { pa_id, caller } = addition.granted;
    let CostPositionIndex(index) = addition.path;
    let position = conditions::position(&request, index);
    let JsonBody(json) = addition.body;
    let positions = &state.api.cost_positions;
    let (offer, is_preferred) = match read(&json, true) {
        Ok(read) => read,
        Err(_) => {
            // What only the stored state can tell is named with the rest.
            let named = attachment(&json);
            let there = positions.has_attachment(pa_id, index, named).await?;
            let read = read(&json, there);
            read.map_err(|error| idempotency::with_mistake_in_key(&request, error))?
        }
    };
    let retry = match idempotency::retry(&request, &state, Some(caller)) {
        Ok(retry) => retry,
        Err(error) => {
            // That there is no such position is told before what is wrong with the request.
            positions.find(pa_id, index).await?;
            return Err(error);
        }
    };
    let retry = retry.map(|retry| {
        let content = data_json::to_canonical_text(&json.value);
        (retry, RequestContent::of([content.as_bytes()]))
    });
    let outcome = positions
        .add_offer(pa_id, caller, position, offer, is_preferred, retry)
        .await?;
    Ok(idempotency::created::<_, OfferResponse>(&outcome))
}

/// The attachment that the offer names, as far as it can be read.
fn attachment(body: &NotedJson) -> Option<AttachmentId> {
    let mut members = BodyMembers::of(body).ok()?;
    members.integer("attachment_id").map(AttachmentId)
}

/// The offer and whether it shall be the preferred one, or all mistakes; among them that the
/// attachment is not there.
fn read(body: &NotedJson, attachment_is_there: bool) -> Result<(OfferContent, bool), ApiError> {
    let mut members = BodyMembers::of(body)?;
    let supplier_name = members.text("supplier_name");
    let amount = members.cents("amount");
    let offer = OfferInput {
        supplier_name: supplier_name.unwrap_or_default().to_owned(),
        amount_cents: amount.unwrap_or_default(),
        description: members.text("description").unwrap_or_default().to_owned(),
        url: members.text("url").unwrap_or_default().to_owned(),
        attachment: members.integer("attachment_id").map(AttachmentId),
    };
    let is_preferred = members.boolean("is_preferred").unwrap_or(false);
    if !attachment_is_there {
        members.fault("attachment_id", ATTACHMENT_UNKNOWN);
    }
    if supplier_name.is_none() {
        members.missing("supplier_name", "the name of who offers it");
    }
    if amount.is_none() {
        members.missing("amount", "a number of euros, such as 1234.5");
    }
    members.finish(offer.checked().map(|offer| (offer, is_preferred)))
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
