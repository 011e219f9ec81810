//! `POST /applications/{pa_id}/attachments`: another file, streamed from the socket to the blob
//! store.

use std::future::ready;
use std::pin::pin;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use futures::future::{Either, select};
use futures::{FutureExt as _, StreamExt as _};

use crate::connection::ConnectionHandle;
use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, RequestBody, tag};
use crate::request::extract::{ApplicationKeyHolder, AuthorizedRequest, confirm};
use crate::request::file_form::FileForm;
use crate::request::idempotency;
use crate::response::AttachmentResponse;
use crate::state::State;

pub(super) async fn add_attachment(
    addition: AuthorizedRequest<ApplicationKeyHolder, (), FileForm>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let (access, let_in) = (addition.granted, addition.let_in);
    let confirm = confirm::<ApplicationKeyHolder>(&request, &state, &access, let_in);
    let (mut file, mut rest) = addition.body.into_stream();
    let retry = match idempotency::retry(&request, &state, Some(access.caller)) {
        Ok(retry) => retry,
        Err(error) => {
            // What can be told of the body without the whole file is named with it.
            let first_piece = async move { file.bytes.next().await.is_some() };
            let (arrived, _) = futures::join!(rest.pass_on(ready(Ok(()))), first_piece);
            return Err(match arrived.err() {
                Some(other) => idempotency::with_mistake_in_key(&request, other),
                None => error.into(),
            });
        }
    };
    let add = pin!(state.api.attachments.add(access, file, retry));
    let (arrived, added) = match select(pin!(rest.pass_on(confirm)), add).await {
        Either::Left((Ok(()), add)) => {
            // A file that is shown to the scanner is not looked at for nobody.
            let connection = ConnectionHandle::of(&request);
            let added = connection.unless_ended(add.map(Ok::<_, ApiError>)).await?;
            (Ok(()), added)
        }
        Either::Left((broken_off, add)) => (broken_off, add.await),
        Either::Right((added, pass_on)) => (pass_on.await, added),
    };
    // What is wrong with the body explains why the file broke off.
    let outcome = match (arrived, added) {
        (Err(error), Err(usecases::AttachmentError::Interrupted(_))) => return Err(error),
        (_, added) => added?,
    };
    Ok(idempotency::created::<_, AttachmentResponse>(&outcome))
}

/// What the document says of it.
pub(super) fn operation(facts: &Facts<'_>) -> Operation {
    let limits = &facts.settings.attachment_limits;
    Operation::new("addAttachment", tag::ATTACHMENTS, "Adds an attachment")
        .described(format!(
            "An application has at most {} attachments, of at most {} bytes each and {} bytes \
            together.",
            limits.count_max, limits.file_bytes_max, limits.total_bytes_max
        ))
        .idempotent()
        .body(RequestBody::parts("NewAttachment"))
        .response(
            DocumentedResponse::json::<AttachmentResponse>(201, "The new attachment.")
                .headers(&["Cache-Control", "Idempotency-Replayed"])
                .leads_to("getAttachment", ("attachment_id", "id"), &["pa_id"])
                .leads_to("deleteAttachment", ("attachment_id", "id"), &["pa_id"]),
        )
        .refused(&[
            Code::HistoryFull,
            Code::TooManyAttachments,
            Code::AttachmentInfected,
            Code::AttachmentTypeNotAllowed,
            Code::AttachmentTooLarge,
            Code::AttachmentsTooLargeTogether,
            Code::StorageFull,
        ])
}
