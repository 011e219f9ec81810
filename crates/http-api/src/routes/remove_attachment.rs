//! `DELETE /applications/{pa_id}/attachments/{attachment_id}`: offers that name it name none from then on.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::error::ApiError;
use crate::state::State;
use crate::{addressed, answer};

pub(super) async fn remove_attachment(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(&request, &state).await?;
    let id = addressed::attachment(&request)?;
    state.api.attachments.remove(pa_id, id).await?;
    Ok(answer::detail(&format!("Attachment {} was deleted.", id.0)))
}
