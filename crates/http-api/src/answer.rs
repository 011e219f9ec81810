//! The bodies of answers.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, ContentType, TryIntoHeaderValue as _};
use domain::{Application, Data};
use serde_json::{Value as Json, json};
use usecases::ByteStream;

/// What a viewer in the browser needs to show a PDF; nothing in the file may load anything.
const PDF_POLICY: &str = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/// An uploaded file may hold anything: it must not run in the origin of the service.
const UPLOADED_POLICY: &str = "default-src 'none'; sandbox";

pub(crate) fn json(status: StatusCode, body: &Json) -> HttpResponse {
    HttpResponse::build(status)
        .content_type(ContentType::json())
        .body(body.to_string())
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
