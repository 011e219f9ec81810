//! `GET /applications/{pa_id}/attachments`: all of them, with their number and size.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;

use usecases::{AttachmentReport, ListAttachments};

use crate::error::ApiError;
use crate::extract::{ApplicationReader, AuthorizedRequest};
use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::response::{self, AttachmentListResponse, AttachmentResponse};

pub(super) async fn list_attachments(
    request: AuthorizedRequest<ApplicationReader<ListAttachments>>,
) -> Result<HttpResponse, ApiError> {
    let list = request.granted;
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
