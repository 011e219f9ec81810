//! `GET /applications/{pa_id}/costs/{cost_position_index}/offers`: offers and justification of a cost position.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value as Json, json};

use crate::error::ApiError;
use crate::state::State;
use crate::{addressed, answer};

pub(super) async fn get_offers(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(&request, &state).await?;
    let index = addressed::cost_position(&request)?;
    let position = state.api.cost_positions.find(pa_id, index).await?;
    let offers: Vec<Json> = position
        .offers
        .iter()
        .map(|offer| answer::offer(offer, position.preferred == Some(offer.id)))
        .collect();
    Ok(answer::json(
        StatusCode::OK,
        &json!({
            "cost_position_index": index,
            "offers": offers,
            "no_offers_required": position.justification.no_offers_required(),
            "justification": position.justification.text(),
        }),
    ))
}
