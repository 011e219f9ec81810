//! The bodies of answers.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType, TryIntoHeaderValue as _};
use domain::attachment::Attachment;
use domain::cost_position::Offer;
use domain::{Application, Data, Decimal, Value};
use serde_json::{Value as Json, json};
use usecases::{ApplicationSummary, ByteStream, Uploaded};

/// What a viewer in the browser needs to show a PDF; nothing in the file may load anything.
///
/// The viewers of Chromium 156 and Firefox 153 show it under `default-src 'none'` alone. Others put a page of their own around the PDF,
/// which embeds it and styles itself: the policy holds there as well.
const PDF_POLICY: &str = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/// An uploaded file may hold anything: it must not run in the origin of the service.
pub(crate) const UPLOADED_POLICY: &str = "default-src 'none'; sandbox";

pub(crate) fn json(status: StatusCode, body: &Json) -> HttpResponse {
    json_text(status, body.to_string().into_bytes())
}

/// A body that is JSON text already.
pub(crate) fn json_text(status: StatusCode, body: Vec<u8>) -> HttpResponse {
    HttpResponse::build(status)
        .content_type(ContentType::json())
        .body(body)
}

/// A new application with its key, which is told this once.
pub(crate) fn uploaded(uploaded: &Uploaded) -> Json {
    let application = &uploaded.application;
    json!({
        "pa_id": application.pa_id.to_string(),
        "pa_key": uploaded.key.reveal(),
        "data": data(&application.data),
        "status": application.status.as_str(),
    })
}

/// A PDF that the service has made, to be shown.
pub(crate) fn pdf(name: &str, bytes: impl Into<actix_web::web::Bytes>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/pdf")
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("inline; filename=\"{name}.pdf\""),
        ))
        .insert_header((header::CONTENT_SECURITY_POLICY, PDF_POLICY))
        .body(bytes.into())
}

/// A PDF as it was uploaded, to be saved.
pub(crate) fn original(name: &str, bytes: ByteStream) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/pdf")
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}-original.pdf\""),
        ))
        .insert_header((header::CONTENT_SECURITY_POLICY, UPLOADED_POLICY))
        .streaming(bytes)
}

/// All that is told of an application.
pub(crate) fn application(application: &Application) -> Json {
    json!({
        "pa_id": application.pa_id.to_string(),
        "created_at": application.created_at.to_string(),
        "updated_at": application.updated_at.to_string(),
        "form_type": application.form_type,
        "status": application.status.as_str(),
        "data": data(&application.data),
    })
}

/// `data` on the wire.
pub(crate) fn data(data: &Data) -> Json {
    data_json::to_json(&data.clone().into_value())
}

/// Names the state that the answer shows.
pub(crate) fn tag(response: &mut HttpResponse, etag: header::ETag) {
    if let Ok(value) = etag.try_into_value() {
        response.headers_mut().insert(header::ETAG, value);
    }
}

/// Says that something was done.
pub(crate) fn detail(sentence: &str) -> HttpResponse {
    json(StatusCode::OK, &json!({"detail": sentence}))
}

/// All that is told of an attachment; its size is in bytes.
pub(crate) fn attachment(attachment: &Attachment) -> Json {
    json!({
        "id": attachment.id.0,
        "filename": attachment.filename,
        "content_type": attachment.content_type,
        "size": attachment.size_bytes,
        "created_at": attachment.created_at.to_string(),
    })
}

/// All that is told of an offer.
pub(crate) fn offer(offer: &Offer, is_preferred: bool) -> Json {
    let amount = Value::Number(Decimal::from_cents(offer.draft.amount_cents));
    json!({
        "id": offer.id.0,
        "supplier_name": offer.draft.supplier_name,
        "amount": data_json::to_json(&amount),
        "description": offer.draft.description,
        "url": offer.draft.url,
        "attachment_id": offer.draft.attachment.map(|attachment| attachment.0),
        "is_preferred": is_preferred,
        "created_at": offer.created_at.to_string(),
    })
}

/// An application in the list.
pub(crate) fn summary(summary: &ApplicationSummary) -> Json {
    json!({
        "pa_id": summary.pa_id.to_string(),
        "form_type": summary.form_type,
        "status": summary.status.as_str(),
        "name": summary.name,
        "created_at": summary.created_at.to_string(),
        "updated_at": summary.updated_at.to_string(),
    })
}
