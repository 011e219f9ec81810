//! `POST /applications/{pa_id}/costs/{cost_position_index}/offers`: another comparison offer.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use domain::AttachmentId;
use domain::cost_position::{OFFERS_MAX, OfferContent, OfferInput};
use forms::Value;
use serde_json::json;
use usecases::{ApplicationAccess, RequestContent};

use crate::answer::OfferAnswer;
use crate::error::{ApiError, Code};
use crate::extract::{ApplicationKeyHolder, AuthorizedRequest, CostPositionIndex};
use crate::idempotency;
use crate::json_body::{FromJson, JsonBody};
use crate::members::Members;
use crate::openapi::{Answer, Facts, Operation, RequestBody, tag};
use crate::state::State;

/// What the body says.
pub(super) struct NewOffer {
    content: OfferContent,
    is_preferred: bool,
    /// All of it, which a retry must repeat.
    value: Value,
}

pub(super) async fn add_offer(
    addition: AuthorizedRequest<ApplicationKeyHolder, CostPositionIndex, JsonBody<NewOffer>>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let ApplicationAccess { pa_id, caller } = addition.granted;
    let CostPositionIndex(index) = addition.path;
    let JsonBody(offer) = addition.body;
    let retry = idempotency::retry(&request, Some(caller))?;
    let retry = retry.map(|retry| {
        let content = data_json::to_canonical_text(&offer.value);
        (retry, RequestContent::of([content.as_bytes()]))
    });
    let positions = &state.api.cost_positions;
    let outcome = positions
        .add_offer(
            pa_id,
            caller,
            index,
            offer.content,
            offer.is_preferred,
            retry,
        )
        .await?;
    Ok(idempotency::created::<_, OfferAnswer>(&outcome))
}

impl FromJson for NewOffer {
    fn from_json(value: Value) -> Result<Self, ApiError> {
        let mut members = Members::of(&value)?;
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
        if supplier_name.is_none() {
            members.missing("supplier_name");
        }
        if amount.is_none() {
            members.missing("amount");
        }
        let content = members.finish(offer.checked())?;
        Ok(Self {
            content,
            is_preferred,
            value,
        })
    }
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    const POSITION: [&str; 2] = ["pa_id", "cost_position_index"];
    Operation::new("addOffer", tag::COST_POSITIONS, "Adds a comparison offer")
        .described(format!("A cost position has at most {OFFERS_MAX} offers."))
        .idempotent()
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
        .answer(
            Answer::json::<OfferAnswer>(201, "The new offer.")
                .headers(&["Cache-Control", "Idempotency-Replayed"])
                .leads_to("preferOffer", ("offer_id", "id"), &POSITION)
                .leads_to("deleteOffer", ("offer_id", "id"), &POSITION),
        )
        .refused(&[Code::HistoryFull, Code::TooManyOffers])
}
