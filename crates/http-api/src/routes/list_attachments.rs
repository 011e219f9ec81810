//! `GET /applications/{pa_id}/attachments`: all of them, with their number and size.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use usecases::AttachmentReport;

use crate::error::ApiError;
use crate::extract::{ApplicationKeyHolder, AuthorizedRequest};
use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::response::{self, AttachmentListResponse, AttachmentResponse};
use crate::state::State;

pub(super) async fn list_attachments(
    request: AuthorizedRequest<ApplicationKeyHolder>,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = request.granted.pa_id;
    let list = state.api.attachments.list(pa_id).await?;
    let body = AttachmentListResponse {
        attachments: list
            .attachments
            .iter()
            .map(AttachmentReport::from)
            .map(|attachment| AttachmentResponse::from(&attachment))
            .collect(),
        total_count: list.usage.count,
        total_size: list.usage.total_bytes,
    };
    Ok(response::json(StatusCode::OK, &body))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("listAttachments", tag::ATTACHMENTS, "Lists the attachments").response(
        DocumentedResponse::json::<AttachmentListResponse>(200, "All attachments.")
            .headers(&["Cache-Control"]),
    )
}
