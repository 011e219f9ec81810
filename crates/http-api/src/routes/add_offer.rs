//! `POST /applications/{pa_id}/costs/{cost_position_index}/offers`: another comparison offer.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use domain::AttachmentId;
use domain::cost_position::{OfferContent, OfferInput};
use forms::Value;
use serde_json::json;
use usecases::RequestContent;

use crate::answer::OfferAnswer;
use crate::body::Body;
use crate::error::{ApiError, Code};
use crate::members::Members;
use crate::openapi::{Answer, Caller, Facts, Operation, RequestBody, tag};
use crate::state::State;
use crate::{addressed, credentials, idempotency};

/// Reads the body only for a caller who may.
pub(super) async fn add_offer(
    request: HttpRequest,
    payload: Payload,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let body = Body::new(payload);
    let outcome = add(&request, &body, &state).await;
    body.drain().await;
    outcome
}

async fn add(request: &HttpRequest, body: &Body, state: &State) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(request, state).await?;
    let index = addressed::cost_position(request)?;
    let positions = &state.api.cost_positions;
    let read = async {
        let value = body.json(request, &state.api.settings).await?;
        Ok::<_, ApiError>((read(&value)?, value))
    };
    let ((offer, is_preferred), value) = match read.await {
        Ok(read) => read,
        Err(error) => return Err(addressed::body_error(state, pa_id, index, error).await),
    };
    let retry = idempotency::retry(request, Some(pa_id))?;
    let retry = retry.map(|retry| {
        let content = data_json::to_canonical_text(&value);
        (retry, RequestContent::of([content.as_bytes()]))
    });
    let by = credentials::holder(request.headers(), pa_id);
    let outcome = positions
        .add_offer(pa_id, by, index, offer, is_preferred, retry)
        .await?;
    Ok(idempotency::created::<_, OfferAnswer>(&outcome))
}

fn read(body: &Value) -> Result<(OfferContent, bool), ApiError> {
    let mut members = Members::of(body)?;
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
    members.finish(offer.checked().map(|offer| (offer, is_preferred)))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    const POSITION: [&str; 2] = ["pa_id", "cost_position_index"];
    Operation::new(
        "addOffer",
        tag::COST_POSITIONS,
        "Adds a comparison offer",
        Caller::Applicant,
    )
    .described("A cost position has at most 50 offers.")
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
