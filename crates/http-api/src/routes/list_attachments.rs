//! `GET /applications/{pa_id}/attachments`: all of them, with their number and size.

use actix_web::HttpResponse;
use usecases::{AttachmentList, AttachmentReport, ListAttachments};

use crate::error::ApiError;
use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::request::extract::{ApplicationReader, AuthorizedRequest};
use crate::response::{self, AttachmentListResponse, AttachmentResponse};

pub(super) async fn list_attachments(
    request: AuthorizedRequest<ApplicationReader<ListAttachments>>,
) -> Result<HttpResponse, ApiError> {
    let view = request.granted;
    Ok(response::kept_json(&view.answer, || answer_of(&view.list))?)
}

fn answer_of(list: &AttachmentList) -> AttachmentListResponse {
    AttachmentListResponse {
        attachments: list
            .attachments
            .iter()
            .map(AttachmentReport::from)
            .map(|attachment| AttachmentResponse::from(&attachment))
            .collect(),
        total_count: list.usage.count,
        total_size: list.usage.total_bytes,
    }
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("listAttachments", tag::ATTACHMENTS, "Lists the attachments").response(
        DocumentedResponse::json::<AttachmentListResponse>(200, "All attachments.")
            .headers(&["Cache-Control"]),
    )
}
