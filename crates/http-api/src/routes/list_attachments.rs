//! `GET /applications/{pa_id}/attachments`: all of them, with their number and size.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Bytes;

use usecases::{AttachmentList, AttachmentReport, InternalError, ListAttachments};

use crate::error::ApiError;
use crate::extract::{ApplicationReader, AuthorizedRequest};
use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::response::{self, AttachmentListResponse, AttachmentResponse};

pub(super) async fn list_attachments(
    request: AuthorizedRequest<ApplicationReader<ListAttachments>>,
) -> Result<HttpResponse, ApiError> {
    let view = request.granted;
    let answer = match view.answer.get() {
        Some(answer) => answer,
        None => {
            let answer = answer_of(&view.list)?;
            view.answer.get_or_init(|| answer)
        }
    };
    Ok(response::json_text(StatusCode::OK, answer.clone()))
}

fn answer_of(list: &AttachmentList) -> Result<Bytes, ApiError> {
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
    let text = serde_json::to_vec(&body);
    let text = text.map_err(|error| InternalError::Failed(error.into()))?;
    Ok(text.into())
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("listAttachments", tag::ATTACHMENTS, "Lists the attachments").response(
        DocumentedResponse::json::<AttachmentListResponse>(200, "All attachments.")
            .headers(&["Cache-Control"]),
    )
}
