//! `DELETE …/offers/{offer_id}`: removes an offer; if it was the preferred one, none is.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::error::ApiError;
use crate::state::State;
use crate::{addressed, answer};

pub(super) async fn remove_offer(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(&request, &state).await?;
    let index = addressed::cost_position(&request)?;
    let id = addressed::offer(&request)?;
    state
        .api
        .cost_positions
        .remove_offer(pa_id, index, id)
        .await?;
    Ok(answer::detail(&format!("Offer {} was deleted.", id.0)))
}
