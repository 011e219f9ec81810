//! What a path addresses, for a caller who may: the application first, then what lies in it.
//!
//! A number that is none, is negative or overflows addresses nothing, as any that does not exist.

use actix_web::HttpRequest;
use domain::cost_position::OfferId;
use domain::{AttachmentId, PaId};
use usecases::{AccessError, AttachmentError, CostPositionError, Credential};

use crate::error::ApiError;
use crate::query::Parameters;
use crate::state::State;
use crate::{credentials, limits};

/// The application, for whoever holds its key or a master key in a header.
pub(crate) async fn application(request: &HttpRequest, state: &State) -> Result<PaId, ApiError> {
    for_holder(request, state, credentials::in_headers(request.headers())).await
}

/// The application, for whoever holds its key in the query too: for what a browser opens.
pub(crate) async fn application_for_browser(
    request: &HttpRequest,
    state: &State,
    parameters: &Parameters,
) -> Result<PaId, ApiError> {
    let credential = credentials::in_headers_or_query(request.headers(), parameters);
    for_holder(request, state, credential).await
}

/// The application, for whoever holds a master key.
pub(crate) async fn administered(request: &HttpRequest, state: &State) -> Result<PaId, ApiError> {
    let credential = credentials::in_headers(request.headers());
    let addressed = request.match_info().query("pa_id");
    let ticket = limits::ticket(request)?;
    let access = &state.api.access;
    Ok(access
        .administration(credential, addressed, &ticket)
        .await?)
}

/// Everything, for whoever holds a master key.
pub(crate) async fn everything(request: &HttpRequest, state: &State) -> Result<(), ApiError> {
    let credential = credentials::in_headers(request.headers());
    let ticket = limits::ticket(request)?;
    let caller = state.api.access.caller(credential, &ticket).await?;
    Ok(caller.may_administer().map_err(AccessError::Refused)?)
}

/// The attachment.
pub(crate) fn attachment(request: &HttpRequest) -> Result<AttachmentId, ApiError> {
    let number = number(request, "attachment_id").and_then(|number| i64::try_from(number).ok());
    Ok(number.map(AttachmentId).ok_or(AttachmentError::NotFound)?)
}

/// The index of the cost position.
pub(crate) fn cost_position(request: &HttpRequest) -> Result<u64, ApiError> {
    Ok(number(request, "cost_position_index").ok_or(CostPositionError::NotFound)?)
}

/// The offer.
pub(crate) fn offer(request: &HttpRequest) -> Result<OfferId, ApiError> {
    let number = number(request, "offer_id").and_then(|number| i64::try_from(number).ok());
    Ok(number
        .map(OfferId)
        .ok_or(CostPositionError::OfferNotFound)?)
}

/// What is wrong with a body about a cost position; that there is no such position is told first.
pub(crate) async fn body_error(
    state: &State,
    pa_id: PaId,
    index: u64,
    error: ApiError,
) -> ApiError {
    match state.api.cost_positions.find(pa_id, index).await {
        Ok(_) => error,
        Err(missing) => missing.into(),
    }
}

async fn for_holder(
    request: &HttpRequest,
    state: &State,
    credential: Credential<'_>,
) -> Result<PaId, ApiError> {
    let addressed = request.match_info().query("pa_id");
    let ticket = limits::ticket(request)?;
    let access = &state.api.access;
    Ok(access.application(credential, addressed, &ticket).await?)
}

fn number(request: &HttpRequest, name: &str) -> Option<u64> {
    let text = request.match_info().query(name);
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}
